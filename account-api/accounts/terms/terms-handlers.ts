import type { Handling } from '#account-api/accounts/call-context'
import { inTransaction } from '#account-api/accounts/service'
import { done, refuse } from '#contract/server'
import { agreeToTerms } from './terms'
import type { Acceptance } from './terms-store'

export const termsHandlers = {
  acceptTerms: async ({ terms_version: version }, { service, account }) => {
    const { terms, now } = service.deployment
    if (version !== terms?.version) return refuse('other_terms', { version: terms?.version ?? '' })
    if (account.termsVersion !== version) await accept(service, { accountId: account.id, version, at: now() })
    return done({ done: true })
  },
} satisfies Handling

const accept = inTransaction<Acceptance, void>((stores, acceptance) => agreeToTerms(stores, acceptance))

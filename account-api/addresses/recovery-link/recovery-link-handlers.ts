import { maskEmail } from '#account-api/accounts/account/identifier'
import type { Handling } from '#account-api/addresses/call-context'
import { refuseAs } from '#account-api/verification/outcomes'
import { done, refuse } from '#contract/server'
import { recoverAccount } from './recover'
import { findRecovery } from './recovery-link'

export const recoveryLinkHandlers = {
  recoverAccountCheck: async ({ ticket }, { service: { storage } }) => {
    const found = await findRecovery(storage, ticket)
    return found ? done({ username: found.account.username, email: maskEmail(found.to) }) : refuse('ticket_refused', {})
  },

  recoverAccount: async ({ ticket, password }, { service, from, session, clearSession: end }) => {
    const recovered = await recoverAccount(service, { ticket, password, from })
    if (recovered.ok) {
      if (session?.accountId === recovered.accountId) end()
      return done({ done: true })
    }
    return refuseAs(recovered)
  },
} satisfies Handling

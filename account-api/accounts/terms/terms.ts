import type { AccountRecord } from '#account-api/accounts/account/account-record'
import type { Deployment, Transaction } from '#account-api/accounts/service'
import { mark } from '#account-api/kernel/events/mark'
import type { Acceptance } from './terms-store'

/** The version of the terms that a person still has to accept. Undefined: none. */
export const termsDue = (
  { terms, now }: Pick<Deployment, 'terms' | 'now'>,
  { termsVersion }: Pick<AccountRecord, 'termsVersion'>,
): string | undefined => {
  if (terms?.countsFrom === undefined || terms.countsFrom > now()) return undefined
  return termsVersion === terms.version ? undefined : terms.version
}

/**
 * The version to accept, for a caller who shows a version of the terms. If that differs from this program's version,
 * for example because one program has not been restarted, nothing is due: nobody could accept it.
 */
export const termsDueAt = (
  deployment: Pick<Deployment, 'terms' | 'now'>,
  account: Pick<AccountRecord, 'termsVersion'>,
  shown: string,
): string | undefined => {
  const due = termsDue(deployment, account)
  return due === shown ? due : undefined
}

/** Stores that a person agrees to a version, replacing earlier agreements. */
export const agreeToTerms = async (stores: Transaction, acceptance: Acceptance): Promise<void> => {
  await mark(stores, stores.terms.accept(acceptance))
  await stores.accounts.setTerms(acceptance.accountId, acceptance.version)
}

import type { AccountRecord } from '#account-api/accounts/account/account-record'
import type { Setting, Transaction } from '#account-api/accounts/service'
import type { Acceptance } from './terms-store'

/** The version of the terms that the person of an account still has to accept. Undefined: none. */
export const termsDue = (
  { terms, now }: Pick<Setting, 'terms' | 'now'>,
  { termsVersion }: Pick<AccountRecord, 'termsVersion'>,
): string | undefined => {
  if (terms?.countsFrom === undefined || terms.countsFrom > now()) return undefined
  return termsVersion === terms.version ? undefined : terms.version
}

/**
 * The same for a caller who shows a version of the terms. While its version is not ours, as when one of the two programs
 * has not been restarted yet, nothing is due: nobody could accept it.
 */
export const termsDueAt = (
  setting: Pick<Setting, 'terms' | 'now'>,
  account: Pick<AccountRecord, 'termsVersion'>,
  shown: string,
): string | undefined => {
  const due = termsDue(setting, account)
  return due === shown ? due : undefined
}

/** Keeps that the person of an account agrees to a version of the terms, which is the one that counts from now on. */
export const agreeToTerms = async (stores: Transaction, acceptance: Acceptance): Promise<void> => {
  await stores.terms.accept(acceptance)
  await stores.accounts.setTerms(acceptance.accountId, acceptance.version)
}

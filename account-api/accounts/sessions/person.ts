import type { AccountProfile } from '#account-api/accounts/account/account-record'
import { isOpen } from '#account-api/accounts/account/account-record'
import type { Transaction } from '#account-api/accounts/service'
import type { SessionRecord } from './session-record'

export interface Person {
  account: AccountProfile
  session: SessionRecord
}

/**
 * Locks the person's account, and others if given, and reads it again. Whatever takes an account out of other hands
 * ends its sessions under this lock, so a concurrent call happens before that, or does nothing.
 * @returns undefined when the session has ended, or the account was suspended, since the call began
 */
export const lockPerson = async (
  stores: Transaction,
  { account, session }: Person,
  ...others: string[]
): Promise<Person | undefined> => {
  await stores.accounts.lock(account.id, ...others)
  if (!(await stores.sessions.isLiving(session.id))) return undefined
  const now = await stores.accounts.profile(account.id)
  // The session stays as it was when the call began: a later proof belongs to another token.
  return now && isOpen(now) ? { account: now, session } : undefined
}

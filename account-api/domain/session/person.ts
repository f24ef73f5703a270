import type { AccountProfile } from '../account/account-store'
import type { Transaction } from '../stores'
import type { SessionRecord } from './session-store'

/** Who asks, and through which session. */
export interface Person {
  account: AccountProfile
  session: SessionRecord
}

/**
 * A person with their account as it is in this transaction, locked, and others where asked for. What takes an account
 * out of other hands ends its sessions with it locked, so a call that was under way comes before that, or does nothing.
 * @returns undefined when the session has ended since the call began
 */
export const lockPerson = async (
  stores: Transaction,
  { account, session }: Person,
  ...others: string[]
): Promise<Person | undefined> => {
  await stores.accounts.lock(account.id, ...others)
  if (!(await stores.sessions.isLiving(session.id))) return undefined
  const now = await stores.accounts.profile(account.id)
  // The session as the call came with it: a proof that was given since then belongs to another token.
  return now && { account: now, session }
}

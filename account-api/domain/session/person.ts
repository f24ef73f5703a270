import type { AccountProfile, SessionRecord, Stores } from '../storage'

/** Who asks, and through which session. */
export interface Person {
  account: AccountProfile
  session: SessionRecord
}

/**
 * A person as they are in this transaction, with their account locked, and others where asked for. What takes an account
 * out of other hands ends its sessions with it locked, so a call that was under way comes before that, or does nothing.
 * @returns undefined when the session has ended since the call began
 */
export const lockPerson = async (
  stores: Stores,
  { account, session }: Person,
  ...others: string[]
): Promise<Person | undefined> => {
  await stores.accounts.lock(account.id, ...others)
  const present = await stores.sessions.byId(session.id)
  const now = present && (await stores.accounts.profile(account.id))
  return now && { account: now, session: present }
}

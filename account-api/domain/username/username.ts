import type { AccountProfile } from '../account/account-store'
import { newId } from '../random'
import { type Setting, secondsUntil } from '../setting'
import type { Stores, Transaction } from '../stores'
import { days } from '../time'
import type { UsernameRefusal } from './rules'
import { isSensitive } from './sensitive'
import { skeletonOf } from './skeleton'
import type { UsernameRecord } from './username-store'

/** How often a name may be changed, and for how long the old one is kept from everybody else. */
export const usernameRule = { changes: 3, windowMs: days(365), keptMs: days(14) }

/** Another account was quicker. Thrown inside a transaction, so that the account keeps the name it has. */
export class UsernameTaken extends Error {}

export type Chosen =
  | { ok: true; outcome: 'same' | 'changed' | 'pending' }
  | { ok: false; code: 'username_refused'; reason: UsernameRefusal }
  | { ok: false; code: 'changed_too_often'; retryAfter: number }

/**
 * Gives an account, which the caller has locked, the name that its person chose. A sensitive name is only put by for
 * review.
 * @throws UsernameTaken
 */
export const chooseUsername = async (
  setting: Setting,
  stores: Transaction,
  { account, username }: { account: AccountProfile; username: UsernameRecord },
): Promise<Chosen> => {
  if (username.value === account.username) return { ok: true, outcome: 'same' }
  const reason = await conflictOf(setting, stores, { username, accountId: account.id })
  if (reason) return { ok: false, code: 'username_refused', reason }
  const { remaining, nextAt } = await allowance(setting, stores, account.id)
  // The choice of a name in place of the one that was made up counts not.
  if (account.usernameIsChosen && remaining === 0)
    return { ok: false, code: 'changed_too_often', retryAfter: secondsUntil(setting, nextAt ?? 0) }
  if (isSensitive(username.value)) {
    await stores.usernames.putPending({ accountId: account.id, username, askedAt: setting.now() })
    return { ok: true, outcome: 'pending' }
  }
  await changeUsername(setting, stores, { account, username })
  return { ok: true, outcome: 'changed' }
}

/**
 * Puts a name into effect, once nothing was found against it.
 * @throws UsernameTaken
 */
export const changeUsername = async (
  setting: Setting,
  stores: Transaction,
  { account, username }: { account: AccountProfile; username: UsernameRecord },
): Promise<void> => {
  const at = setting.now()
  const { accounts, usernames } = stores
  await accounts.unbind({ kind: 'username', value: account.username, accountId: account.id })
  if (!(await usernames.take({ ...username, accountId: account.id, at }))) throw new UsernameTaken()
  await usernames.dropPending(account.id)
  if (!account.usernameIsChosen) return usernames.setChosen(account.id)
  const given = { value: account.username, skeleton: skeletonOf(account.username) }
  await usernames.insertChange({ ...given, id: newId(at), accountId: account.id, at })
}

/** Why an account cannot have a name because of another account: it has the same, or one that looks like it. */
export const conflictOf = async (
  setting: Setting,
  stores: Stores,
  { username, accountId }: { username: UsernameRecord; accountId: string },
): Promise<'taken' | 'looks_taken' | undefined> => {
  const inUse = await stores.usernames.inUse([username], inUseFor(setting, accountId))
  if (inUse.length === 0) return undefined
  return inUse.some(({ value }) => value === username.value) ? 'taken' : 'looks_taken'
}

/** Which names are kept from an account. */
export const inUseFor = (setting: Setting, accountId: string) => ({
  exceptBy: accountId,
  givenUpAfter: setting.now() - usernameRule.keptMs,
})

/** How many changes an account has left, and when it gets one more; undefined where it has them all. */
export const allowance = async (
  setting: Setting,
  stores: Stores,
  accountId: string,
): Promise<{ remaining: number; nextAt: number | undefined }> => {
  const [oldest, ...others] = await stores.usernames.changesAfter(accountId, setting.now() - usernameRule.windowMs)
  if (oldest === undefined) return { remaining: usernameRule.changes, nextAt: undefined }
  return {
    remaining: Math.max(0, usernameRule.changes - 1 - others.length),
    nextAt: oldest + usernameRule.windowMs,
  }
}

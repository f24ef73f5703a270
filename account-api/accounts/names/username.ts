import type { AccountProfile } from '#account-api/accounts/account/account-record'
import { noteChange } from '#account-api/accounts/changes/history'
import type { Deployment, Rule, Stores } from '#account-api/accounts/service'
import type { Factor } from '#account-api/accounts/sessions/factor'
import { newId } from '#account-api/kernel/random'
import { days, secondsUntil } from '#account-api/kernel/time'
import { isSensitive, type UsernameRecord, usernameRecord } from '#rules/typed/username'
import type { UsernameRefusal } from './new-username'

/** How often a username may be changed, and how long a former one stays unavailable to other accounts. */
export const usernameRule = { changes: 3, windowMs: days(365), keptMs: days(14) }

/** Another account took the username first. Thrown inside a transaction, so that the account keeps its username. */
export class UsernameTaken extends Error {}

export type Chosen =
  | { ok: true; outcome: 'same' | 'changed' | 'pending' }
  | { ok: false; code: 'username_refused'; reason: UsernameRefusal; character?: string }
  | { ok: false; code: 'changed_too_often'; retryAfter: number }

interface Renaming {
  account: AccountProfile
  username: UsernameRecord
  /** The factors that the change was proven with, where known. */
  provenBy?: Factor[]
}

/**
 * Gives an account the username that its person chose, or makes a sensitive one pending. The account has to be locked.
 * @throws UsernameTaken
 */
export const chooseUsername: Rule<Renaming, Chosen> = async (stores, { account, username, provenBy }) => {
  if (username.value === account.username) return { ok: true, outcome: 'same' }
  const reason = await conflictOf(stores, { username, accountId: account.id })
  if (reason) return { ok: false, code: 'username_refused', reason }
  const { remaining, nextAt } = await allowance(stores, account.id)
  // The first chosen username, which replaces the generated one, does not count.
  if (account.usernameIsChosen && remaining === 0)
    return { ok: false, code: 'changed_too_often', retryAfter: secondsUntil(stores.deployment, nextAt ?? 0) }
  if (isSensitive(username.value)) {
    await stores.usernames.putPending({ accountId: account.id, username, askedAt: stores.deployment.now() })
    return { ok: true, outcome: 'pending' }
  }
  await changeUsername(stores, { account, username, ...(provenBy && { provenBy }) })
  return { ok: true, outcome: 'changed' }
}

/**
 * Puts a username into effect. The caller has looked for conflicts.
 * @throws UsernameTaken
 */
export const changeUsername: Rule<Renaming, void> = async (stores, { account, username, provenBy }) => {
  const { accounts, usernames } = stores
  await noteChange(stores, {
    accountId: account.id,
    change: 'username_changed',
    ...(provenBy && { provenBy }),
  })
  // Read after the snapshot, because a restoration counts changes from the snapshot.
  const at = stores.deployment.now()
  await accounts.unbind({ kind: 'username', value: account.username, accountId: account.id })
  if (!(await usernames.take({ ...username, accountId: account.id, at }))) throw new UsernameTaken()
  await usernames.dropPending(account.id)
  if (!account.usernameIsChosen) return usernames.setChosen(account.id)
  const given = usernameRecord(account.username)
  await usernames.insertChange({ ...given, id: newId(at), accountId: account.id, at })
}

/**
 * Gives an account back its former username, and forgets its changes since then. A former username is reserved for
 * longer than a change can be undone, but a username from the registration is not.
 * @returns false when another account has taken it
 */
export const restoreUsername: Rule<{ accountId: string; is: string; was: string; since: number }, boolean> = async (
  stores,
  { accountId, is, was, since },
) => {
  await stores.accounts.unbind({ kind: 'username', value: is, accountId })
  await stores.usernames.forgetChanges(accountId, since)
  return stores.usernames.take({ ...usernameRecord(was), accountId, at: stores.deployment.now() })
}

/** Why a username conflicts with those of other accounts: it is equal, or looks like one. */
export const conflictOf = async (
  stores: Stores,
  { username, accountId }: { username: UsernameRecord; accountId: string },
): Promise<'taken' | 'looks_taken' | undefined> => {
  const inUse = await stores.usernames.inUse([username], inUseFor(stores.deployment, accountId))
  if (inUse.length === 0) return undefined
  return inUse.some(({ value }) => value === username.value) ? 'taken' : 'looks_taken'
}

/** The accounts and times for which usernames are not available to an account. */
export const inUseFor = (deployment: Deployment, accountId: string) => ({
  exceptBy: accountId,
  givenUpAfter: deployment.now() - usernameRule.keptMs,
})

/** How many changes an account has left, and when it gets another one. Undefined if it has used none. */
export const allowance = async (
  stores: Stores,
  accountId: string,
): Promise<{ remaining: number; nextAt: number | undefined }> => {
  const [oldest, ...others] = await stores.usernames.changesAfter(
    accountId,
    stores.deployment.now() - usernameRule.windowMs,
  )
  if (oldest === undefined) return { remaining: usernameRule.changes, nextAt: undefined }
  return {
    remaining: Math.max(0, usernameRule.changes - 1 - others.length),
    nextAt: oldest + usernameRule.windowMs,
  }
}

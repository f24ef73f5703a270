import { youngMs } from '#account-api/accounts/account/counting'
import { earlierHashOf } from '#account-api/accounts/methods/ledger'
import type { Transaction } from '#account-api/accounts/service'
import type { Factor } from '#account-api/accounts/sessions/factor'
import { newId } from '#account-api/kernel/random'
import { days } from '#account-api/kernel/time'
import type { MethodChange, SignInMethods, Window } from './history-store'

/** How long the notified addresses can undo a change. */
export const takenBackWithinMs = youngMs

/** How long snapshots are kept: as long as a link can restore them, plus a day because clocks differ. */
export const historyStaysMs = 2 * takenBackWithinMs + days(1)

/**
 * The changes of an account that a message of this time can undo: those in the 72 hours before it, and all later ones.
 */
export const windowOf = (accountId: string, toldAt: number): Window => ({
  accountId,
  since: toldAt - takenBackWithinMs,
})

/**
 * Stores a snapshot of an account before a change of its sign-in methods, in the transaction of the change. The account
 * has to be locked.
 * @param provenBy the factors that its author has proven, where known
 * @param before fields that differ from the current sign-in methods, if part of the change is already made
 */
export const noteChange = async (
  stores: Transaction,
  {
    accountId,
    change,
    provenBy = null,
    before,
  }: { accountId: string; change: MethodChange; provenBy?: Factor[] | null; before?: Partial<SignInMethods> },
): Promise<void> => {
  const present = await stores.history.present(accountId)
  const account = await stores.accounts.profile(accountId)
  if (!present || !account) return
  const at = stores.deployment.now()
  // A password that a thief of the SIM has chosen since is never restored, and opens no link.
  const earlier = earlierHashOf(stores.deployment, account)
  const passwordHash = earlier ?? (before?.passwordHash === undefined ? present.passwordHash : before.passwordHash)
  await stores.history.insert({ ...present, ...before, passwordHash, id: newId(at), accountId, at, change, provenBy })
}

import type { AccountProfile } from '#account-api/accounts/account/account-record'
import { signInMethodsOf } from '#account-api/accounts/methods/kinds'
import { dropRecovery } from '#account-api/accounts/pending-changes/pending-change'
import { inTransaction, type Service, type Transaction } from '#account-api/accounts/service'
import { endEverySession } from '#account-api/accounts/sessions/session'
import { failureOf } from '#account-api/kernel/failures/failure'
import { nowhere } from '#account-api/kernel/from'
import { endCancellation, keepAccount } from './cancelled'
import { noteByOperator } from './note-by-operator'

interface Asked {
  accountId: string
  /** For the person to read. */
  reason: string
}

type NoSuchUser = { ok: false; code: 'no_such_user' }

export type Suspended =
  | { ok: true; wasCancelled: boolean; sessionsEnded: boolean }
  | NoSuchUser
  | { ok: false; code: 'already' }

type Unsuspended = { ok: true } | NoSuchUser | { ok: false; code: 'not_frozen' }

/**
 * Suspends an account for the operator, and notifies its person. Nobody else can undo it. From then on its sessions,
 * tokens and consents are refused. Its sessions also end, because a thief's session would return with the account.
 */
export const suspendAccount = async (service: Service, asked: Asked): Promise<Suspended> => {
  const suspended = await suspend(service, asked)
  if (!suspended.ok) return suspended
  try {
    await end(service, asked.accountId)
    return { ...suspended, sessionsEnded: true }
  } catch (error) {
    // The account stays suspended even if ending its sessions fails.
    service.deployment.warn(failureOf(error), 'the sessions of a frozen account could not be ended')
    return { ...suspended, sessionsEnded: false }
  }
}

/** A cancellation ends, so nothing is erased that the operator wants to examine. A recovery ends too. */
const suspend = inTransaction<Asked, { ok: true; wasCancelled: boolean } | Exclude<Suspended, { ok: true }>>(
  async (stores, { accountId, reason }) => {
    const account = await lockAccount(stores, accountId)
    if (!account) return { ok: false, code: 'no_such_user' }
    if (account.suspendedAt !== null) return { ok: false, code: 'already' }
    const wasCancelled = await keepAccount(stores, { account, from: nowhere })
    await dropRecovery(stores, account)
    await stores.standing.suspend(accountId, { at: stores.deployment.now(), reason })
    await noteByOperator(stores, { account, kind: 'account_frozen', reason })
    return { ok: true, wasCancelled }
  },
)

const end = inTransaction<string, void>(async (stores, accountId) => {
  await stores.accounts.lock(accountId)
  await endEverySession(stores, accountId)
})

export const unsuspendAccount = inTransaction<Asked, Unsuspended>(async (stores, { accountId, reason }) => {
  const account = await lockAccount(stores, accountId)
  if (!account) return { ok: false, code: 'no_such_user' }
  if (account.suspendedAt === null) return { ok: false, code: 'not_frozen' }
  await stores.standing.suspend(accountId, null)
  await noteByOperator(stores, { account, kind: 'account_unfrozen', reason })
  return { ok: true }
})

/** Undoes a cancellation for a person who cannot sign in, and notifies them. */
export const restoreAccount = inTransaction<Asked, { ok: true } | NoSuchUser | { ok: false; code: 'not_cancelled' }>(
  async (stores, { accountId, reason }) => {
    const account = await lockAccount(stores, accountId)
    if (!account) return { ok: false, code: 'no_such_user' }
    if (!(await endCancellation(stores, { account, from: nowhere }))) return { ok: false, code: 'not_cancelled' }
    await noteByOperator(stores, { account, kind: 'account_restored', reason })
    return { ok: true }
  },
)

/** Signs a person out everywhere for the operator, and notifies them. The account stays as it is. */
export const endSessionsOf = inTransaction<Asked, { ok: true } | NoSuchUser>(async (stores, { accountId, reason }) => {
  const account = await lockAccount(stores, accountId)
  if (!account) return { ok: false, code: 'no_such_user' }
  await endEverySession(stores, accountId)
  await noteByOperator(stores, { account, kind: 'sessions_ended', reason })
  return { ok: true }
})

/** Locks and returns the account, unless it awaits activation: nothing signs in to such an account. */
const lockAccount = async (stores: Transaction, accountId: string): Promise<AccountProfile | undefined> => {
  await stores.accounts.lock(accountId)
  const account = await stores.accounts.profile(accountId)
  const methods = account ? signInMethodsOf(account, await stores.platforms.of(accountId)) : []
  return methods.length > 0 ? account : undefined
}

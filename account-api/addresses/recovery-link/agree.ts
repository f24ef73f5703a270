import type { AccountProfile } from '#account-api/accounts/account/account-record'
import { recordAndTell } from '#account-api/accounts/notices/notice'
import type { PendingChange } from '#account-api/accounts/pending-changes/pending-change-store'
import { recoveryMethod, recoverySealOf } from '#account-api/accounts/pending-changes/recovery'
import type { Transaction } from '#account-api/addresses/service'
import { nowhere } from '#account-api/kernel/from'
import { readAccount } from '#rules/typed/identifier'
import { type Unfit, unfitFor } from './ask'
import { sendRecoveryLink } from './recovery-link'

export interface AwaitingRecovery {
  account: AccountProfile
  pending: PendingChange & { successor: string; firstOperator: string }
}

/**
 * The recovery of an account that another operator can agree to, in a transaction that locks the account. Undefined if
 * none waits, its time is over, or the account has changed since.
 */
export const awaitingRecoveryOf = async (
  stores: Transaction,
  accountId: string,
): Promise<AwaitingRecovery | undefined> => {
  await stores.accounts.lock(accountId)
  const account = await stores.accounts.profile(accountId)
  const pending = (await stores.pendingChanges.of(accountId)).find(({ method }) => method === recoveryMethod)
  const { successor, firstOperator } = pending ?? {}
  if (!account || !pending || !successor || !firstOperator) return undefined
  const isOver = pending.takesEffectAt <= stores.deployment.now() || pending.value !== recoverySealOf(account)
  return isOver ? undefined : { account, pending: { ...pending, successor, firstOperator } }
}

export type RecoveryAgreed = { ok: true } | { ok: false; code: Unfit | 'other_address' }

/**
 * Sends the link of a recovery after another operator has agreed, and notifies each address of the account. The
 * operator names the address, because the recovery may have been stopped and requested again meanwhile.
 */
export const sendAgreedLink = async (
  stores: Transaction,
  { recovery: { account, pending }, to, reason }: { recovery: AwaitingRecovery; to: string; reason: string },
): Promise<RecoveryAgreed> => {
  if (readAccount(to, stores.deployment.defaultRegion).value !== pending.successor)
    return { ok: false, code: 'other_address' }
  const unfit = await unfitFor(stores, { account, to: pending.successor })
  if (unfit) return { ok: false, code: unfit }
  await recordAndTell(stores, { account, change: 'recovery_agreed', from: nowhere, noted: reason })
  await sendRecoveryLink(stores, { account, pending: { ...pending, firstOperator: null } })
  return { ok: true }
}

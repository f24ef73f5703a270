import type { AccountRecord } from '#account-api/accounts/account/account-record'
import { timeZoneOf } from '#account-api/accounts/account/time-zone'
import type { Stores, Transaction } from '#account-api/accounts/service'
import { offerToRestore, type SignedInBy, type StillCancelled } from './cancelled'

/** The answer to a correct sign-in to an account that an operator has suspended. */
export interface StillSuspended {
  ok: false
  code: 'account_frozen'
  suspendedAt: number
  /** The operator's reason, for the person to read. */
  reason: string
  timeZone: string | null
}

/** Why a proven person is not signed in. Nobody else learns it. */
export type NotOpen = StillCancelled | StillSuspended

/**
 * The refusal that tells a proven person why their account cannot be used.
 * @param options `by`: how they were proven. `restores`: whether the answer for a cancelled account has a ticket that
 * restores it
 */
export const refuseNotOpen = async (
  stores: Transaction,
  account: AccountRecord,
  options: { by: SignedInBy; restores?: boolean | undefined },
): Promise<NotOpen> => {
  const { eraseAt } = account
  return eraseAt === null ? refuseSuspended(stores, account) : offerToRestore(stores, { ...account, eraseAt }, options)
}

/** The refusal for a suspended account, before anything of it is changed. */
export const refuseSuspended = async (
  stores: Stores,
  account: Pick<AccountRecord, 'id' | 'suspendedAt'>,
): Promise<StillSuspended> => {
  const profile = await stores.accounts.profile(account.id)
  const [suspendedAt, reason] = [account.suspendedAt ?? 0, profile?.suspendedReason ?? '']
  return { ok: false, code: 'account_frozen', suspendedAt, reason, timeZone: profile ? timeZoneOf(profile) : null }
}

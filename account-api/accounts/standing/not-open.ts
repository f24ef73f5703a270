import type { AccountRecord } from '#account-api/accounts/account/account-record'
import { timeZoneOf } from '#account-api/accounts/account/time-zone'
import type { Stores, Transaction } from '#account-api/accounts/service'
import { offerToRestore, type SignedInBy, type StillCancelled } from './cancelled'

/** The answer to a correct sign-in to an account that an operator has frozen. */
export interface StillFrozen {
  ok: false
  code: 'account_frozen'
  frozenAt: number
  /** The operator's reason, for the person to read. */
  reason: string
  timeZone: string | null
}

/** Why a proven person is not signed in. Nobody else learns it. */
export type NotOpen = StillCancelled | StillFrozen

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
  return eraseAt === null ? refuseFrozen(stores, account) : offerToRestore(stores, { ...account, eraseAt }, options)
}

/** The refusal for a frozen account, before anything of it is changed. */
export const refuseFrozen = async (
  stores: Stores,
  account: Pick<AccountRecord, 'id' | 'frozenAt'>,
): Promise<StillFrozen> => {
  const profile = await stores.accounts.profile(account.id)
  const [frozenAt, reason] = [account.frozenAt ?? 0, profile?.frozenReason ?? '']
  return { ok: false, code: 'account_frozen', frozenAt, reason, timeZone: profile ? timeZoneOf(profile) : null }
}

import type { AccountProfile } from '../../accounts/account/account-record'
import type { Address } from '../../accounts/account/identifier'
import { record } from '../../accounts/activity/activity'
import { noteChange } from '../../accounts/changes/history'
import { tell, toldOf } from '../../accounts/notices/notice'
import { endAccess } from '../../accounts/sessions/end-access'
import type { Factor } from '../../accounts/sessions/factor'
import type { From } from '../../kernel/from'
import type { Setting, Transaction } from '../service'
import { addressRules, dropAddress, endWhatItLetIn, maskAddress } from './address'

interface Unbinding {
  account: AccountProfile
  address: Address
  from: From
  /** The session that stays, though it may have begun by the address. */
  keptSessionId?: string
  /** True when somebody has reported the address lost. */
  isLost?: boolean
  /** The factors that had proven the change, where known. */
  provenBy?: Factor[]
}

/**
 * Unbinds an address, ends the sign-ins by it, records it, and tells the addresses of the account, including the
 * removed one.
 */
export const unbindAddress = async (
  setting: Setting,
  stores: Transaction,
  { account, address, from, keptSessionId, isLost = false, provenBy }: Unbinding,
): Promise<void> => {
  const change = addressRules[address.kind].removed
  const detail = maskAddress(address)
  const noted = { accountId: account.id, change: isLost ? ('mobile_lost' as const) : change }
  await noteChange(setting, stores, { ...noted, ...(provenBy && { provenBy }) })
  await dropAddress(stores, { accountId: account.id, address })
  await endWhatItLetIn(setting, stores, { account, kind: address.kind, from, keptSessionId })
  await record(setting, stores, { accountId: account.id, kind: change, from, detail })
  await tell(setting, stores, { account, to: toldOf(setting, account), change, detail })
}

/**
 * Unbinds a lost number, ends every session and forgets every browser, because the phone may be in an intruder's hands.
 * The account has to be locked.
 */
export const removeLostMobile = async (
  setting: Setting,
  stores: Transaction,
  { account, mobile, ...known }: { account: AccountProfile; mobile: string; provenBy?: Factor[]; from: From },
): Promise<void> => {
  await unbindAddress(setting, stores, { account, address: { kind: 'mobile', value: mobile }, ...known, isLost: true })
  await endAccess(setting, stores, { accountId: account.id, from: known.from, keepsMethods: true })
}

import type { AccountProfile } from '../account/account-store'
import type { Address } from '../account/identifier'
import { type From, record } from '../activity/activity'
import { addressRules, dropAddress, maskAddress } from '../binding/address'
import { noteChange } from '../not-me/history'
import { addressesOf, tell } from '../notice/notice'
import type { Setting } from '../setting'
import type { Transaction } from '../stores'

/**
 * Unbinds an address, records it, and tells the addresses of the account, the removed one too.
 * @param isLost whether somebody has reported the address lost
 */
export const unbindAddress = async (
  setting: Setting,
  stores: Transaction,
  {
    account,
    address,
    from,
    isLost = false,
  }: { account: AccountProfile; address: Address; from: From; isLost?: boolean },
): Promise<void> => {
  const change = addressRules[address.kind].removed
  const detail = maskAddress(address)
  await noteChange(setting, stores, { accountId: account.id, change: isLost ? 'mobile_lost' : change })
  await dropAddress(stores, { accountId: account.id, address })
  await record(setting, stores, { accountId: account.id, kind: change, from, detail })
  await tell(setting, stores, { account, to: addressesOf(account), change, detail })
}

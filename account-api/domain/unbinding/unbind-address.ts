import type { AccountProfile } from '../account/account-store'
import { type From, record } from '../activity/activity'
import { type Address, addressRules, dropAddress, maskAddress } from '../binding/address'
import { addressesOf, tell } from '../notice/notice'
import type { Setting } from '../setting'
import type { Transaction } from '../stores'

/** Unbinds an address, records it, and tells the addresses of the account, the removed one too. */
export const unbindAddress = async (
  setting: Setting,
  stores: Transaction,
  { account, address, from }: { account: AccountProfile; address: Address; from: From },
): Promise<void> => {
  const change = addressRules[address.kind].removed
  const detail = maskAddress(address)
  await dropAddress(stores, { accountId: account.id, address })
  await record(setting, stores, { accountId: account.id, kind: change, from, detail })
  await tell(setting, stores, { account, to: addressesOf(account), change, detail })
}

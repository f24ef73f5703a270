import type { AccountProfile } from '../account/account-store'
import type { Address } from '../account/identifier'
import { type From, record } from '../activity/activity'
import { addressRules, dropAddress, maskAddress } from '../binding/address'
import { erasedAt } from '../cancellation/cancellation'
import type { Setting } from '../setting'
import type { Transaction } from '../stores'
import { noteChange } from './history'

/**
 * Takes the only sign-in method off an account that was made with it by mistake. The account is cancelled, because
 * nobody can sign in to it any more. The account has to be locked.
 */
export const emptyAccount = async (
  setting: Setting,
  stores: Transaction,
  { account, address, from }: { account: AccountProfile; address: Address; from: From },
): Promise<void> => {
  const { id: accountId } = account
  const change = addressRules[address.kind].removed
  await noteChange(setting, stores, { accountId, change })
  await dropAddress(stores, { accountId, address })
  await record(setting, stores, { accountId, kind: change, from, detail: maskAddress(address) })
  await stores.tickets.eraseOfSessions(accountId)
  await stores.sessions.endAll(accountId)
  await stores.cancellations.begin(accountId, erasedAt(setting))
  await record(setting, stores, { accountId, kind: 'cancellation_asked', from })
}

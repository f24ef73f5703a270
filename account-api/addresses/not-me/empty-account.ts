import type { AccountProfile } from '../../accounts/account/account-store'
import type { Address } from '../../accounts/account/identifier'
import { type From, record } from '../../accounts/activity/activity'
import { noteChange } from '../../accounts/changes/history'
import { erasedAt } from '../../closing/cancellation/cancellation'
import type { Setting } from '../../kernel/setting'
import type { Transaction } from '../../kernel/stores'
import { addressRules, dropAddress, maskAddress } from '../binding/address'

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

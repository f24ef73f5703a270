import type { AccountProfile } from '../../accounts/account/account-record'
import type { Address } from '../../accounts/account/identifier'
import { record } from '../../accounts/activity/activity'
import { removeMethod } from '../../accounts/method-changes/change'
import { erasedAt } from '../../accounts/standing/cancelled'
import type { From } from '../../kernel/from'
import type { Rule } from '../service'

/**
 * Takes the only sign-in method off an account that was made with it by mistake. The account is cancelled, because
 * nobody can sign in to it any more. The account has to be locked.
 */
export const emptyAccount: Rule<{ account: AccountProfile; address: Address; from: From }, void> = async (
  setting,
  stores,
  { account, address, from },
) => {
  const { id: accountId } = account
  await removeMethod(setting, stores, { account, method: address.kind, value: address.value, from, to: [] })
  await stores.tickets.eraseOfSessions(accountId)
  await stores.sessions.endAll(accountId)
  await stores.standing.cancel(accountId, erasedAt(setting))
  await record(setting, stores, { accountId, kind: 'cancellation_asked', from })
}

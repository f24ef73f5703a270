import type { AccountProfile } from '#account-api/accounts/account/account-record'
import type { Address } from '#account-api/accounts/account/identifier'
import { record } from '#account-api/accounts/activity/activity'
import { removeMethod } from '#account-api/accounts/method-changes/change'
import { erasedAt } from '#account-api/accounts/standing/cancelled'
import type { Rule } from '#account-api/addresses/service'
import type { From } from '#account-api/kernel/from'

/**
 * Removes the only sign-in method of an account that was created with it by mistake. The account is cancelled, because
 * nobody can sign in to it. The account has to be locked.
 */
export const emptyAccount: Rule<{ account: AccountProfile; address: Address; from: From }, void> = async (
  stores,
  { account, address, from },
) => {
  const { id: accountId } = account
  await removeMethod(stores, { account, method: address.kind, value: address.value, from, to: [] })
  await stores.tickets.eraseOfSessions(accountId)
  await stores.sessions.endAll(accountId)
  await stores.standing.cancel(accountId, erasedAt(stores.setting))
  await record(stores, { accountId, kind: 'cancellation_asked', from })
}

import type { AccountProfile } from '#account-api/accounts/account/account-record'
import { blockersOf } from '#account-api/accounts/account/blockers'
import type { Address } from '#account-api/accounts/account/identifier'
import { record } from '#account-api/accounts/activity/activity'
import { removeMethod } from '#account-api/accounts/method-changes/change'
import { isLastSignInMethod, kinds } from '#account-api/accounts/methods/kinds'
import { toldOf } from '#account-api/accounts/notices/notice'
import type { PlatformBinding } from '#account-api/accounts/platforms/platform-store'
import { erasedAt } from '#account-api/accounts/standing/cancelled'
import type { Rule, Stores, Transaction } from '#account-api/addresses/service'
import type { From } from '#account-api/kernel/from'

/** An account that has since got a sign-in method of another account, and gives it back. */
export interface Giver {
  account: AccountProfile
  gives: Address | PlatformBinding
  /** Its earlier address, which it gets back because it would otherwise have no sign-in method. */
  getsAgain?: { value: string; boundAt: number }
  /** True when it is cancelled, because it has no sign-in method left. */
  isEnded: boolean
}

/**
 * The account that gives an address back to the account that lost it, at the request of the address. If it has nothing
 * else, it gets its earlier address back, or is cancelled. If neither is possible, an account that was created since
 * keeps the address. An older account always gives it back, because it had something else before.
 */
export const giverOfAddress = async (
  stores: Stores,
  { holder, address, lostAt }: { holder: AccountProfile; address: Address; lostAt: number },
): Promise<Giver | undefined> => {
  const boundAt = address.kind === 'mobile' ? holder.mobileBoundAt : holder.emailBoundAt
  if (boundAt === null || boundAt < lostAt) return undefined
  const giver = { account: holder, gives: address }
  if (!(await isLastSignInMethod(stores, holder, address.kind))) return { ...giver, isEnded: false }
  const before = await stores.history.first({ accountId: holder.id, since: lostAt - 1 })
  const had = before?.[address.kind]
  if (had && had.value !== address.value && !(await stores.accounts.holderOf(address.kind, had.value)))
    return { ...giver, getsAgain: had, isEnded: false }
  const isEnded = (await blockersOf(stores.deployment.blockers, stores, holder.id)).length === 0
  return isEnded || holder.createdAt < lostAt ? { ...giver, isEnded } : undefined
}

/**
 * The account that gives a third-party identity back. No message proves an identity, so an account that has nothing
 * else keeps it.
 */
export const giverOfPlatform = async (
  stores: Stores,
  { held, lostAt }: { held: PlatformBinding; lostAt: number },
): Promise<Giver | undefined> => {
  const account = held.boundAt < lostAt ? undefined : await stores.accounts.profile(held.accountId)
  if (!account || (await isLastSignInMethod(stores, account, held.platform))) return undefined
  return { account, gives: held, isEnded: false }
}

/**
 * Removes a sign-in method from the account that gives it back, and ends the sign-ins by it. The account has to be
 * locked. Its own addresses are notified without a link, because the owner of the method has claimed it.
 */
export const giveBack = async (
  stores: Transaction,
  { giver: { account, gives, getsAgain, isEnded }, from }: { giver: Giver; from: From },
): Promise<void> => {
  const isAddress = 'kind' in gives
  if (isAddress && isEnded) return emptyAccount(stores, { account, address: gives, from })
  const [method, value] = isAddress ? [gives.kind, gives.value] : [gives.platform, gives.openid]
  const to = toldOf(stores.deployment, account).filter((each) => !isAddress || each.to !== value)
  await removeMethod(stores, { account, method, value, from, to, link: 'none' })
  if (isAddress && getsAgain) {
    const { value: earlier, boundAt: at } = getsAgain
    await kinds[gives.kind].putOn?.(stores, { accountId: account.id, method, value: earlier, at })
  }
}

/**
 * Removes the only sign-in method of an account that was created with it by mistake. The account is cancelled, because
 * nobody can sign in to it. The account has to be locked.
 */
const emptyAccount: Rule<{ account: AccountProfile; address: Address; from: From }, void> = async (
  stores,
  { account, address, from },
) => {
  const { id: accountId } = account
  await removeMethod(stores, { account, method: address.kind, value: address.value, from, to: [] })
  await stores.tickets.eraseOfSessions(accountId)
  await stores.sessions.endAll(accountId)
  await stores.standing.cancel(accountId, erasedAt(stores.deployment))
  await record(stores, { accountId, kind: 'cancellation_asked', from })
}

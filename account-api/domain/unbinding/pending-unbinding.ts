import type { AccountProfile } from '../account/account-store'
import { maskMobile } from '../account/identifier'
import { type From, nowhere, record } from '../activity/activity'
import { forgetBrowsers } from '../known-browser/known-browser'
import { tellAddresses } from '../notice/notice'
import { timeZoneOf } from '../profile/time-zone'
import { inTransaction, type Rule } from '../service'
import type { Setting } from '../setting'
import type { Stores, Transaction } from '../stores'
import { hours } from '../time'
import { unbindAddress } from './unbind-address'
import type { PendingUnbinding } from './unbinding-store'

/** How long the unbinding of a number is pending after a proof by password. */
export const pendingHours = 48

/**
 * Makes the unbinding of a number pending, and tells every address, the lost number too. Asking again changes nothing
 * and tells nobody. The account has to be locked.
 */
export const askForUnbinding = async (
  setting: Setting,
  stores: Transaction,
  { account, mobile, from }: { account: AccountProfile; mobile: string; from: From },
): Promise<PendingUnbinding> => {
  const standing = await stores.unbindings.of(account.id)
  if (standing?.mobile === mobile) return standing
  const askedAt = setting.now()
  const pending = { accountId: account.id, mobile, askedAt, takesEffectAt: askedAt + hours(pendingHours) }
  await stores.unbindings.put(pending)
  const kind = 'mobile_removal_asked'
  const at = pending.takesEffectAt
  await record(setting, stores, { accountId: account.id, kind, from, detail: new Date(at).toISOString() })
  await tellAddresses(setting, stores, { account, change: kind, detail: { at, timeZone: timeZoneOf(account) } })
  return pending
}

/** When the number of an account will be unbound. Null: it stays. */
export const removalOf = async (stores: Stores, { id, mobile }: AccountProfile): Promise<number | null> => {
  const pending = mobile === null ? undefined : await stores.unbindings.of(id)
  return pending?.mobile === mobile ? (pending?.takesEffectAt ?? null) : null
}

const stop: Rule<{ accountId: string; from: From }, void> = async (setting, stores, { accountId, from }) => {
  await stores.accounts.lock(accountId)
  const pending = await stores.unbindings.drop(accountId)
  if (!pending) return
  const account = await stores.accounts.profile(accountId)
  // The pending unbinding was about a number that the account does not have any more.
  if (account?.mobile !== pending.mobile) return
  const detail = maskMobile(pending.mobile)
  await record(setting, stores, { accountId, kind: 'mobile_removal_stopped', from, detail })
  await tellAddresses(setting, stores, { account, change: 'mobile_removal_stopped', detail })
}

/** Stops the pending unbinding of an account, if there is one. */
export const stopUnbinding = inTransaction(stop)

/** Stops the pending unbinding of a number that somebody has just proven: it is not lost. */
export const keepProvenMobile = async (setting: Setting, stores: Transaction, mobile: string): Promise<void> => {
  for (const { accountId } of await stores.unbindings.ofMobile(mobile))
    await stop(setting, stores, { accountId, from: nowhere })
}

/**
 * Unbinds a lost number, ends every session and forgets every browser, because the phone may be in other hands. The
 * account has to be locked.
 */
export const removeMobile = async (
  setting: Setting,
  stores: Transaction,
  { account, mobile, from }: { account: AccountProfile; mobile: string; from: From },
): Promise<void> => {
  await unbindAddress(setting, stores, { account, address: { kind: 'mobile', value: mobile }, from, isLost: true })
  await stores.unbindings.drop(account.id)
  await stores.sessions.endAll(account.id)
  await forgetBrowsers(stores, account.id)
}

import { inRetriedTransaction } from '../account/account'
import type { AccountProfile } from '../account/account-store'
import type { Address } from '../account/identifier'
import { isLastSignInMethod } from '../account/sign-in-methods'
import { type From, record } from '../activity/activity'
import { maskAddress, putAddress } from '../binding/address'
import { keepAccount } from '../cancellation/cancellation'
import { forgetBrowsers } from '../known-browser/known-browser'
import { count, counted } from '../limit/limits'
import { addressesOf, tell } from '../notice/notice'
import { timeZoneOf } from '../profile/time-zone'
import type { Service } from '../service'
import type { Setting } from '../setting'
import type { Stores, Transaction } from '../stores'
import { changedAddress, type Disowned, findNotMe, putBackSubject, redeemNotMe } from './not-me-ticket'

/** What undoing a change would do to the addresses of an account. */
interface Undoing {
  kind: Address['kind']
  /** The address that the account had before. */
  putBack: string | null
  /** The address that the account has instead. */
  unbind: string | null
}

/** What a ticket would do, without using it up. Undefined when it is not good any more. */
export const findSecuring = async (
  { setting, storage }: Service,
  ticket: string,
): Promise<(Disowned & { putsBack: string | null; takesOff: string | null; timeZone: string }) | undefined> => {
  const disowned = await findNotMe(setting, storage, ticket)
  const account = disowned && (await storage.accounts.profile(disowned.accountId))
  if (!account) return undefined
  const undoing = await undoingOf(setting, storage, account, disowned)
  const timeZone = timeZoneOf(account)
  return { ...disowned, putsBack: masked(undoing, 'putBack'), takesOff: masked(undoing, 'unbind'), timeZone }
}

interface Asked {
  ticket: string
  from: From
}

type Secured =
  | { ok: true; accountId: string; putBack: string | null; passwordEnded: boolean }
  | { ok: false; code: 'ticket_refused' }

/**
 * Secures an account after a change that its person did not make. Every session ends, every browser is forgotten,
 * pending requests are dropped, and the password is removed, because somebody else may know it. A changed address is put back, and the new one is taken
 * off and told.
 */
export const secureAccount = inRetriedTransaction<Asked, Secured>(async (setting, stores, { ticket, from }) => {
  const disowned = await redeemNotMe(setting, stores, ticket)
  if (!disowned) return { ok: false, code: 'ticket_refused' }
  const { accountId } = disowned
  const before = await stores.accounts.profile(accountId)
  if (!before) return { ok: false, code: 'ticket_refused' }
  const undoing = await undoingOf(setting, stores, before, disowned)
  const putBack = undoing && (await undo(setting, stores, accountId, undoing)) ? masked(undoing, 'putBack') : null
  await stores.unbindings.drop(accountId)
  await stores.sessions.endAll(accountId)
  await forgetBrowsers(stores, accountId)
  const after = (await stores.accounts.profile(accountId)) ?? before
  await keepAccount(setting, stores, { account: after, from })
  const passwordEnded = after.passwordHash !== null && !(await isLastSignInMethod(stores, after, 'password'))
  if (passwordEnded) await stores.accounts.replacePassword(accountId, { was: after.passwordHash, becomes: null })
  await record(setting, stores, { accountId, kind: 'account_secured', from, detail: putBack ?? '' })
  await tell(setting, stores, { account: after, to: addressesOf(after), change: 'account_secured' })
  if (undoing?.unbind) {
    const gone = addressesOf(before).filter(({ to }) => to === undoing.unbind)
    const detail = masked(undoing, 'unbind') ?? ''
    await tell(setting, stores, { account: after, to: gone, change: `${undoing.kind}_removed`, detail })
  }
  return { ok: true, accountId, putBack, passwordEnded }
})

/**
 * What is left to undo. An address does not come back when another account has it by now, or when it was put back
 * before. The new address is removed all the same, unless nobody could sign in any more.
 */
const undoingOf = async (
  setting: Setting,
  stores: Stores,
  account: AccountProfile,
  { change, was }: Disowned,
): Promise<Undoing | undefined> => {
  const kind = changedAddress[change]
  if (!kind || account[kind] === was) return undefined
  const putBack = was !== null && (await canComeBack(setting, stores, { account, kind, was })) ? was : null
  const isNeeded = putBack === null && (await isLastSignInMethod(stores, account, kind))
  return { kind, putBack, unbind: isNeeded ? null : account[kind] }
}

const canComeBack = async (
  setting: Setting,
  stores: Stores,
  { account, kind, was }: { account: AccountProfile; kind: Address['kind']; was: string },
): Promise<boolean> => {
  const subject = putBackSubject(account.id, was)
  const times = await counted(stores, 'addressesPutBack', { subject, at: setting.now() })
  return times === 0 && (await stores.accounts.holderOf(kind, was)) === undefined
}

/** True when an address was put back. */
const undo = async (
  setting: Setting,
  stores: Transaction,
  accountId: string,
  { kind, putBack, unbind }: Undoing,
): Promise<boolean> => {
  if (unbind) await stores.accounts.unbind({ kind, value: unbind, accountId })
  if (putBack === null) return false
  await putAddress(setting, stores, { accountId, address: { kind, value: putBack } })
  await count(stores, 'addressesPutBack', { subject: putBackSubject(accountId, putBack), at: setting.now() })
  return true
}

const masked = (undoing: Undoing | undefined, which: 'putBack' | 'unbind'): string | null => {
  const value = undoing?.[which]
  return undoing && value ? maskAddress({ kind: undoing.kind, value }) : null
}

import type { AccountProfile } from '#account-api/accounts/account/account-record'
import { record } from '#account-api/accounts/activity/activity'
import { noteChange } from '#account-api/accounts/changes/history'
import type { MethodChange } from '#account-api/accounts/changes/history-store'
import { type Held, isLastSignInMethod, kinds, maskedMethod, methodKindOf } from '#account-api/accounts/methods/kinds'
import {
  allProven,
  confirms,
  countingSeconds,
  type FactorLacking,
  judgeRemoval,
  type Proving,
} from '#account-api/accounts/methods/ledger'
import { recipientOf, tell, toldOf } from '#account-api/accounts/notices/notice'
import { type Asked, askForChange, pendingChangesOf } from '#account-api/accounts/pending-changes/pending-change'
import type { PendingChange } from '#account-api/accounts/pending-changes/pending-change-store'
import type { Rule, Stores } from '#account-api/accounts/service'
import { endAccess } from '#account-api/accounts/sessions/end-access'
import { endSignInsBy } from '#account-api/accounts/sessions/end-sign-ins'
import type { Factor } from '#account-api/accounts/sessions/factor'
import type { From } from '#account-api/kernel/from'
import type { Change, CodeChannel } from '#account-api/kernel/outbox/message'
import type { Recipient } from '#account-api/kernel/outbox/post'
import type { ActivityKind } from '#contract/terms/activity'

interface Changing {
  account: AccountProfile
  change: Change & ActivityKind
  /** The name of the change in the history. Default: `change`. */
  noted?: MethodChange | undefined
  /** The factors that the author of the change has proven, where known. */
  provenBy?: Factor[] | undefined
  from: From
  detail?: string | undefined
  /** Who is notified. Default: every address of the account. */
  to?: Recipient<CodeChannel>[]
  link?: 'ticket' | 'page' | 'none'
  make: () => Promise<unknown>
}

/**
 * Makes a change of an account's methods: stores a snapshot, records the change and notifies the addresses. The account
 * has to be locked.
 */
export const changeMethod: Rule<Changing, void> = async (
  stores,
  {
    account,
    change,
    noted = change,
    provenBy = null,
    from,
    detail = '',
    to = toldOf(stores.deployment, account),
    link = 'ticket',
    make,
  },
) => {
  await noteChange(stores, { accountId: account.id, change: noted, provenBy })
  await make()
  await record(stores, { accountId: account.id, kind: change, from, detail })
  await tell(stores, { account, to, change, detail, link })
}

interface Removal extends Pick<Held, 'method' | 'value'>, Omit<Changing, 'change' | 'noted' | 'detail' | 'make'> {
  /** The session that stays, even if it began by the removed method. */
  keptSessionId?: string | undefined
  /** True when somebody has reported a mobile lost. Then every session ends except the kept one. */
  isLost?: boolean
}

/**
 * Removes a method of an account: ends the sign-ins by it and its pending change, and notifies every address, including
 * the removed one. The account has to be locked.
 * @throws IdentifierTaken when the account does not have the address by now
 */
export const removeMethod: Rule<Removal, void> = async (
  stores,
  { account, method, value, keptSessionId, isLost = false, ...known },
) => {
  const accountId = account.id
  const kind = methodKindOf(method)
  const make = async () => {
    await kinds[kind].takeOff?.(stores, { accountId, method, value })
    // The pending removal may be of another passkey.
    if (kind !== 'passkey') await stores.pendingChanges.drop(accountId, method)
    if (kind !== 'recovery_email')
      await endSignInsBy(stores, { accountId, entrance: kind, from: known.from, keptSessionId })
    // An intruder may have the phone.
    if (isLost && keptSessionId === undefined)
      await endAccess(stores, { accountId, from: known.from, keepsMethods: true })
  }
  const isCopied = kinds[kind].isTold && !kinds[kind].signsIn
  const told = isCopied ? [recipientOf({ kind: 'email', value })] : []
  await changeMethod(stores, {
    to: [...toldOf(stores.deployment, account), ...told],
    ...known,
    account,
    change: `${kind}_removed`,
    noted: isLost ? 'mobile_lost' : undefined,
    detail: maskedMethod({ method, value }),
    make,
  })
}

interface Put extends Pick<Held, 'method' | 'value'>, Omit<Changing, 'change' | 'noted' | 'detail' | 'make'> {
  /** The value that is replaced. Null: the account has none. */
  was: string | null
  keptSessionId?: string | undefined
}

/**
 * Sets or replaces a method that an account has at most once, and ends the sign-ins by the earlier value. Every
 * address is notified, including the earlier and the new one. The account has to be locked.
 * @throws IdentifierTaken, PlatformTaken
 */
export const putMethod: Rule<Put, void> = async (stores, { account, method, value, was, keptSessionId, ...known }) => {
  const accountId = account.id
  const kind = methodKindOf(method)
  const { putOn, takeOff, changes, isTold } = kinds[kind]
  if (!changes) throw new Error(`an account has several of ${kind}`)
  const make = async () => {
    if (was !== null) await takeOff?.(stores, { accountId, method, value: was })
    await putOn?.(stores, { accountId, method, value, at: stores.deployment.now() })
    if (was === null || kind === 'recovery_email') return
    await stores.pendingChanges.drop(accountId, method)
    await endSignInsBy(stores, { accountId, entrance: kind, from: known.from, keptSessionId })
  }
  const concerned = [was, value].filter((each) => each !== null)
  const told = isTold
    ? concerned.map((each) => recipientOf({ kind: kind === 'mobile' ? kind : 'email', value: each }))
    : []
  await changeMethod(stores, {
    to: [...toldOf(stores.deployment, account), ...told],
    ...known,
    account,
    change: changes[was === null ? 'added' : 'replaced'],
    detail: [
      ...new Set(concerned.map((each) => maskedMethod({ method, value: each }, each === was ? value : was))),
    ].join(' → '),
    make,
  })
}

export type Lost = { ok: true; pending?: PendingChange } | FactorLacking | Exclude<Asked, { ok: true }>

/**
 * True for the only sign-in method of an account without a second factor that counts: nothing else can be proven, and
 * nobody else notified.
 */
export const isAlone = async (stores: Stores, account: AccountProfile, method: string) =>
  countingSeconds(stores.deployment, account).length === 0 && isLastSignInMethod(stores, account, method)

interface Own extends Proving {
  /** The method that is removed or replaced. Undefined if one is added. */
  held: Held | undefined
  /** The successor, as pending changes store it. Default: none. */
  successor?: string
  /** True when the person prefers the wait to proving another factor. */
  waits: boolean
  /** True when the change is made at once. */
  isAtOnce?: boolean
  from: From
  /** Uses up the proof of the call. False when another call was first. */
  use: () => Promise<boolean>
  make: (provenBy: Factor[]) => Promise<unknown>
}

/**
 * Adds, replaces or removes a method for a signed-in person: at once, or after 48 hours. Every address is notified of
 * the wait. The account has to be locked.
 */
export const changeOwn: Rule<Own, Lost | { ok: false; code: 'ticket_refused' }> = async (
  stores,
  { held, successor = null, waits, isAtOnce = false, from, use, make, ...proving },
) => {
  const judged =
    held && !isAtOnce ? judgeRemoval(stores.deployment, proving, held) : { areEnough: true, proven: [], lacking: [] }
  const { areEnough, proven, lacking } = judged
  if (lacking.length > 0 && !waits) return { ok: false, code: 'factor_lacking', lacking }
  if (!(await use())) return { ok: false, code: 'ticket_refused' }
  const { account } = proving.present
  if (!held || areEnough) {
    await make(allProven(stores.deployment, proving.present, proving.proven))
    return { ok: true }
  }
  const { kind, method, value } = held
  const isLost = kind !== 'platform' && !proven.some((factor) => factor === kind)
  return askForChange(stores, { account, method, value, successor, isLost, askedBy: proven, from })
}

interface Reported extends Pick<Held, 'method' | 'value'> {
  account: AccountProfile
  /** False, because the person who wants it removed has proven it. */
  isLost?: boolean
  /** The factors that were proven without a session. */
  askedBy: readonly Factor[]
  from: From
}

/**
 * Removes a method that a person without a session reports lost. Two factors that count remove it at once, even if
 * proven one after the other, because one thief could stop each single report. Otherwise it takes 48 hours. The account
 * has to be locked.
 */
export const reportLost: Rule<Reported, Asked | { ok: true; pending?: undefined }> = async (
  stores,
  { account, method, value, isLost = true, askedBy, from },
) => {
  const before = (await pendingChangesOf(stores, account)).find((each) => each.method === method)
  const all = [...new Set([...(before?.askedBy ?? []), ...askedBy])]
  if (!confirms(stores.deployment, account, all))
    return askForChange(stores, { account, method, value, successor: null, isLost, askedBy: all, from })
  const lost = isLost && methodKindOf(method) === 'mobile'
  await removeMethod(stores, { account, method, value, provenBy: all, isLost: lost, from })
  return { ok: true }
}

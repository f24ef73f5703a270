import type { ActivityKind } from '../../../contract/terms/activity'
import { type From, nowhere } from '../../kernel/from'
import { count } from '../../kernel/limits/limits'
import type { Change } from '../../kernel/outbox/message'
import { hours, secondsUntil } from '../../kernel/time'
import type { AccountProfile } from '../account/account-record'
import { maskEmail, maskMobile } from '../account/identifier'
import { timeZoneOf } from '../account/time-zone'
import { record } from '../activity/activity'
import { tellAddresses } from '../notices/notice'
import type { Rule, Setting, Stores, Transaction } from '../service'
import type { PendingChange } from './pending-change-store'
import { recoveryMethod, recoverySealOf } from './recovery'

/** How long a change is pending that is proven by fewer than two factors. */
export const pendingHours = 48

type Kinds = Record<'removal' | 'replacement' | 'stopped', Change & ActivityKind>

const kinds = {
  mobile: {
    removal: 'mobile_removal_asked',
    replacement: 'mobile_change_asked',
    stopped: 'mobile_removal_stopped',
  },
  email: { removal: 'email_removal_asked', replacement: 'email_change_asked', stopped: 'email_removal_stopped' },
  platform: {
    removal: 'platform_removal_asked',
    replacement: 'platform_change_asked',
    stopped: 'platform_removal_stopped',
  },
  authenticator: {
    removal: 'authenticator_removal_asked',
    // An authenticator is removed, and another one added.
    replacement: 'authenticator_removal_asked',
    stopped: 'authenticator_removal_stopped',
  },
  // The link of a recovery is sent.
  [recoveryMethod]: { removal: 'recovery_asked', replacement: 'recovery_asked', stopped: 'recovery_stopped' },
} as const satisfies Record<string, Kinds>

const isOwn = (method: string): method is keyof typeof kinds => method in kinds

const kindsOf = (method: string): Kinds => kinds[isOwn(method) ? method : 'platform']

/** What is told of a change that was asked for. */
const askedKind = ({
  method,
  successor,
  firstOperator,
}: Pick<PendingChange, 'method' | 'successor' | 'firstOperator'>) =>
  firstOperator ? 'recovery_to_agree' : kindsOf(method)[successor === null ? 'removal' : 'replacement']

interface AskedChange
  extends Pick<PendingChange, 'method' | 'value' | 'successor' | 'isLost' | 'askedBy' | 'firstOperator'> {
  account: AccountProfile
  from: From
  /** How long it waits. Default: 48 hours. */
  waitsMs?: number
  /** What the activity tells of it. Default: when it takes effect. */
  noted?: string
}

export type Asked = { ok: true; pending: PendingChange } | { ok: false; code: 'too_many_requests'; retryAfter: number }

/**
 * Makes a change pending, and tells every address, including the one to be removed. Asking again changes nothing and
 * sends nothing. The account has to be locked.
 */
export const askForChange = async (
  setting: Setting,
  stores: Transaction,
  { account, from, waitsMs = hours(pendingHours), noted, ...wanted }: AskedChange,
): Promise<Asked> => {
  const { method, value, successor } = wanted
  const standing = (await stores.pendingChanges.of(account.id)).find((each) => each.method === method)
  if (standing?.value === value && standing.successor === successor) return { ok: true, pending: standing }
  const askedAt = setting.now()
  // Each request sends messages, and the asker may stop the change and ask again.
  const counted = await count(stores, 'pendingChanges', { subject: account.id, at: askedAt })
  if (!counted.within) return { ok: false, code: 'too_many_requests', retryAfter: secondsUntil(setting, counted.until) }
  const takesEffectAt = askedAt + waitsMs
  const pending = { ...wanted, accountId: account.id, askedAt, takesEffectAt }
  await stores.pendingChanges.put(pending)
  const kind = askedKind(wanted)
  const told = noted ?? new Date(takesEffectAt).toISOString()
  await record(setting, stores, { accountId: account.id, kind, from, detail: told })
  const detail = { at: takesEffectAt, timeZone: timeZoneOf(account) }
  await tellAddresses(setting, stores, { account, change: kind, detail })
  return { ok: true, pending }
}

/** The present values of each sign-in method that can be changed, and what a recovery is bound to. */
const valuesOf = async (stores: Stores, account: AccountProfile): Promise<Map<string, string | null>> => {
  const { id, mobile, email, authenticatorSince } = account
  const platforms = await stores.platforms.of(id)
  return new Map([
    ['mobile', mobile],
    ['email', email],
    ['authenticator', authenticatorSince === null ? null : String(authenticatorSince)],
    ...platforms.map(({ platform, openid }) => [platform, openid] as const),
    [recoveryMethod, recoverySealOf(account)],
  ])
}

/** True when the account still has the value that a pending change would remove. */
export const isStillBound = async (
  stores: Stores,
  account: AccountProfile,
  { method, value }: PendingChange,
): Promise<boolean> => (await valuesOf(stores, account)).get(method) === value

/** The pending changes of an account, without those whose address or identity has gone since. */
export const pendingChangesOf = async (stores: Stores, account: AccountProfile): Promise<PendingChange[]> => {
  const pending = await stores.pendingChanges.of(account.id)
  if (pending.length === 0) return []
  const values = await valuesOf(stores, account)
  return pending.filter(({ method, value }) => values.get(method) === value)
}

const maskedValue = ({ method, value }: PendingChange): string => {
  if (method === 'mobile') return maskMobile(value)
  if (method === 'authenticator' || method === recoveryMethod) return ''
  return method === 'email' ? maskEmail(value) : method
}

/** The successor of a pending change as people see it: a masked address, or the name of a third-party identity. */
export const maskedSuccessor = ({ method, successor }: PendingChange): string | null => {
  if (successor === null) return null
  if (method === 'mobile') return maskMobile(successor)
  return method === 'email' || method === recoveryMethod
    ? maskEmail(successor)
    : (JSON.parse(successor) as { name: string }).name
}

/** Records that a pending change was stopped, and tells the addresses. */
export const tellStopped = async (
  setting: Setting,
  stores: Transaction,
  { account, pending, from }: { account: AccountProfile; pending: PendingChange; from: From },
): Promise<void> => {
  const kind = kindsOf(pending.method).stopped
  const detail = maskedValue(pending)
  await record(setting, stores, { accountId: account.id, kind, from, detail })
  await tellAddresses(setting, stores, { account, change: kind, detail })
}

interface Dropping {
  accountId: string
  /** The method whose changes are dropped. All of them by default. */
  method?: string
  /** The changes to keep. */
  except?: (pending: PendingChange) => boolean
  from: From
}

/**
 * Drops the pending changes of an account, in the transaction of the act that stopped them, and tells its addresses.
 */
export const dropPendingChanges: Rule<Dropping, void> = async (
  setting,
  stores,
  { accountId, method, except = () => false, from },
) => {
  await stores.accounts.lock(accountId)
  const stopped = (await stores.pendingChanges.of(accountId)).filter(
    (pending) => (method === undefined || pending.method === method) && !except(pending),
  )
  const dropped = await Promise.all(stopped.map((each) => stores.pendingChanges.drop(accountId, each.method)))
  const account = dropped.length > 0 ? await stores.accounts.profile(accountId) : undefined
  if (!account) return
  for (const pending of dropped.flat()) {
    const isRecovery = pending.method === recoveryMethod
    // What stops a recovery has mostly just ended the password that it is bound to.
    if (!isRecovery && !(await isStillBound(stores, account, pending))) continue
    await tellStopped(setting, stores, { account, pending, from })
    // The operator may have been fooled, and would be fooled again.
    if (isRecovery) await count(stores, 'recoveriesStopped', { subject: accountId, at: setting.now() })
  }
}

/**
 * Drops the recovery of an account for the operator, who may ask for another one. The account has to be locked.
 * @returns false when there is none
 */
export const dropRecovery: Rule<AccountProfile, boolean> = async (setting, stores, account) => {
  const [pending] = await stores.pendingChanges.drop(account.id, recoveryMethod)
  if (!pending) return false
  await tellStopped(setting, stores, { account, pending, from: nowhere })
  return true
}

/** True when a change was asked for with a code to another address than the one that it removes. */
export const isAskedByOther = ({ method, askedBy }: PendingChange): boolean =>
  askedBy.some((factor) => factor !== 'password' && factor !== method)

/**
 * Stops the pending removals of an address that was reported lost and has just been proven, if a password alone asked
 * for them. A removal that was also proven by the other address takes more to stop.
 */
export const keepProvenAddress = async (
  setting: Setting,
  stores: Transaction,
  { kind, value }: { kind: 'mobile' | 'email'; value: string },
): Promise<void> => {
  const except = isAskedByOther
  for (const { accountId } of await stores.pendingChanges.ofLost(kind, value))
    await dropPendingChanges(setting, stores, { accountId, method: kind, except, from: nowhere })
}

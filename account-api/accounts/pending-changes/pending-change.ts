import type { AccountProfile } from '#account-api/accounts/account/account-record'
import { maskEmail } from '#account-api/accounts/account/identifier'
import { timeZoneOf } from '#account-api/accounts/account/time-zone'
import { heldBy, maskedMethod, methodKindOf } from '#account-api/accounts/methods/kinds'
import { recordAndTell } from '#account-api/accounts/notices/notice'
import type { Rule, Stores } from '#account-api/accounts/service'
import { type From, nowhere } from '#account-api/kernel/from'
import { count } from '#account-api/kernel/limits/limits'
import type { Change } from '#account-api/kernel/outbox/message'
import { hours, secondsUntil } from '#account-api/kernel/time'
import type { ActivityKind } from '#contract/terms/activity'
import type { PendingChange } from './pending-change-store'
import { recoveryMethod, recoverySealOf } from './recovery'

/** How long a change proven by fewer than two factors is pending. */
export const pendingHours = 48

/** The names of the request and the end of a change, for each kind of method. A recovery ends by sending a link. */
const kindsOf = (method: string): Record<'removal' | 'replacement' | 'stopped', Change & ActivityKind> => {
  if (method === recoveryMethod)
    return { removal: 'recovery_asked', replacement: 'recovery_asked', stopped: 'recovery_stopped' }
  const kind = methodKindOf(method)
  const removal = `${kind}_removal_asked` as const
  // An authenticator or a passkey cannot be replaced: one is removed, and another added.
  const replacement = kind === 'authenticator' || kind === 'passkey' ? removal : (`${kind}_change_asked` as const)
  return { removal, replacement, stopped: `${kind}_removal_stopped` }
}

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
  /** How long the change waits. Default: 48 hours. */
  waitsMs?: number
  /** The detail in the activity. Default: when the change takes effect. */
  noted?: string
}

export type Asked = { ok: true; pending: PendingChange } | { ok: false; code: 'too_many_requests'; retryAfter: number }

/**
 * Makes a change pending, and notifies every address, including the one to be removed. A repeated request changes
 * nothing and sends nothing. The account has to be locked.
 */
export const askForChange: Rule<AskedChange, Asked> = async (
  stores,
  { account, from, waitsMs = hours(pendingHours), noted, ...wanted },
) => {
  const { method, value, successor } = wanted
  const standing = (await stores.pendingChanges.of(account.id)).find((each) => each.method === method)
  if (standing?.value === value && standing.successor === successor) return { ok: true, pending: standing }
  const askedAt = stores.deployment.now()
  // Each request sends messages, and a change can be stopped and requested repeatedly.
  const counted = await count(stores, 'pendingChanges', { subject: account.id, at: askedAt })
  if (!counted.within)
    return { ok: false, code: 'too_many_requests', retryAfter: secondsUntil(stores.deployment, counted.until) }
  const takesEffectAt = askedAt + waitsMs
  const pending = { ...wanted, accountId: account.id, askedAt, takesEffectAt }
  await stores.pendingChanges.put(pending)
  const detail = { at: takesEffectAt, timeZone: timeZoneOf(account) }
  await recordAndTell(stores, {
    account,
    change: askedKind(wanted),
    from,
    detail,
    noted: noted ?? new Date(takesEffectAt).toISOString(),
  })
  return { ok: true, pending }
}

/** Returns a test of pending changes: the account still has the method, or the seal of the recovery is unchanged. */
const stillHeld = async (stores: Stores, account: AccountProfile): Promise<(pending: PendingChange) => boolean> => {
  const held = await heldBy(stores, account)
  return ({ method, value }) =>
    method === recoveryMethod
      ? value === recoverySealOf(account)
      : held.some((each) => each.method === method && each.value === value)
}

/** True when the account still has the value that a pending change would remove. */
export const isStillBound = async (stores: Stores, account: AccountProfile, pending: PendingChange): Promise<boolean> =>
  (await stillHeld(stores, account))(pending)

/** The pending changes of an account whose address or third-party identity it still has. */
export const pendingChangesOf = async (stores: Stores, account: AccountProfile): Promise<PendingChange[]> => {
  const pending = await stores.pendingChanges.of(account.id)
  return pending.length === 0 ? [] : pending.filter(await stillHeld(stores, account))
}

/** The successor of a pending change as people see it: a masked address, or the name of a third-party identity. */
export const maskedSuccessor = ({ method, successor }: PendingChange): string | null => {
  if (successor === null) return null
  if (method === recoveryMethod) return maskEmail(successor)
  return methodKindOf(method) === 'platform'
    ? (JSON.parse(successor) as { name: string }).name
    : maskedMethod({ method, value: successor })
}

export const tellStopped: Rule<{ account: AccountProfile; pending: PendingChange; from: From }, void> = async (
  stores,
  { account, pending, from },
) => {
  const detail = pending.method === recoveryMethod ? '' : maskedMethod(pending)
  await recordAndTell(stores, { account, change: kindsOf(pending.method).stopped, from, detail })
}

interface Dropping {
  accountId: string
  /** The method whose changes are dropped. All of them by default. */
  method?: string
  except?: (pending: PendingChange) => boolean
  from: From
}

/**
 * Drops the pending changes of an account, in the transaction of the act that stopped them, and notifies its addresses.
 */
export const dropPendingChanges: Rule<Dropping, void> = async (
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
    // What stops a recovery usually ends the password that it is bound to, so isStillBound would be false.
    if (!isRecovery && !(await isStillBound(stores, account, pending))) continue
    await tellStopped(stores, { account, pending, from })
    // A stopped recovery still counts: the operator may have been deceived, and could be again.
    if (isRecovery) await count(stores, 'recoveriesStopped', { subject: accountId, at: stores.deployment.now() })
  }
}

/**
 * Drops the recovery of an account for the operator, who may request another one. The account has to be locked.
 * @returns false if the account has none
 */
export const dropRecovery: Rule<AccountProfile, boolean> = async (stores, account) => {
  const [pending] = await stores.pendingChanges.drop(account.id, recoveryMethod)
  if (!pending) return false
  await tellStopped(stores, { account, pending, from: nowhere })
  return true
}

/** True when a change was requested with a code to an address other than the one that it removes. */
export const isAskedByOther = ({ method, askedBy }: PendingChange): boolean =>
  askedBy.some((factor) => factor !== 'password' && factor !== method)

/**
 * Stops the pending removals of an address that was reported lost and has just been proven, if only a password
 * requested them. A removal that the other address also proved needs more to stop it.
 */
export const keepProvenAddress: Rule<{ kind: 'mobile' | 'email'; value: string }, void> = async (
  stores,
  { kind, value },
) => {
  const except = isAskedByOther
  for (const { accountId } of await stores.pendingChanges.ofLost(kind, value))
    await dropPendingChanges(stores, { accountId, method: kind, except, from: nowhere })
}

import type { ToldAddress } from '#account-api/accounts/account/identifier'
import type { Stores } from '#account-api/accounts/service'
import { type Counted, counted } from '#account-api/kernel/limits/limits'
import { windowOf } from './history'
import type { SignInMethods, Snapshot, Window } from './history-store'

/** Whether an address that reports "this was not me" is accepted, and if so, what it would restore. */
export type Hearing =
  | { heard: false }
  | {
      heard: true
      /** The snapshot before the first change that the address was notified of. Undefined: nothing to restore. */
      before: Snapshot | undefined
      /** When the account got the address, which it may have lost since. */
      boundAt: number
      /** False when the account has had another address for longer. */
      isOldest: boolean
      /** The hash that a typed password also has to match. */
      passwordHash: string | null
    }

const unheard = { heard: false } as const

/** The name under which the limit counts how often an address restores itself. */
export const putBackSubject = (accountId: string, { value }: ToldAddress): Counted => ({
  subject: accountId,
  part: value,
})

/**
 * Decides whether a report by an address is accepted, by how long the account has had the address (decision 0039). The
 * time ends at the message, so waiting until the last hour of a link gains nothing:
 * - An address younger than 72 hours is refused while the account has an older one.
 * - A mobile that was reported lost is accepted with the password that the account had before. Without such a password,
 * it is accepted only if no address is older.
 * - An address that the guard's holder has removed is accepted once in 30 days, if the guarding address is older.
 * - A recovery address is accepted once it is 72 hours old. A removed one is accepted once in 30 days, so a mailbox in
 * other hands cannot stay against the owner's will. A guard does not block it, because a thief of the phone can set
 * one.
 */
export const hearingOf = async (
  stores: Stores,
  { accountId, address, toldAt }: { accountId: string; address: ToldAddress; toldAt: number },
): Promise<Hearing> => {
  const { kind, value } = address
  const window = windowOf(accountId, toldAt)
  const present = await stores.history.present(accountId)
  const before = await stores.history.first(window, address)
  const has = present?.[kind]?.value === value
  const times = [before?.[kind], has ? present?.[kind] : null].flatMap((held) => (held ? [held.boundAt] : []))
  if (times.length === 0) return unheard
  const boundAt = Math.min(...times)
  if (kind === 'recovery') {
    const isOver = !has && (await hasPutItselfBack(stores, { accountId, address }))
    if (isOver || boundAt > window.since) return unheard
    return { heard: true, before, boundAt, isOldest: false, passwordHash: null }
  }
  const isOldest = !(await hasOlder(stores, window, present, boundAt))
  if (!isOldest && boundAt > window.since) return unheard
  const heard = { heard: true, before, boundAt, isOldest, passwordHash: null } as const
  if (kind === 'mobile' && (await stores.history.wasReportedLost(window, value))) {
    const passwordHash = (await stores.history.first(window))?.passwordHash ?? null
    return passwordHash !== null || isOldest ? { ...heard, passwordHash } : unheard
  }
  return !has && (await isOutranked(stores, { accountId, address, boundAt })) ? unheard : heard
}

const hasOlder = async (
  stores: Stores,
  window: Window,
  present: SignInMethods | undefined,
  boundAt: number,
): Promise<boolean> => {
  const held = [present?.mobile, present?.email]
  if (held.some((each) => each && each.boundAt < boundAt)) return true
  return stores.history.hasOlderAddress(window, boundAt)
}

/** True when an older address guards the account, and this one has restored itself before. */
const isOutranked = async (
  stores: Stores,
  { accountId, address, boundAt }: { accountId: string; address: ToldAddress; boundAt: number },
): Promise<boolean> => {
  const guard = await stores.guards.of(accountId, stores.deployment.now())
  return guard !== undefined && guard.boundAt < boundAt && hasPutItselfBack(stores, { accountId, address })
}

const hasPutItselfBack = async (
  stores: Stores,
  { accountId, address }: { accountId: string; address: ToldAddress },
): Promise<boolean> => {
  const at = stores.deployment.now()
  return (await counted(stores, 'addressesPutBack', { ...putBackSubject(accountId, address), at })) > 0
}

import type { AccountProfile } from '#account-api/accounts/account/account-record'
import type { Address } from '#account-api/accounts/account/identifier'
import { guardOf } from '#account-api/accounts/changes/guard'
import type { Guard } from '#account-api/accounts/changes/guard-store'
import { earlierHashOf, provenFactors } from '#account-api/accounts/methods/ledger'
import type { Factor } from '#account-api/accounts/sessions/factor'
import type { Person } from '#account-api/accounts/sessions/person'
import { freshProofMs } from '#account-api/kernel/lifetimes'
import { secondsUntil } from '#account-api/kernel/time'
import type { Deployment, Stores } from '#account-api/verification/service'

/** A refusal to remove or replace a sign-in method without a proof of the guarding address. */
export interface GuardLacking {
  ok: false
  code: 'guard_lacking'
  way: Address['kind']
}

/**
 * Decides whether a person may remove or replace a sign-in method of their account while it is guarded: with a code to
 * the guarding address that is a fresh proof, in this session or to sign in.
 * @param proven the address that a ticket of the call proves
 * @returns undefined when they may
 */
export const judgeGuard = async (
  stores: Stores,
  { account, session }: Person,
  proven: string | undefined,
): Promise<GuardLacking | undefined> => {
  const at = stores.deployment.now()
  const guard = await guardOf(stores, account, at)
  if (!guard || proven === guard.value) return undefined
  if (yieldsTo(stores.deployment, account, guard, provenFactors(stores.deployment, { account, session }, proven)))
    return undefined
  const provenAt = session.factors[guard.kind] ?? 0
  return provenAt >= Math.max(at - freshProofMs(stores.deployment), guard.since)
    ? undefined
    : { ok: false, code: 'guard_lacking', way: guard.kind }
}

/**
 * True when a guard yields. A number that was used to replace the password yields to the email together with the
 * previous password: otherwise a thief of the SIM could make the number the guard.
 */
export const yieldsTo = (
  deployment: Deployment,
  account: AccountProfile,
  guard: Guard,
  proven: readonly Factor[],
): boolean =>
  guard.kind === 'mobile' &&
  earlierHashOf(deployment, account) !== undefined &&
  proven.includes('email') &&
  proven.includes('password')

/** A refusal to remove an address from a guarded account, for a person who is not signed in to it. */
export interface Guarded {
  ok: false
  code: 'guarded'
  /** In seconds. */
  retryAfter: number
}

/**
 * Decides whether an address of an account may be removed by a person who is not signed in to it.
 * @param proven the address that they have proven
 * @param factors the factors that they have proven
 * @returns undefined when it may
 */
export const judgeGuardFromOutside = async (
  stores: Stores,
  account: AccountProfile,
  proven: string | undefined,
  factors: readonly Factor[] = [],
): Promise<Guarded | undefined> => {
  const guard = await guardOf(stores, account, stores.deployment.now())
  if (!guard || proven === guard.value || yieldsTo(stores.deployment, account, guard, factors)) return undefined
  return { ok: false, code: 'guarded', retryAfter: secondsUntil(stores.deployment, guard.until) }
}

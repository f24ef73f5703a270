import { timingSafeEqual } from 'node:crypto'
import type { AccountProfile } from '#account-api/accounts/account/account-record'
import { recordAndTell } from '#account-api/accounts/notices/notice'
import { dropPendingChanges } from '#account-api/accounts/pending-changes/pending-change'
import type { From } from '#account-api/kernel/from'
import { fitsAt, type Poured, pour, rates } from '#account-api/kernel/limits/leaky-bucket'
import { secondsUntil } from '#account-api/kernel/time'
import type { Rule, Stores } from '#account-api/verification/service'
import { bareCode } from '#rules/typed/code'
import { hashRecoveryCode, recoveryCodeRule } from './recovery-codes'
import { openSecret } from './secret'
import { stepAt, totpAt, totpRule } from './totp'

/** Why a code of an authenticator, or a recovery code, is refused. */
export type WrongFactorCode =
  | { ok: false; code: 'code_wrong'; triesLeft: number }
  | { ok: false; code: 'code_used' }
  | { ok: false; code: 'code_locked'; retryAfter: number }

/** Where the code is typed. A thief's attempts at the sign-in do not lock out a signed-in person. */
export type FactorPlace = 'sign_in' | 'session'

interface Typed {
  account: AccountProfile
  code: string
  place: FactorPlace
  from: From
}

/**
 * Checks a code of the account's authenticator app, or one of its recovery codes, and uses it up: a time step proves a
 * person once (RFC 6238, section 5.2), and so does a recovery code. Wrong ones are counted. The account has to be
 * locked, so the second of two requests with one code finds it used.
 */
export const judgeFactorCode: Rule<Typed, { ok: true } | WrongFactorCode> = async (
  stores,
  { account, code: typed, place, from },
) => {
  const accountId = account.id
  const locked = await lockedOut(stores, { accountId, place })
  if (locked) return locked
  const code = bareCode(typed)
  const judged = isTotp(code)
    ? await judgeTotp(stores, { accountId, code })
    : await judgeRecoveryCode(stores, { account, code, from })
  if (judged === 'wrong') return countWrong(stores, { accountId, place })
  if (judged === 'used') return { ok: false, code: 'code_used' }
  // A valid code shows that the device is not lost: cancel the pending removal.
  await dropPendingChanges(stores, { accountId, method: 'authenticator', from })
  return { ok: true }
}

const isTotp = (code: string): boolean => /^\d{6}$/.test(code)

interface Try {
  accountId: string
  place: FactorPlace
}

const bucketOfTries = ({ accountId, place }: Try) =>
  ({ name: 'wrongFactorCodes', subject: accountId, part: place }) as const

/** The refusal of any code, correct or wrong, after too many wrong ones. */
export const lockedOut = async (
  stores: Stores,
  tried: Try,
): Promise<Extract<WrongFactorCode, { code: 'code_locked' }> | undefined> => {
  const until = await fitsAt(stores, bucketOfTries(tried), stores.deployment.now())
  if (until <= stores.deployment.now()) return undefined
  return { ok: false, code: 'code_locked', retryAfter: secondsUntil(stores.deployment, until) }
}

/** Counts a wrong code. The account has to be locked. */
export const countWrong = async (stores: Stores, tried: Try): Promise<WrongFactorCode> => {
  const at = stores.deployment.now()
  await pour(stores, bucketOfTries(tried), at)
  return { ok: false, code: 'code_wrong', triesLeft: await triesLeft(stores, bucketOfTries(tried), at) }
}

const triesLeft = async (stores: Stores, tried: Poured, at: number): Promise<number> => {
  const { most, leakMs } = rates[tried.name]
  const fullAt = (await fitsAt(stores, tried, at)) + (most - 1) * leakMs
  return Math.max(0, Math.floor(most - (fullAt - at) / leakMs))
}

/**
 * The time step of a code, near the current one. Every step is compared, in constant time.
 * @returns undefined when the code belongs to none of them
 */
export const stepOfCode = (secret: Buffer, code: string, at: number): number | undefined => {
  const { drift } = totpRule
  const steps = Array.from({ length: 2 * drift + 1 }, (_, nth) => stepAt(at) - drift + nth)
  const matching = steps.filter((step) => timingSafeEqual(Buffer.from(totpAt(secret, step)), Buffer.from(code)))
  return matching.at(-1)
}

const judgeTotp: Rule<{ accountId: string; code: string }, 'right' | 'wrong' | 'used'> = async (
  stores,
  { accountId, code },
) => {
  const sealed = await stores.authenticators.secretOf(accountId)
  if (!sealed) return 'wrong'
  const secret = openSecret(stores.deployment, accountId, sealed)
  if (!secret) {
    stores.deployment.warn(
      { account: accountId },
      'the secret of an authenticator cannot be opened: its key is no longer in the ring',
    )
    return 'wrong'
  }
  const step = stepOfCode(secret, code, stores.deployment.now())
  if (step === undefined) return 'wrong'
  return (await stores.authenticators.takeStep(accountId, step)) ? 'right' : 'used'
}

/** The person is notified of a used recovery code, because a thief of the paper leaves no other trace. */
const judgeRecoveryCode: Rule<Pick<Typed, 'account' | 'code' | 'from'>, 'right' | 'wrong'> = async (
  stores,
  { account, code, from },
) => {
  if (code.length !== recoveryCodeRule.letters || account.authenticatorSince === null) return 'wrong'
  const { id: accountId } = account
  if (!(await stores.authenticators.takeRecoveryCode(accountId, hashRecoveryCode(accountId, code)))) return 'wrong'
  const detail = String(await stores.authenticators.countRecoveryCodes(accountId))
  await recordAndTell(stores, { account, change: 'recovery_code_used', from, detail })
  return 'right'
}

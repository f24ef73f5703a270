import { createHmac } from 'node:crypto'
import { kindOf } from '#account-api/accounts/account/identifier'
import { isOn } from '#account-api/accounts/account/identifiers-on'
import { keepProvenAddress } from '#account-api/accounts/pending-changes/pending-change'
import type { CodeChannel } from '#account-api/kernel/outbox/message'
import { seconds, secondsUntil } from '#account-api/kernel/time'
import type { Deployment, Stores, Transaction } from '#account-api/verification/service'
import { emailPurpose, mobilePurpose } from '#contract/terms/purposes'
import { derivedKey } from '#contract/wire/derived-key'
import type { CodeRecord, CodeSlot, NamedCode } from './code-store'
import { purposeOf } from './purposes'

export const codeRule = { digits: 6, tries: 5, resendMs: seconds(60) }

/** An address that a code is sent to, with a purpose number of the specification. */
export interface Target {
  channel: CodeChannel
  to: string
  type: number
}

/** A code that a person typed. Without a name, it is compared with the newest code of the target. */
export interface TypedCode {
  target: Target
  code: string
  named?: NamedCode
}

/**
 * The result of checking a code, with its remaining attempts. `code_used`: it was correct, but is used up.
 * `code_locked`: it has no attempts left; the time says when another one can be sent. `too_many_wrong_codes`: too many
 * guesses at the codes of this address.
 */
export type Judgement =
  | { ok: true; triesLeft: number }
  /** `isEarlier`: the same browser was sent this code by another request for the address, or by an earlier one. */
  | { ok: false; code: 'code_wrong'; triesLeft: number; isEarlier?: boolean }
  | { ok: false; code: 'code_expired' | 'code_used' }
  | { ok: false; code: 'code_locked' | 'too_many_wrong_codes'; retryAfter: number }

/** Checks a code, and uses it up if it is correct. A wrong code uses up an attempt. */
export const consumeCode = async (stores: Transaction, typed: TypedCode): Promise<Judgement> => {
  const judgement = await judge(stores, { ...typed, consume: true })
  const { target } = typed
  // A proven address is not lost. The code of a registration is no such proof, because the person may be new to the
  // address.
  if (judgement.ok && target.type !== registerPurpose[target.channel])
    await keepProvenAddress(stores, { kind: kindOf[target.channel], value: target.to })
  return judgement
}

const registerPurpose = { sms: mobilePurpose.register, email: emailPurpose.register }

/** Checks a code, and leaves a correct one unused. A wrong code uses up an attempt. */
export const lookAtCode = (stores: Stores, typed: TypedCode): Promise<Judgement> =>
  judge(stores, { ...typed, consume: false })

/** Ends the codes that were sent for something that has happened in another way. */
export const endCodes = (stores: Stores, target: Target): Promise<void> =>
  stores.codes.end(slotOf(target), stores.deployment.now())

const judge = async (
  stores: Stores,
  { target, code, named, consume }: TypedCode & { consume: boolean },
): Promise<Judgement> => {
  // A code that was sent before the policy disabled its kind of address.
  if (!isOn(stores.deployment, kindOf[target.channel])) return { ok: false, code: 'code_expired' }
  const slot = slotOf(target)
  const at = stores.deployment.now()
  const hashes = stores.deployment.secrets.map((secret) => hashBy(secret, slot, code))
  const tried = await stores.codes.attempt(slot, { named, hashes, at, consume })
  if (tried?.right) return { ok: true, triesLeft: tried.triesLeft }
  if (tried && tried.triesLeft > 0) {
    const { triesLeft } = tried
    return {
      ok: false,
      code: 'code_wrong',
      triesLeft,
      isEarlier: await isEarlier(stores, { slot, tried, code }),
    }
  }
  const standing = await stores.codes.find(slot, named)
  if (standing?.usedAt) return { ok: false, code: 'code_used' }
  if (!standing || standing.expiresAt <= at) return { ok: false, code: 'code_expired' }
  return { ok: false, code: 'code_locked', retryAfter: secondsUntil(stores.deployment, resendAt(standing)) }
}

/**
 * True for a code that the same browser got by another request for the address: for another purpose, or before the
 * newest one. It opens nothing and has cost an attempt, so an attacker gains nothing by the answer.
 */
const isEarlier = async (
  stores: Stores,
  { slot, tried, code }: { slot: CodeSlot; tried: { asker: string; earlierHash: string | null }; code: string },
): Promise<boolean> => {
  const others = await stores.codes.othersOf(slot, { asker: tried.asker, at: stores.deployment.now() })
  return [{ purpose: slot.purpose, hash: tried.earlierHash }, ...others].some(({ purpose, hash }) =>
    stores.deployment.secrets.some((secret) => hashBy(secret, { ...slot, purpose }, code) === hash),
  )
}

/** When the requester may have another code sent. */
export const resendAt = ({ createdAt }: CodeRecord): number => createdAt + codeRule.resendMs

export const slotOf = (target: Target): CodeSlot => ({
  channel: target.channel,
  target: target.to,
  purpose: purposeOf(target.channel, target.type).slot,
})

/** The hash of a new code, with a key, because a code has only six digits. */
export const hashCode = ({ secrets: [secret = ''] }: Deployment, slot: CodeSlot, code: string): string =>
  hashBy(secret, slot, code)

const hashBy = (secret: string, slot: CodeSlot, code: string): string =>
  createHmac('sha256', derivedKey(secret, 'code'))
    .update(['code', slot.channel, slot.purpose, slot.target, code].join('\n'))
    .digest('base64url')

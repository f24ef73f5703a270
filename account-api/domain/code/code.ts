import { createHmac } from 'node:crypto'
import { derivedKey } from '../../../contract/derived-key'
import { emailPurpose, mobilePurpose } from '../../../contract/purposes'
import { keepProvenAddress } from '../pending-change/pending-change'
import { type Setting, secondsUntil } from '../setting'
import type { Stores, Transaction } from '../stores'
import { minutes, seconds } from '../time'
import type { CodeSlot } from './code-store'
import { purposeOf } from './purposes'
import { kindOf, type Target } from './target'

export const codeRule = { digits: 6, lifetimeMs: minutes(10), tries: 5, resendMs: seconds(60), lockMs: minutes(15) }

/** The judgement of a code, with the tries that it has left. `code_used`: it was right, but is used up. */
export type Judgement =
  | { ok: true; triesLeft: number }
  | { ok: false; code: 'code_wrong'; triesLeft: number }
  | { ok: false; code: 'code_expired' | 'code_used' }
  | { ok: false; code: 'code_locked'; retryAfter: number }

/** Judges a code, and uses it up when it is right. A wrong code uses up a try. */
export const consumeCode = async (
  setting: Setting,
  stores: Transaction,
  target: Target,
  code: string,
): Promise<Judgement> => {
  const judgement = await judge(setting, stores, { target, code, consume: true })
  // An address that is proven is not lost. The code of a registration is no such proof: the person may be new to the
  // address.
  if (judgement.ok && target.type !== registerPurpose[target.channel])
    await keepProvenAddress(setting, stores, { kind: kindOf[target.channel], value: target.to })
  return judgement
}

const registerPurpose = { sms: mobilePurpose.register, email: emailPurpose.register }

/** Judges a code, and leaves a right one unused. A wrong code uses up a try. */
export const lookAtCode = (setting: Setting, stores: Stores, target: Target, code: string): Promise<Judgement> =>
  judge(setting, stores, { target, code, consume: false })

/** Ends a code that was sent, because what it was for has happened otherwise. */
export const endCode = (setting: Setting, stores: Stores, target: Target): Promise<void> =>
  stores.codes.end(slotOf(target), setting.now())

const judge = async (
  setting: Setting,
  stores: Stores,
  { target, code, consume }: { target: Target; code: string; consume: boolean },
): Promise<Judgement> => {
  const slot = slotOf(target)
  const at = setting.now()
  const hashes = setting.secrets.map((secret) => hashBy(secret, slot, code))
  const tried = await stores.codes.attempt(slot, { hashes, at, lockUntil: at + codeRule.lockMs, consume })
  if (tried?.right) return { ok: true, triesLeft: tried.triesLeft }
  if (tried && tried.triesLeft > 0) return { ok: false, code: 'code_wrong', triesLeft: tried.triesLeft }
  const standing = await stores.codes.find(slot)
  const lockedUntil = standing?.lockedUntil ?? 0
  if (lockedUntil > at) return { ok: false, code: 'code_locked', retryAfter: secondsUntil(setting, lockedUntil) }
  return { ok: false, code: standing?.usedAt ? 'code_used' : 'code_expired' }
}

export const slotOf = (target: Target): CodeSlot => ({
  channel: target.channel,
  target: target.to,
  purpose: purposeOf(target.channel, target.type).slot,
})

/** The hash of a new code. It is keyed, because six digits are too few to be hashed without a key. */
export const hashCode = ({ secrets: [secret = ''] }: Setting, slot: CodeSlot, code: string): string =>
  hashBy(secret, slot, code)

const hashBy = (secret: string, slot: CodeSlot, code: string): string =>
  createHmac('sha256', derivedKey(secret, 'code'))
    .update(['code', slot.channel, slot.purpose, slot.target, code].join('\n'))
    .digest('base64url')

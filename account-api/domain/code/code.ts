import { createHmac, randomInt } from 'node:crypto'
import { mobilePurpose } from '../../../contract/purposes'
import { maskEmail, maskMobile } from '../account/identifier'
import { limitedAddress } from '../limit/address'
import { count, counted, countUpTo } from '../limit/limits'
import type { Channel } from '../message/message'
import { post } from '../message/post'
import { newToken } from '../random'
import { type Setting, secondsUntil } from '../setting'
import type { Stores } from '../stores'
import { days, minutes, seconds } from '../time'
import { keepProvenMobile } from '../unbinding/held-unbinding'
import type { CodeSlot } from './code-store'
import { purposeOf } from './purposes'
import { kindOf, type Target } from './target'

export const codeRule = { digits: 6, lifetimeMs: minutes(10), tries: 5, resendMs: seconds(60), lockMs: minutes(15) }

export type Sent =
  | { ok: true; key: string; retryAfter: number; masked: string }
  | { ok: false; code: 'resend_too_soon' | 'code_limit_reached' | 'code_locked'; retryAfter: number }
  | { ok: false; code: 'captcha_required' }

/** How a code was judged. `used`: it was right once, and is so no more. */
export type Judgement =
  | { ok: true }
  | { ok: false; code: 'code_wrong'; triesLeft: number }
  | { ok: false; code: 'code_expired' | 'code_used' }
  | { ok: false; code: 'code_locked'; retryAfter: number }

const mask: Record<Channel, (to: string) => string> = { sms: maskMobile, email: maskEmail }

/**
 * Sends a code. Known and unknown addresses are answered alike, with the same writes: an address that should hold an
 * account and does not gets a message that says so, and a code that nobody knows.
 */
export const sendCode = async (
  setting: Setting,
  target: Target,
  { address, language, isPerson }: { address: string; language: string; isPerson: () => Promise<boolean> },
): Promise<Sent> => {
  const slot = slotOf(target)
  if (await looksBusy(setting, target, address)) {
    // Nobody solves a captcha for a code that cannot be sent yet.
    if (await mustWait(setting, slot)) return refused(setting, setting.storage, slot)
    if (!(await isPerson())) return { ok: false, code: 'captcha_required' }
  }
  const purpose = purposeOf(target.channel, target.type)
  const now = setting.now()
  const fixed = setting.testCodes.get(target.to)
  const holder = await setting.storage.accounts.holderOf(kindOf[target.channel], target.to)
  const known = purpose.asker !== 'holder' || holder !== undefined
  const code = fixed ?? randomCode()
  const key = newToken(128)

  const send = async (stores: Stores): Promise<Sent> => {
    const put = await stores.codes.put(slot, {
      key,
      // Where there is no account, the hash is of no code at all.
      hash: hashCode(setting, slot, known ? code : newToken(128)),
      at: now,
      expiresAt: now + codeRule.lifetimeMs,
      tries: codeRule.tries,
      notBefore: fixed ? now : now - codeRule.resendMs,
    })
    if (!put) return refused(setting, stores, slot)
    if (!fixed) {
      const limitedUntil = await overLimit(setting, stores, target, { address, now })
      if (limitedUntil) throw new OverLimit(limitedUntil)
      const link = await purpose.link?.(setting, stores, { to: target.to, holder })
      const message = known
        ? ({ kind: 'code', purpose: purpose.name, code, ...(link && { link }) } as const)
        : ({ kind: 'no_account' } as const)
      await post(setting, stores, { to: target.to, channel: target.channel, language, message })
    }
    return { ok: true, key, retryAfter: codeRule.resendMs / 1000, masked: mask[target.channel](target.to) }
  }

  try {
    return await setting.storage.transaction(send)
  } catch (error) {
    // Thrown, so that the code that was put is rolled back and the one in the person's hands still works.
    if (error instanceof OverLimit)
      return { ok: false, code: 'code_limit_reached', retryAfter: secondsUntil(setting, error.until) }
    throw error
  }
}

/** From so many codes on, whoever asks for another has to be a person: well before the limits, which stop people too. */
const busyFrom = { target: 7, address: 10 }

const looksBusy = async (setting: Setting, { channel, to }: Target, address: string): Promise<boolean> => {
  const at = setting.now()
  if (setting.testCodes.has(to)) return false
  const toTarget = await counted(setting.storage, 'codesToATarget', { subject: `${channel}:${to}`, at })
  const fromAddress = await counted(setting.storage, 'codesFromAnAddress', { subject: limitedAddress(address), at })
  return toTarget >= busyFrom.target || fromAddress >= busyFrom.address
}

class OverLimit extends Error {
  constructor(readonly until: number) {
    super('over limit')
  }
}

const overLimit = async (
  setting: Setting,
  stores: Stores,
  target: Target,
  { address, now }: { address: string; now: number },
) => {
  const toTarget = await count(stores, 'codesToATarget', { subject: `${target.channel}:${target.to}`, at: now })
  const fromAddress = await count(stores, 'codesFromAnAddress', { subject: limitedAddress(address), at: now })
  if (!toTarget.within) return toTarget.until
  if (!fromAddress.within) return fromAddress.until
  if (target.channel !== 'sms') return undefined
  const cap = { most: setting.smsDailyCap, durationMs: days(1) }
  const ofAll = await countUpTo(stores, 'smsOfADay', cap, now)
  return ofAll.within ? undefined : ofAll.until
}

const mustWait = async (setting: Setting, slot: CodeSlot): Promise<boolean> => {
  const standing = await setting.storage.codes.find(slot)
  if (!standing) return false
  const isFresh = standing.usedAt === null && standing.createdAt > setting.now() - codeRule.resendMs
  return isFresh || standing.lockedUntil > setting.now()
}

const refused = async (setting: Setting, stores: Stores, slot: CodeSlot): Promise<Sent> => {
  const standing = await stores.codes.find(slot)
  const lockedUntil = standing?.lockedUntil ?? 0
  if (lockedUntil > setting.now())
    return { ok: false, code: 'code_locked', retryAfter: secondsUntil(setting, lockedUntil) }
  const resendAt = (standing?.createdAt ?? setting.now()) + codeRule.resendMs
  return { ok: false, code: 'resend_too_soon', retryAfter: secondsUntil(setting, resendAt) }
}

/** Judges a code and uses it up when it is right. A wrong one costs a try. */
export const consumeCode = (setting: Setting, stores: Stores, target: Target, code: string): Promise<Judgement> =>
  judge(setting, stores, target, code, true)

/** Judges a code and leaves a right one in place. A wrong one costs a try. */
export const lookAtCode = (setting: Setting, stores: Stores, target: Target, code: string): Promise<Judgement> =>
  judge(setting, stores, target, code, false)

/** Ends the code that is on its way, if there is one: what it was for has come about otherwise. */
export const endCode = (setting: Setting, stores: Stores, target: Target): Promise<void> =>
  stores.codes.end(slotOf(target), setting.now())

const judge = async (
  setting: Setting,
  stores: Stores,
  target: Target,
  code: string,
  consume: boolean,
): Promise<Judgement> => {
  const slot = slotOf(target)
  const at = setting.now()
  const hash = hashCode(setting, slot, code)
  const tried = await stores.codes.attempt(slot, { hash, at, lockUntil: at + codeRule.lockMs, consume })
  if (tried?.right) {
    // Whoever registers a number may be new to it; any other code shows that its account still has it.
    if (consume && target.channel === 'sms' && target.type !== mobilePurpose.register)
      await keepProvenMobile(setting, stores, target.to)
    return { ok: true }
  }
  if (tried && tried.triesLeft > 0) return { ok: false, code: 'code_wrong', triesLeft: tried.triesLeft }
  const standing = await stores.codes.find(slot)
  const lockedUntil = standing?.lockedUntil ?? 0
  if (lockedUntil > at) return { ok: false, code: 'code_locked', retryAfter: secondsUntil(setting, lockedUntil) }
  return { ok: false, code: standing?.usedAt ? 'code_used' : 'code_expired' }
}

const slotOf = (target: Target): CodeSlot => ({
  channel: target.channel,
  target: target.to,
  purpose: purposeOf(target.channel, target.type).slot,
})

const randomCode = (): string => String(randomInt(10 ** codeRule.digits)).padStart(codeRule.digits, '0')

const hashCode = (setting: Setting, slot: CodeSlot, code: string): string =>
  createHmac('sha256', setting.secret)
    .update(['code', slot.channel, slot.purpose, slot.target, code].join('\n'))
    .digest('base64url')

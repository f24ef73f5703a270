import { randomInt } from 'node:crypto'
import type { AccountRecord } from '../account/account-store'
import { maskEmail, maskMobile } from '../account/identifier'
import { limitedClientAddress } from '../limit/client-address'
import { count, counted, countUpTo } from '../limit/limits'
import type { Channel } from '../message/message'
import { post } from '../message/post'
import { newToken } from '../random'
import { inTransaction, type Service } from '../service'
import { type Setting, secondsUntil } from '../setting'
import type { Stores, Transaction } from '../stores'
import { days } from '../time'
import { codeRule, hashCode, slotOf } from './code'
import type { CodeSlot } from './code-store'
import { purposeOf } from './purposes'
import { kindOf, type Target } from './target'

export type Sent =
  | { ok: true; key: string; retryAfter: number; masked: string }
  | { ok: false; code: 'resend_too_soon' | 'code_limit_reached' | 'code_locked'; retryAfter: number }
  | { ok: false; code: 'captcha_required' }

const mask: Record<Channel, (to: string) => string> = { sms: maskMobile, email: maskEmail }

/** Who asks for a code. `isPerson` tells whether a captcha was solved. */
interface Asker {
  clientAddress: string
  language: string
  isPerson: () => Promise<boolean>
}

/**
 * Sends a code. Known and unknown addresses get the same answer and cost the same writes. For some purposes an address
 * without an account gets a message that says so, and a code that nobody knows.
 */
export const sendCode = async (
  service: Service,
  target: Target,
  { clientAddress, language, isPerson }: Asker,
): Promise<Sent> => {
  const { setting, storage } = service
  if (await looksBusy(setting, storage, target, clientAddress)) {
    const slot = slotOf(target)
    // No captcha is asked for while no code could be sent anyway.
    if (await mustWait(setting, storage, slot)) return refused(setting, storage, slot)
    if (!(await isPerson())) return { ok: false, code: 'captcha_required' }
  }
  const holder = await storage.accounts.holderOf(kindOf[target.channel], target.to)
  try {
    return await send(service, { target, holder, clientAddress, language })
  } catch (error) {
    if (error instanceof OverLimit)
      return { ok: false, code: 'code_limit_reached', retryAfter: secondsUntil(setting, error.until) }
    throw error
  }
}

/** Thrown inside the transaction: the new code is rolled back, and the one that was sent before still works. */
class OverLimit extends Error {
  constructor(readonly until: number) {
    super('over limit')
  }
}

interface Sending {
  target: Target
  /** The account that has the address. */
  holder: AccountRecord | undefined
  clientAddress: string
  language: string
}

const send = inTransaction<Sending, Sent>(async (setting, stores, { target, holder, clientAddress, language }) => {
  const slot = slotOf(target)
  const { channel, to } = target
  const purpose = purposeOf(channel, target.type)
  const now = setting.now()
  const fixed = setting.testCodes.get(to)
  const known = purpose.asker !== 'holder' || holder !== undefined
  const code = fixed ?? randomCode()
  const key = newToken(128)
  const put = await stores.codes.put(slot, {
    key,
    // Without an account, the hash fits no code.
    hash: hashCode(setting, slot, known ? code : newToken(128)),
    at: now,
    expiresAt: now + codeRule.lifetimeMs,
    tries: codeRule.tries,
    notBefore: fixed ? now : now - codeRule.resendMs,
  })
  if (!put) return refused(setting, stores, slot)
  if (!fixed) {
    const limitedUntil = await overLimit(setting, stores, target, { clientAddress, now })
    if (limitedUntil) throw new OverLimit(limitedUntil)
    const link = await purpose.link?.(setting, stores, { to, holder })
    const message = known
      ? ({ kind: 'code', purpose: purpose.name, code, ...(link && { link }) } as const)
      : ({ kind: 'no_account' } as const)
    await post(setting, stores, { to, channel, language, message })
  }
  return { ok: true, key, retryAfter: codeRule.resendMs / 1000, masked: mask[channel](to) }
})

/** From this many codes on, a captcha is needed. Well below the limits, which stop people too. */
const busyFrom = { target: 7, clientAddress: 10 }

const looksBusy = async (
  setting: Setting,
  stores: Stores,
  { channel, to }: Target,
  clientAddress: string,
): Promise<boolean> => {
  const at = setting.now()
  if (setting.testCodes.has(to)) return false
  const toTarget = await counted(stores, 'codesToATarget', { subject: `${channel}:${to}`, at })
  const fromClientAddress = await counted(stores, 'codesFromAnAddress', {
    subject: limitedClientAddress(clientAddress),
    at,
  })
  return toTarget >= busyFrom.target || fromClientAddress >= busyFrom.clientAddress
}

const overLimit = async (
  setting: Setting,
  stores: Transaction,
  target: Target,
  { clientAddress, now }: { clientAddress: string; now: number },
): Promise<number | undefined> => {
  const toTarget = await count(stores, 'codesToATarget', { subject: `${target.channel}:${target.to}`, at: now })
  const fromClientAddress = await count(stores, 'codesFromAnAddress', {
    subject: limitedClientAddress(clientAddress),
    at: now,
  })
  if (!toTarget.within) return toTarget.until
  if (!fromClientAddress.within) return fromClientAddress.until
  if (target.channel !== 'sms') return undefined
  const cap = { most: setting.smsDailyCap, durationMs: days(1) }
  const ofAll = await countUpTo(stores, 'smsOfADay', cap, now)
  return ofAll.within ? undefined : ofAll.until
}

const mustWait = async (setting: Setting, stores: Stores, slot: CodeSlot): Promise<boolean> => {
  const standing = await stores.codes.find(slot)
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

const randomCode = (): string => String(randomInt(10 ** codeRule.digits)).padStart(codeRule.digits, '0')

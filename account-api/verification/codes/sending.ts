import { randomInt } from 'node:crypto'
import type { AccountRecord } from '#account-api/accounts/account/account-record'
import { kindOf, maskEmail, maskMobile } from '#account-api/accounts/account/identifier'
import { concerns, tellOfAct } from '#account-api/kernel/current-call'
import { codeMs } from '#account-api/kernel/lifetimes'
import type { CodeChannel } from '#account-api/kernel/outbox/message'
import { post } from '#account-api/kernel/outbox/post'
import { newToken } from '#account-api/kernel/random'
import { secondsUntil } from '#account-api/kernel/time'
import { type Deployment, inTransaction, type Service } from '#account-api/verification/service'
import type { Target } from './code'
import { codeRule, hashCode, resendAt, slotOf } from './code'
import type { CodeRecord } from './code-store'
import { purposeOf } from './purposes'
import { judgeSending } from './sending-limits'

export type Sent =
  | { ok: true; key: string; retryAfter: number; masked: string; message?: string | undefined }
  /** `key` identifies the code in later calls of this asker. */
  | { ok: false; code: 'resend_too_soon'; retryAfter: number; key?: string }
  | { ok: false; code: 'code_limit_reached'; retryAfter: number }
  | { ok: false; code: 'captcha_required' }
  /** The message was refused permanently. The code has not arrived anywhere. */
  | { ok: false; code: 'undeliverable'; field: 'mobile' | 'email' }

const mask: Record<CodeChannel, (to: string) => string> = { sms: maskMobile, email: maskEmail }

export interface Asker {
  /** The browser or the session. A new code replaces the previous one of the same requester. */
  id: string
  clientAddress: string
  language: string
  /** True when a captcha was solved. Uses up the captcha's ticket. */
  isPerson: () => Promise<boolean>
  /** True when the browser is known to an account. Undefined: no account has the address. */
  isKnownTo: (accountId: string | undefined) => Promise<boolean>
}

/**
 * Sends a code, which belongs to this requester: codes and guesses of others do not end it. Known and unknown addresses
 * get the same answer and write the same rows. For some purposes, an address without an account gets a message that
 * says so, and a code that matches no input.
 */
export const sendCode = async (service: Service, target: Target, asker: Asker): Promise<Sent> => {
  const { deployment, storage } = service
  const holder = await storage.accounts.holderOf(kindOf[target.channel], target.to)
  concerns(holder?.id)
  tellOfAct({ channel: target.channel })
  const isKnownBrowser = await asker.isKnownTo(holder?.id)
  const sending = { target, holder, asker, isKnownBrowser }
  // Reserved identifiers get no message, so limits are unnecessary.
  if (deployment.testCodes.has(target.to)) return send(service, sending)
  const standing = await storage.codes.find(slotOf(target), { asker: asker.id })
  // No captcha is required while no code could be sent anyway.
  if (standing && isFresh(deployment, standing)) return tooSoon(deployment, standing)
  const verdict = await judgeSending(storage, { target, asker: { ...asker, isKnownBrowser } })
  if (!verdict.ok) return { ok: false, code: verdict.code, retryAfter: secondsUntil(deployment, verdict.until) }
  if (verdict.needsCaptcha && !(await asker.isPerson())) {
    await verdict.uncount()
    return { ok: false, code: 'captcha_required' }
  }
  const sent = await send(service, sending)
  if (!sent.ok) {
    await verdict.uncount()
    return sent
  }
  if (!(await isRefused(deployment, target, sent.message))) return sent
  await storage.codes.forget(slotOf(target), asker.id)
  return { ok: false, code: 'undeliverable', field: kindOf[target.channel] }
}

/**
 * True when a message was refused permanently, if that may be revealed. If addresses with and without an account get
 * different messages, it may not, because a gateway could refuse one and accept the other.
 */
const isRefused = async (deployment: Deployment, { channel, type }: Target, message: string | undefined) =>
  message !== undefined && purposeOf(channel, type).asker !== 'holder' && (await deployment.isRefused(channel, message))

interface Sending {
  target: Target
  holder: AccountRecord | undefined
  asker: Asker
  isKnownBrowser: boolean
}

const send = inTransaction<Sending, Sent>(async (stores, { target, holder, asker, isKnownBrowser }) => {
  const slot = slotOf(target)
  const { channel, to } = target
  const purpose = purposeOf(channel, target.type)
  const now = stores.deployment.now()
  const fixed = stores.deployment.testCodes.get(to)
  const known = purpose.asker !== 'holder' || holder !== undefined
  const code = fixed ?? randomCode()
  const key = await stores.codes.put(slot, {
    asker: asker.id,
    isKnownBrowser,
    key: newToken(128),
    // Without an account, the hash matches no code.
    hash: hashCode(stores.deployment, slot, known ? code : newToken(128)),
    at: now,
    expiresAt: now + codeMs(stores.deployment),
    tries: codeRule.tries,
    notBefore: fixed ? now : now - codeRule.resendMs,
  })
  if (key === undefined) return tooSoon(stores.deployment, await stores.codes.find(slot, { asker: asker.id }))
  let sentAs: string | undefined
  if (!fixed) {
    const link = await purpose.link?.(stores, { to, holder })
    const message = known
      ? ({
          kind: 'code',
          purpose: purpose.name,
          code,
          minutes: stores.deployment.policy.codes.minutes,
          ...(link && { link }),
        } as const)
      : ({ kind: 'no_account' } as const)
    sentAs = await post(stores, { to, channel, language: asker.language, message })
  }
  return { ok: true, key, retryAfter: codeRule.resendMs / 1000, masked: mask[channel](to), message: sentAs }
})

const isFresh = (deployment: Deployment, standing: CodeRecord): boolean =>
  standing.usedAt === null && resendAt(standing) > deployment.now()

const tooSoon = (deployment: Deployment, standing: CodeRecord | undefined): Sent => ({
  ok: false,
  code: 'resend_too_soon',
  retryAfter: secondsUntil(deployment, standing ? resendAt(standing) : 0),
  ...(standing && { key: standing.key }),
})

const randomCode = (): string => String(randomInt(10 ** codeRule.digits)).padStart(codeRule.digits, '0')

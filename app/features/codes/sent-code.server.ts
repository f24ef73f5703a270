import { z } from 'zod'
import type { Calls } from '#contract/calls'
import type { Answer, Failure } from '#contract/client'
import type { ErrorData } from '#contract/errors'
import { shownAddress } from '#rules/typed/shown-address'
import { reply, type TypedResponse } from '~/framework'
import { overNotices, resendNotices, type ShownCode } from './resend-notices'

/**
 * A sent code: its address, and when another may be sent (Unix time, ms). `key` names it in the call that checks it,
 * unless the account API gave none.
 */
export const sentCode = z.object({
  to: z.string(),
  key: z.string().optional(),
  resendAtMs: z.number(),
  notice: z.enum(resendNotices).nullable(),
  over: z.enum(overNotices).optional(),
})
export type SentCode = z.output<typeof sentCode>

export type SendAnswer =
  | Answer<Calls['sendCode']>
  | Answer<Calls['sendEmailCode']>
  | Answer<Calls['sendSecondCode']>
  | Answer<Calls['sendActivationCode']>
  | Answer<Calls['sendRecoveryEmailCode']>
  | Answer<Calls['openSendCode']>
  | Answer<Calls['orgSendCode']>
  | Answer<Calls['orgSendEmailCode']>
type OnItsWay = Extract<SendAnswer, { ok: true } | { code: 'resend_too_soon' }>

const inSeconds = (seconds: number): number => Date.now() + seconds * 1000

/**
 * True when a code was sent after a request. A request that comes too soon does not undo the first one: its code was
 * sent within the last minute, and can be used.
 */
export const isOnItsWay = (answer: SendAnswer): answer is OnItsWay => answer.ok || answer.code === 'resend_too_soon'

/** The key in an answer. A request that comes too soon gets the key of the code that was sent before. */
const keyOf = ({ data }: SendAnswer): Pick<SentCode, 'key'> => {
  const { sms_code_key, email_code_key } = data as { sms_code_key?: string; email_code_key?: string }
  const key = sms_code_key || email_code_key
  return key ? { key } : {}
}

/** The stored state of a flow after its first code was sent. */
export const sentFirst = (to: string, answer: OnItsWay): SentCode => ({
  to,
  ...keyOf(answer),
  resendAtMs: inSeconds(answer.data.retry_after),
  notice: answer.ok ? null : answer.code,
})

/** The stored state after a resend. Whatever the answer, the person stays on the page and reads about it. */
export const sentAgain = (before: SentCode, answer: SendAnswer): SentCode => {
  if (answer.ok) return { key: before.key, ...sentFirst(before.to, answer), notice: 'sent_again' }
  if (answer.code === 'undeliverable') return { ...before, resendAtMs: Date.now(), notice: null, over: answer.code }
  const notice = resendNotices.find((each) => each === answer.code) ?? 'not_sent'
  const waitSeconds = answer.code !== 'undeclared' && 'retry_after' in answer.data ? answer.data.retry_after : 0
  return { ...before, resendAtMs: inSeconds(waitSeconds), notice }
}

/**
 * The stored state after a failure that ends the code, or all codes of the address for now. Undefined for any other
 * failure.
 */
export const overAfter = (before: SentCode, { code, data }: Failure): SentCode | undefined => {
  if (code !== 'code_locked' && code !== 'too_many_wrong_codes') return undefined
  const { retry_after } = data as ErrorData<typeof code>
  return { ...before, resendAtMs: inSeconds(retry_after), notice: null, over: code }
}

/** The data of a page with codes, at status 429 while it accepts none because of a limit. */
export const replyWithCodes = <Data>(data: Data, ...codes: ShownCode[]): TypedResponse<Data> =>
  reply(data, { status: codes.some(({ over }) => over !== null && over !== 'undeliverable') ? 429 : 200 })

/** The data of a page with one code, as `sent`. */
export const replyWithCode = <Data extends object>(code: SentCode, more: Data = {} as Data) => {
  const sent = shown(code)
  return replyWithCodes({ ...more, sent }, sent)
}

/** The part of a sent code that its page shows. */
export const shown = ({ to, resendAtMs, notice, over }: SentCode): ShownCode => ({
  to: shownAddress(to),
  notice,
  over: over ?? null,
  waitSeconds: Math.max(0, Math.ceil((resendAtMs - Date.now()) / 1000)),
})

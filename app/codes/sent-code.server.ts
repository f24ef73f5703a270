import { z } from 'zod'
import type { Calls } from '../../contract/calls'
import type { Answer } from '../../contract/client'
import { spacedMobile } from '../forms/mobile-number'
import { resendNotices, type ShownCode } from './resend-notices'

/** A code on its way: to which address, and from when on another may be asked for (Unix time, ms). */
export const sentCode = z.object({
  to: z.string(),
  resendAtMs: z.number(),
  notice: z.enum(resendNotices).nullable(),
})
export type SentCode = z.output<typeof sentCode>

export type SendAnswer = Answer<Calls['sendCode']> | Answer<Calls['sendEmailCode']> | Answer<Calls['sendSecondCode']>
type OnItsWay = Extract<SendAnswer, { ok: true } | { code: 'resend_too_soon' }>

const inSeconds = (seconds: number): number => Date.now() + seconds * 1000

/**
 * Whether a code is on its way after it was asked for. A request that came too soon is no failure of the first one: a
 * code went to this address within the last minute, so the person can go on and use it.
 */
export const isOnItsWay = (answer: SendAnswer): answer is OnItsWay => answer.ok || answer.code === 'resend_too_soon'

/** What a flow keeps of the first code that it asked for. */
export const sentFirst = (to: string, answer: OnItsWay): SentCode => ({
  to,
  resendAtMs: inSeconds(answer.data.retry_after),
  notice: answer.ok ? null : answer.code,
})

/** The same after another code was asked for: whatever the answer, the person stays on the page and reads about it. */
export const sentAgain = (before: SentCode, answer: SendAnswer): SentCode => {
  if (answer.ok) return { ...before, resendAtMs: inSeconds(answer.data.retry_after), notice: 'sent_again' }
  const notice = resendNotices.find((each) => each === answer.code) ?? 'not_sent'
  const waitSeconds = answer.code !== 'undeclared' && 'retry_after' in answer.data ? answer.data.retry_after : 0
  return { ...before, resendAtMs: inSeconds(waitSeconds), notice }
}

/** What a code page shows of it. `waitSeconds` is 0 when another code can be asked for now. */
export const shown = ({ to, resendAtMs, notice }: SentCode): ShownCode => ({
  to: to.startsWith('+') ? spacedMobile(to) : to,
  notice,
  waitSeconds: Math.max(0, Math.ceil((resendAtMs - Date.now()) / 1000)),
})

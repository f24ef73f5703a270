import type { z } from 'zod'
import type { Client, Failure } from '#contract/client'
import { readQrToken, scanPathOf } from '~/features/sign-in/qr-letters'
import type { Form } from '~/forms/reading/parse-form.server'
import { reply } from '~/framework'
import type { FlashName } from '~/navigation/flash/flash-names'
import { requireData, requireSignedIn } from '~/navigation/guards/guards.server'
import { redirectTo } from '~/navigation/redirect.server'
import { api } from '~/runtime/api.server'
import type { Args } from '~/runtime/load-context'
import { forgetScan, isScannedBlind, type KeptScan, keepScan, readScan } from './scan-without-look.server'

type Purpose = Parameters<typeof scanPathOf>[0]

type Ask<Data, Input = string> = (client: Client, input: Input) => Promise<{ ok: true; data: Data } | Failure>

interface Loading<Asked> {
  purpose: Purpose
  toScan: Ask<Asked>
  /** Failures after which nothing can be decided. */
  ends: readonly Failure['code'][]
  /** Message key of a code that was used. */
  used?: string
}

/** The message for a used code, by default. */
const wasUsed = 'move.confirm.used'

/**
 * The loader of the page that a scanned QR code opens on the phone: the facts that a person needs to decide, and their
 * account, or why nothing can be decided. Changes nothing. `isUnknown`: nothing is known about the code before it is
 * scanned.
 */
export const loadScanned = async <Asked extends { status: 'new' | 'scanned'; matching_numbers: number[] }>(
  args: Args,
  { purpose, toScan, ends, used = wasUsed }: Loading<Asked>,
) => {
  await requireSignedIn(args)
  const token = readQrToken(args.request.url, { isOurs: !isScannedBlind(purpose) })
  if (token === undefined) throw await redirectTo(args, '/login/qr/confirm')
  const client = await api(args)
  const kept = isScannedBlind(purpose) ? ((await readScan(args, purpose, token)) ?? 'unknown') : undefined
  if (typeof kept === 'object' && kept.over !== undefined) return ended(kept.over)
  let asked = kept === 'unknown' ? null : (kept?.asked as Asked | undefined)
  if (asked === undefined) {
    const answer = await toScan(client, token)
    if (!answer.ok && answer.code === 'qrcode_for_other')
      throw await redirectTo(args, scanPathOf(answer.data.purpose, token))
    const over = answer.ok ? undefined : overText(answer, ends, used)
    if (over !== undefined) return ended(over)
    asked = await requireData(args, answer)
  }
  const { username } = await requireData(args, await client.accountInfo({}))
  const isScanned = asked !== null && (asked.status === 'scanned' || asked.matching_numbers.length > 0)
  return reply({ asked, isUnknown: asked === null, isScanned, over: '', username })
}

/** The page of a code about which nothing can be decided. */
const ended = (over: string) =>
  reply({ asked: null, isUnknown: false, isScanned: false, over, username: '' }, { status: 404 })

const overText = (failure: Failure, ends: readonly string[], used: string): string | undefined => {
  if (failure.code === 'qrcode_over')
    return failure.data.state === 'used' ? used : `error.qrcode_over_${failure.data.state}`
  return ends.includes(failure.code) ? `error.${failure.code}` : undefined
}

interface Decision {
  token: string
  platform?: string
  matching_number?: number
  deny?: 1
}

type Typed = { [Name in 'scan' | 'deny' | 'agree' | 'platform']?: string | undefined } & { number?: number | undefined }

interface Deciding {
  purpose: Purpose
  scan: Ask<object>
  confirm: Ask<object, Decision>
  notices: { confirmed: FlashName; denied: FlashName }
  /** Failures after which nothing can be decided, and the message key of a used code, as for the loader. */
  ends: readonly Failure['code'][]
  used?: string
  /** Failures of a confirmation that the page explains when it is shown again. */
  explained?: readonly Failure['code'][]
}

type ReadForm = Extract<Form<z.ZodType<Typed>>, { ok: true }>

/** Does what the form of such a page requests: scans the code, confirms it or denies it. */
export const decideScanned = async (args: Args, form: ReadForm, deciding: Deciding): Promise<Response> => {
  const { purpose, notices, explained = [] } = deciding
  const token = readQrToken(args.request.url, { isOurs: !isScannedBlind(purpose) })
  if (token === undefined) return redirectTo(args, '/login/qr/confirm')
  const isBlind = isScannedBlind(purpose)
  const kept = isBlind ? await readScan(args, purpose, token) : undefined
  const here = scanPathOf(purpose, token)
  const { scan: takes, deny } = form.value
  const client = await api(args)
  if (takes !== undefined) {
    if (kept) return redirectTo(args, here)
    const scanned = await deciding.scan(client, token)
    if (isBlind) return settle(args, form, scanned, { ...deciding, token })
    return scanned.ok ? redirectTo(args, here) : form.reply(scanned)
  }
  // Only the facts that this browser got can be agreed to.
  if (isBlind && deny === undefined && !isShown(kept, form.value)) return redirectTo(args, here)
  const decided = await deciding.confirm(client, {
    token,
    ...(deny === undefined ? agreedTo(form.value) : { deny: 1 }),
  })
  if (decided.ok) {
    const to = { path: '/settings', notice: deny === undefined ? notices.confirmed : notices.denied }
    return redirectTo(args, to, { cookies: kept ? [forgetScan(args, purpose, token)] : [] })
  }
  if (isBlind) return settle(args, form, decided, { ...deciding, token })
  return explained.includes(decided.code) ? redirectTo(args, here) : form.reply(decided)
}

const agreedTo = ({ platform, number }: Typed) => ({
  ...(platform !== undefined && { platform }),
  ...(number !== undefined && { matching_number: number }),
})

/** The facts that an agreement is checked against. */
interface Shown {
  matching_numbers: readonly number[]
  methods?: readonly { platform: string; obstacle: string | null }[]
}

/** True when the page of a scanned code has offered what a form agrees to. */
const isShown = (kept: KeptScan | undefined, { platform, number }: Typed): boolean => {
  if (!kept?.asked) return false
  const { matching_numbers: numbers, methods } = kept.asked as Shown
  const isNumber = numbers.length === 0 ? number === undefined : number !== undefined && numbers.includes(number)
  const isMethod = methods?.some((each) => each.platform === platform && each.obstacle === null) ?? true
  return isNumber && isMethod
}

/**
 * Answers a form about a code that is known only after scanning: its page shows the facts from the scan, or how the
 * code has ended.
 */
const settle = async (
  args: Args,
  form: ReadForm,
  answer: { ok: true; data: object } | Failure,
  { purpose, token, ends, used = wasUsed }: Deciding & { token: string },
): Promise<Response> => {
  if (!answer.ok && answer.code === 'qrcode_for_other')
    return redirectTo(args, scanPathOf(answer.data.purpose, token), { cookies: [forgetScan(args, purpose, token)] })
  const over = answer.ok ? undefined : overText(answer, [...ends, 'qrcode_wrong_number'], used)
  if (!answer.ok && over === undefined) return form.reply(answer)
  const kept: KeptScan = over === undefined ? { asked: answer.data } : { over }
  return redirectTo(args, scanPathOf(purpose, token), { cookies: await keepScan(args, purpose, token, kept) })
}

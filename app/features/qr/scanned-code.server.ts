import type { z } from 'zod'
import type { Client, Failure } from '../../../contract/client'
import type { Form } from '../../forms/reading/parse-form.server'
import { reply } from '../../framework'
import type { FlashName } from '../../navigation/flash-names'
import { requireData, requireSignedIn } from '../../navigation/guards.server'
import { redirectTo } from '../../navigation/redirect.server'
import { api } from '../../runtime/api.server'
import type { Args } from '../../runtime/load-context'
import { readQrToken, scanPathOf } from '../sign-in/qr-letters'

type Ask<Data, Input = string> = (client: Client, input: Input) => Promise<{ ok: true; data: Data } | Failure>

/**
 * The loader of the page that a scanned QR code opens on the phone: the facts that a person needs to decide, and their
 * account; or why there is nothing to decide. Changes nothing.
 * @param ends failures that leave nothing to decide
 * @param used message key of a code that was used
 */
export const loadScanned = async <Asked extends object>(
  args: Args,
  toScan: Ask<Asked>,
  { ends, used = 'move.confirm.used' }: { ends: readonly Failure['code'][]; used?: string },
) => {
  await requireSignedIn(args)
  const token = readQrToken(args.request.url)
  if (token === undefined) throw await redirectTo(args, '/login/qr/confirm')
  const client = await api(args)
  const answer = await toScan(client, token)
  if (!answer.ok && answer.code === 'qrcode_for_other')
    throw await redirectTo(args, scanPathOf(answer.data.purpose, token))
  const over = answer.ok ? undefined : overText(answer, ends, used)
  if (over !== undefined) return reply({ asked: null, over, username: '' }, { status: 404 })
  const asked = await requireData(args, answer)
  const { username } = await requireData(args, await client.accountInfo({}))
  return reply({ asked, over: '', username })
}

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

type Typed = { [Name in 'scan' | 'deny' | 'platform']?: string | undefined } & { number?: number | undefined }

interface Deciding {
  /** The code that the page is for. */
  purpose: Parameters<typeof scanPathOf>[0]
  scan: Ask<object>
  confirm: Ask<object, Decision>
  notices: { confirmed: FlashName; denied: FlashName }
  /** Failures of a confirmation that the page explains when it is shown again. */
  explained?: readonly Failure['code'][]
}

/** Does as the form of such a page says: takes the code, confirms it or denies it. */
export const decideScanned = async (
  args: Args,
  form: Extract<Form<z.ZodType<Typed>>, { ok: true }>,
  { purpose, scan, confirm, notices, explained = [] }: Deciding,
) => {
  const { scan: takes, deny, platform, number } = form.value
  const token = readQrToken(args.request.url)
  if (token === undefined) return redirectTo(args, '/login/qr/confirm')
  const here = scanPathOf(purpose, token)
  const client = await api(args)
  if (takes !== undefined) {
    const scanned = await scan(client, token)
    return scanned.ok ? redirectTo(args, here) : form.reply(scanned)
  }
  const agreed = {
    ...(platform !== undefined && { platform }),
    ...(number !== undefined && { matching_number: number }),
  }
  const decided = await confirm(client, { token, ...(deny === undefined ? agreed : { deny: 1 }) })
  if (decided.ok)
    return redirectTo(args, { path: '/settings', notice: deny === undefined ? notices.confirmed : notices.denied })
  return explained.includes(decided.code) ? redirectTo(args, here) : form.reply(decided)
}

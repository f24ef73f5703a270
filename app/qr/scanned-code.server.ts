import type { Client, Failure } from '../../contract/client'
import type { qrPurposes } from '../../contract/sign-in/qr'
import { api } from '../api.server'
import { reply } from '../framework'
import type { Args } from '../load-context'
import type { FlashName } from '../navigation/flash-names'
import { requireData, requireSignedIn } from '../navigation/guards.server'
import { redirectTo } from '../navigation/redirect.server'
import { readQrToken, scanPathOf } from '../sign-in/qr-letters'

type AnswerOf<Data> = { ok: true; data: Data } | Failure

/** The decision that a person takes about a code. */
interface Decision {
  token: string
  platform?: string
  matching_number?: number
  deny?: 1
}

/** A form of such a page, as it was read. */
interface Decided {
  value: {
    scan?: string | undefined
    deny?: string | undefined
    platform?: string | undefined
    number?: number | undefined
  }
  reply: (failure: Failure) => Promise<Response>
}

interface ScannedCode<Asked extends object> {
  purpose: (typeof qrPurposes)[number]
  toScan: (client: Client, token: string) => Promise<AnswerOf<Asked>>
  scan: (client: Client, token: string) => Promise<AnswerOf<object>>
  confirm: (client: Client, decision: Decision) => Promise<AnswerOf<object>>
  /** Failures that leave nothing to confirm. */
  ends: readonly Failure['code'][]
  /** The message key of a code that was used. */
  used: string
  /** Failures of a confirmation that the page explains when it is shown again. */
  explained: readonly Failure['code'][]
  notices: { confirmed: FlashName; denied: FlashName }
}

/** The page that a scanned QR code opens on the phone. Opening it changes nothing. */
const defineScannedPage = <Asked extends object>({
  purpose,
  toScan,
  scan,
  confirm,
  ends,
  used,
  explained,
  notices,
}: ScannedCode<Asked>) => {
  /** The message key that says why there is nothing to confirm; undefined for any other failure. */
  const overOf = (failure: Failure): string | undefined => {
    if (failure.code === 'qrcode_over')
      return failure.data.state === 'used' ? used : `error.qrcode_over_${failure.data.state}`
    return ends.includes(failure.code) ? `error.${failure.code}` : undefined
  }

  return {
    /** The data of the page: the facts that a person needs to decide, and their account; or why there is nothing to decide. */
    load: async (args: Args) => {
      await requireSignedIn(args)
      const token = readQrToken(args.request.url)
      if (token === undefined) throw await redirectTo(args, '/login/qr/confirm')
      const client = await api(args)
      const answer = await toScan(client, token)
      if (!answer.ok && answer.code === 'qrcode_for_other')
        throw await redirectTo(args, scanPathOf(answer.data.purpose, token))
      const over = answer.ok ? undefined : overOf(answer)
      if (over !== undefined) return reply({ asked: null, over, username: '' }, { status: 404 })
      const asked = await requireData(args, answer)
      const { username } = await requireData(args, await client.accountInfo({}))
      return reply({ asked, over: '', username })
    },

    /** Does as the form says: takes the code, confirms it or denies it. */
    decide: async (args: Args, form: Decided) => {
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
    },
  }
}

/** The page of a code that signs in the screen that shows it. */
export const scannedSignIn = defineScannedPage({
  purpose: 'sign_in',
  toScan: (client, token) => client.toScanQrcode({ token }),
  scan: (client, token) => client.scanQrcode({ token }),
  confirm: (client, decision) => client.confirmQrcode(decision),
  ends: ['no_such_qrcode'],
  used: 'error.qrcode_over_used',
  explained: [],
  notices: { confirmed: 'qr_confirmed', denied: 'qr_denied' },
})

/** The page of a code that moves a sign-in method to another account. */
export const scannedMove = defineScannedPage({
  purpose: 'change_bind',
  toScan: (client, token) => client.toScanChangeBindQrcode({ token }),
  scan: (client, token) => client.scanChangeBindQrcode({ token }),
  confirm: (client, decision) => client.confirmChangeBindQrcode(decision),
  ends: ['no_such_qrcode', 'qrcode_of_own_account'],
  used: 'move.confirm.used',
  // The page shows the movable methods.
  explained: ['already_bound', 'nothing_bound', 'last_way'],
  notices: { confirmed: 'qr_move_agreed', denied: 'qr_move_denied' },
})

/** The page of a code that lets the screen that shows it answer a request of an application. */
export const scannedRequest = defineScannedPage({
  purpose: 'open_request',
  toScan: (client, token) => client.openQrToScan({ token }),
  scan: (client, token) => client.openQrScan({ token }),
  confirm: (client, decision) => client.openQrConfirm(decision),
  ends: ['no_such_qrcode', 'no_such_open_request', 'no_such_client', 'open_request_for_other'],
  used: 'move.confirm.used',
  // The page says how it has ended.
  explained: ['qrcode_over'],
  notices: { confirmed: 'qr_request_confirmed', denied: 'qr_request_denied' },
})

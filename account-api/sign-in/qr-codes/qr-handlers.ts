import { timeZoneOf } from '#account-api/accounts/account/time-zone'
import { clientName } from '#account-api/accounts/activity/client-name'
import type { Handling, UserContext } from '#account-api/sign-in/call-context'
import { answerSignIn, refuseAs } from '#account-api/verification/outcomes'
import { done } from '#contract/server'
import type { QrCodeRecord } from './qr-code-store'
import { confirmQrCode, denyQrCode, findQrCode, type Scan, type Scanned, scanQrCode } from './scan'
import type { ShownQrCode } from './show'
import { lookAtQrCode, type QrStatus, signInByQrCode } from './sign-in'

export const qrHandlers = {
  checkQrconnect: async (input, context) => {
    const polling = { token: input.token, leadsTo: leadsTo(input) }
    if (input.look === 1) {
      const { masked, ...looked } = await lookAtQrCode(context.service, polling)
      return done({ ...onWire(looked), masked, session: null })
    }
    const signedIn = await signInByQrCode(context.service, { ...polling, from: context.from })
    if (!signedIn.ok) return done({ ...onWire(signedIn), session: null })
    const { data } = answerSignIn(context, signedIn)
    return done({ status: 'confirmed', session: data })
  },

  toScanQrcode: async (input, context) =>
    asking(context, await findQrCode(context.service, scanOf(input, context, 'sign_in'))),

  scanQrcode: async (input, context) =>
    asking(context, await scanQrCode(context.service, scanOf(input, context, 'sign_in'))),

  confirmQrcode: async (input, context) => {
    const { service } = context
    const scan = scanOf(input, context, 'sign_in')
    const decided =
      input.deny === 1
        ? await denyQrCode(service, scan)
        : await confirmQrCode(service, { ...scan, matchingNumber: input.matching_number })
    return decided.ok ? done({ done: true }) : refuseAs(decided)
  },
} satisfies Handling

/** The destination of a sign-in, in the stored form. The address of a service contains no space, and is not a path. */
export const leadsTo = ({ next, service }: { next?: string | undefined; service?: string | undefined }): string =>
  [service, next].filter((part) => part !== undefined).join(' ')

export const shownOnWire = (shown: Extract<ShownQrCode, { ok: true }>) => ({
  token: shown.token,
  qrcode_url: shown.url,
  letters: shown.letters,
  matching_number: shown.matchingNumber,
  expires_at: isoTime(shown.expiresAt),
})

export const scanOf = (
  input: { token: string },
  { account, session, clientAddress }: UserContext,
  purpose: Scan['purpose'],
): Scan => ({
  person: { account, session },
  purpose,
  token: input.token,
  clientAddress,
})

export const onWire = ({ status, expiresAt }: QrStatus) => ({
  status,
  expires_at: expiresAt === null ? null : isoTime(expiresAt),
})

/**
 * The question for the person who has scanned a code. The numbers come only with the scan, so reading a code costs
 * nothing.
 */
const asking = (context: UserContext, scanned: Scanned) =>
  scanned.ok ? done(askingOnWire(context, scanned.code)) : refuseAs(scanned)

export const askingOnWire = ({ account }: UserContext, code: QrCodeRecord) => {
  const isTaken = code.state === 'scanned'
  return {
    status: isTaken ? ('scanned' as const) : ('new' as const),
    client: clientName(code.client),
    address: code.clientAddress,
    asked_at: isoTime(code.createdAt),
    expires_at: isoTime(code.expiresAt),
    matching_numbers: isTaken ? code.matchingNumbers : [],
    time_zone: timeZoneOf(account),
  }
}

const isoTime = (at: number): string => new Date(at).toISOString()

import { z } from 'zod'
import { call } from '#contract/call'
import { flag, moment, session, shownAddress, yes } from '#contract/terms/fields'
import { reads } from '#contract/terms/power'
import { matchingNumber, pollingHalf, qrAsking, qrShown, qrStatus, scannedHalf } from './qr-fields'

/** Where the sign-in leads: to a page of this site, as in `?next=`, or to a registered service. */
const leadsTo = {
  next: z
    .string()
    .max(2048)
    .regex(/^(\/(?![/\\])[^\\\p{Cc}]*|~[\w-]{22})$/u)
    .optional(),
  service: z.string().min(1).max(2048).optional(),
}

export const getQrcode = call({
  name: 'getQrcode',
  power: { proof: 'none', tells: [], undoneBy: 'nothing', limit: 'qrCodes' },
  summary:
    'Returns a QR code: the polling token, the URL to draw, and letters to type. A phone that confirms it signs this browser in. A service that is not registered is refused. For a registered service, issueServiceTicket follows the sign-in.',
  method: 'GET',
  path: 'get_qrcode',
  harmless: false,
  input: z.object(leadsTo),
  output: qrShown,
  errors: ['no_such_service'],
})

export const checkQrconnect = call({
  name: 'checkQrconnect',
  power: { proof: 'none', tells: ['signed_in_new'], undoneBy: 'ended', limit: 'qrCodes' },
  summary:
    'Returns the state of a QR code. After the confirmation, it returns the session once, and only with the next or service that the code was requested for. With look=1 it only returns whom a confirmed code would sign in, so that a page can first ask whether that is the person at the screen.',
  method: 'GET',
  path: 'check_qrconnect',
  input: z.object({ token: pollingHalf, ...leadsTo, look: flag }),
  output: z.object({
    status: qrStatus,
    expires_at: moment,
    /** With look=1, once it is confirmed: the account. */
    masked: shownAddress,
    session: session.nullable().default(null),
  }),
  event: 'if_changed',
})

const scanErrors = ['no_such_qrcode', 'qrcode_over', 'qrcode_for_other'] as const

export const toScanQrcode = call({
  name: 'toScanQrcode',
  power: reads('session'),
  summary: 'Returns the request of a QR code, before it is scanned. Changes nothing.',
  method: 'GET',
  path: 'to_scan_qrcode',
  input: z.object({ token: scannedHalf }),
  output: qrAsking,
  errors: scanErrors,
  auth: 'user',
})

export const scanQrcode = call({
  name: 'scanQrcode',
  power: { proof: 'session', tells: [], undoneBy: 'ended', limit: 'qrCodes' },
  summary: 'Scans a QR code: from now on only this session can confirm or deny it.',
  path: 'scan_qrcode',
  input: z.object({ token: scannedHalf }),
  output: qrAsking,
  errors: scanErrors,
  auth: 'user',
  event: 'if_changed',
})

export const confirmQrcode = call({
  name: 'confirmQrcode',
  power: { proof: 'session', tells: [], undoneBy: 'ended', limit: 'qrCodes' },
  summary:
    'Confirms the QR code that this session has scanned, given the number on the other screen; a wrong number ends the code. With deny=1, denies it at any time until it is used.',
  path: 'confirm_qrcode',
  input: z.object({ token: scannedHalf, matching_number: matchingNumber.optional(), deny: flag }),
  output: z.object({ done: yes }),
  errors: [...scanErrors, 'qrcode_wrong_number'],
  auth: 'user',
  event: 'if_changed',
})

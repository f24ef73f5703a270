import { z } from 'zod'
import { call } from '../call'
import { client, flag, session, timeZoneInForce } from '../fields'
import { qrLetters, qrLettersLength, qrStatuses } from '../qr'
import { sensitive } from '../sensitive'

const half = '[\\w-]{22}'

/** The half of a QR code that only the browser which asked for it has. */
const pollingHalf = sensitive(z.string().regex(new RegExp(`^${half}$`)))

/** The half that stands in the picture, or the letters below it. */
const scannedHalf = sensitive(z.string().regex(new RegExp(`^(${half}|[${qrLetters}]{${qrLettersLength}})$`)))

/** Shown on both screens, so that a person sees that they belong together. */
const matchingNumber = z.coerce.number().int().min(10).max(99)

/** Where the sign-in leads: to a page of ours, as `?next=` carries it, or to a registered service. */
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
  summary:
    'A QR code that signs this browser in once somebody confirms it: the polling half as the token, the URL to draw, and letters to type. A service that is not registered is refused.',
  method: 'GET',
  path: 'get_qrcode',
  harmless: false,
  input: z.object(leadsTo),
  output: z.object({
    token: z.string(),
    qrcode_url: z.url(),
    letters: z.string(),
    matching_number: matchingNumber,
    expires_at: z.iso.datetime(),
  }),
  errors: ['no_such_service'],
})

export const checkQrconnect = call({
  name: 'checkQrconnect',
  summary:
    'Where a QR code stands. Once it is confirmed, the session: only once, and only with the next or service that the code was asked for. look=1 looks only.',
  method: 'GET',
  path: 'check_qrconnect',
  input: z.object({ token: pollingHalf, ...leadsTo, look: flag }),
  output: z.object({
    status: z.enum(qrStatuses),
    expires_at: z.iso.datetime().nullable().default(null),
    session: session.nullable().default(null),
  }),
})

/** What somebody who has scanned a QR code needs to decide. */
const asking = z.object({
  status: z.enum(['new', 'scanned']),
  client,
  /** The client address that it was asked for from; empty where unknown. */
  address: z.string(),
  asked_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
  /** Once scanned: three numbers, of which the other screen shows one. */
  matching_numbers: z.array(matchingNumber),
  time_zone: timeZoneInForce,
})

const scanErrors = ['no_such_qrcode', 'qrcode_over'] as const

export const toScanQrcode = call({
  name: 'toScanQrcode',
  summary: 'What a QR code asks for, before it is scanned. Changes nothing.',
  method: 'GET',
  path: 'to_scan_qrcode',
  input: z.object({ token: scannedHalf }),
  output: asking,
  errors: scanErrors,
  auth: 'user',
})

export const scanQrcode = call({
  name: 'scanQrcode',
  summary: 'Takes a QR code: from now on only this session can confirm it or deny it.',
  path: 'scan_qrcode',
  input: z.object({ token: scannedHalf }),
  output: asking,
  errors: scanErrors,
  auth: 'user',
})

export const confirmQrcode = call({
  name: 'confirmQrcode',
  summary:
    'Confirms the QR code that this session has scanned, with the number that the other screen shows; a wrong number ends the code. With deny=1, denies it, also before it is scanned, and until it is used.',
  path: 'confirm_qrcode',
  input: z.object({ token: scannedHalf, matching_number: matchingNumber.optional(), deny: flag }),
  output: z.object({ done: z.boolean() }),
  errors: [...scanErrors, 'qrcode_wrong_number'],
  auth: 'user',
})

import { z } from 'zod'
import { client, moment, time, timeZoneInForce } from '#contract/terms/fields'
import { sensitive } from '#contract/terms/sensitive'
import { qrLetters, qrLettersLength, qrStatuses } from './qr'

const half = '[\\w-]{22}'

/** The polling token of a QR code, which only the requesting browser has. */
export const pollingHalf = sensitive(z.string().regex(new RegExp(`^${half}$`)))

/** The token in the picture, or the letters below it. */
export const scannedHalf = sensitive(z.string().regex(new RegExp(`^(${half}|[${qrLetters}]{${qrLettersLength}})$`)))

/** Shown on both screens, so a person sees that they belong together. */
export const matchingNumber = z.coerce.number().int().min(10).max(99)

/** The state of a QR code. An unknown word means that it is not answered yet. */
export const qrStatus = z.enum(qrStatuses).catch('scanned')

/** A QR code, for the requesting browser: the polling token, and the URL to draw. */
export const qrShown = z.object({
  token: z.string(),
  /** Empty: the page of the web app that scans the token. */
  qrcode_url: z.url().or(z.literal('')).default(''),
  /** Null: the account API has no letters, so the code can only be scanned. */
  letters: z.string().nullable().default(null),
  /**
   * Null: the account API has no numbers, so the phone confirms without one. The bundled account API always has one.
   */
  matching_number: matchingNumber.nullable().default(null),
  expires_at: time,
})

/** The facts that the scanner of a QR code needs to decide. Another account API may return only some of them. */
export const qrAsking = z.object({
  status: z.enum(['new', 'scanned']).catch('scanned').default('scanned'),
  client: client.nullable().default(null),
  /** The client address of the requesting browser; empty if unknown. */
  address: z.string().default(''),
  asked_at: moment,
  expires_at: time,
  /** After the scan: three numbers, one of which the other screen shows. None: the account API has no numbers. */
  matching_numbers: z.array(matchingNumber).default([]),
  time_zone: timeZoneInForce,
})

import { z } from 'zod'
import { client, moment, time, timeZoneInForce } from '#contract/terms/fields'
import { sensitive } from '#contract/terms/sensitive'
import { qrLetters, qrLettersLength, qrStatuses } from './qr'

const half = '[\\w-]{22}'

/** The half of a QR code that only the asking browser has. */
export const pollingHalf = sensitive(z.string().regex(new RegExp(`^${half}$`)))

/** The half in the picture, or the letters below it. */
export const scannedHalf = sensitive(z.string().regex(new RegExp(`^(${half}|[${qrLetters}]{${qrLettersLength}})$`)))

/** Shown on both screens, so that a person sees that they belong together. */
export const matchingNumber = z.coerce.number().int().min(10).max(99)

/** The state of a QR code. An unknown word means that it is not answered yet. */
export const qrStatus = z.enum(qrStatuses).catch('scanned')

/** A QR code, for the asking browser: the polling half as the token, and the URL to draw. */
export const qrShown = z.object({
  token: z.string(),
  /** Empty: the page of ours that scans the token. */
  qrcode_url: z.url().or(z.literal('')).default(''),
  /** Null: the account API has none, so the code can only be scanned. */
  letters: z.string().nullable().default(null),
  /** Null: the account API has none, so the phone confirms without it. Ours always has one. */
  matching_number: matchingNumber.nullable().default(null),
  expires_at: time,
})

/**
 * The facts that the scanner of a QR code needs to decide. An account API returns those that it knows; ours returns
 * all.
 */
export const qrAsking = z.object({
  status: z.enum(['new', 'scanned']).catch('scanned').default('scanned'),
  client: client.nullable().default(null),
  /** The client address of the asking browser; empty if unknown. */
  address: z.string().default(''),
  asked_at: moment,
  expires_at: time,
  /** Once scanned: three numbers. The other screen shows one of them. None: the account API has no numbers. */
  matching_numbers: z.array(matchingNumber).default([]),
  time_zone: timeZoneInForce,
})

import { randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { parseCookie } from 'cookie'

/** Draws random bytes. */
export type Random = (bytes: number) => Buffer

/** How long a visit lasts after its last page (spec section 9, analytics). */
const visitSeconds = 30 * 60

const visitBytes = 16
/** The id, and the time of the last page in seconds, in base 36. */
const valuePattern = /^([\w-]{22})\.([\da-z]{1,8})$/

/** A browser refuses a cookie with this prefix that another host or plain http has set (RFC 6265bis, section 4.1.3). */
const nameOf = (secure: boolean): string => (secure ? '__Host-butterfly_telemetry' : 'butterfly_telemetry')

/**
 * True when a person refuses to be recorded: by Do Not Track (`DNT: 1`, W3C Tracking Preference Expression) or by
 * Global Privacy Control (`Sec-GPC: 1`). A repeated header counts if one of its values does.
 */
export const refusesTelemetry = (headers: IncomingHttpHeaders): boolean =>
  [headers.dnt, headers['sec-gpc']].some((value) => /(^|,)\s*1\s*(,|$)/.test(String(value ?? '')))

/** The id of a new visit: 128 random bits, from which nothing else is derived. */
export const newVisit = (random: Random = randomBytes): string => random(visitBytes).toString('base64url')

/** The visit in a Cookie header. Undefined without one, when it is malformed, or 30 minutes after its last page. */
export const visitIn = (cookieHeader: string, nowMs: number, { secure }: { secure: boolean }): string | undefined => {
  const value = parseCookie(cookieHeader, { decode: (text) => text })[nameOf(secure)] ?? ''
  const [, visit, lastPage = ''] = valuePattern.exec(value) ?? []
  const ageSeconds = Math.floor(nowMs / 1000) - Number.parseInt(lastPage, 36)
  // A time in the future would keep a visit alive for ever. Clocks of two copies may differ by seconds.
  return ageSeconds < visitSeconds && ageSeconds > -60 ? visit : undefined
}

/** The Set-Cookie header of a visit that has just had a page. */
export const setVisit = (visit: string, nowMs: number, { secure }: { secure: boolean }): string =>
  `${nameOf(secure)}=${visit}.${Math.floor(nowMs / 1000).toString(36)}; Path=/; Max-Age=${visitSeconds}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`

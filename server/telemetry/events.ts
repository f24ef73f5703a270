import { createHash } from 'node:crypto'
import { languages } from '#rules/languages'

/** The share of visits whose events of a kind are recorded (spec section 9, monitoring). */
export const shares = {
  session: 1,
  js_error: 1,
  pageview: 0.01,
  resource_error: 0.01,
  http: 0.01,
  resource: 0.01,
} as const

export type Kind = keyof typeof shares

/** An event of one request. It has only these fields, and none of them was sent by a person or a browser. */
export interface VisitEvent {
  kind: Kind
  /** Milliseconds since 1970. */
  at: number
  /** The random id of a visit. An error of a browser without a visit has none. */
  session?: string
  /** The pattern of a page such as `/settings/:address`, the path of a built file, `*.css`, or the name of a call. */
  route: string
  status: number
  ms: number
  language?: string
}

export interface Heartbeat {
  kind: 'heartbeat'
  at: number
  /** The number of visits with a request since the last one. */
  sessions: number
}

export type TelemetryEvent = VisitEvent | Heartbeat

/** A supported language in a Content-Language header; undefined for anything else. */
export const languageIn = (header: unknown): string | undefined => languages.find((language) => language === header)

/**
 * True when the events of a kind are recorded for a visit. Only visit and kind decide, so a visit has all events of a
 * kind or none, whichever copy of the web app answers.
 */
export const isSampled = (visit: string, kind: Kind): boolean => {
  if (shares[kind] === 1) return true
  const drawn = createHash('sha256').update(`${visit} ${kind}`).digest().readUInt32BE(0)
  return drawn < shares[kind] * 2 ** 32
}

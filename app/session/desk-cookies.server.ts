import { deskTokenPrefix } from '#contract/operator/access/desk-calls'
import { cookie, readCookie } from './cookie.server'

/** The operator's session at the desk. It ends with the browser. */
const sessionCookie = 'butterfly_desk'
const sessionPattern = new RegExp(`^${deskTokenPrefix}[\\w-]{43}$`)

/** The secret that a ticket is bound to. All tabs of a browser share it, so each can enter. */
const verifierCookie = 'butterfly_desk_start'
const verifierPattern = /^[\w-]{43}$/
const verifierMaxAgeSeconds = 60 * 60

/** The token of the desk in a request, or in a bare Cookie header, if it has the right form. */
export const deskTokenIn = (from: Request | string): string | undefined => matching(from, sessionCookie, sessionPattern)

export const setDeskToken = (token: string): string => cookie(sessionCookie, token, {})

export const clearDeskToken = (): string => cookie(sessionCookie, '', { maxAgeSeconds: 0 })

/** The verifier of a browser that has begun to enter. */
export const deskVerifierIn = (from: Request | string): string | undefined =>
  matching(from, verifierCookie, verifierPattern)

export const setDeskVerifier = (verifier: string): string =>
  cookie(verifierCookie, verifier, { maxAgeSeconds: verifierMaxAgeSeconds })

const matching = (from: Request | string, name: string, pattern: RegExp): string | undefined => {
  const value = readCookie(from, name)
  return value !== undefined && pattern.test(value) ? value : undefined
}

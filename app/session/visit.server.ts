import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { cookie, cookieIn } from './cookie.server'
import { keyRing } from './key-ring.server'

// A visit ties forms and sealed cookies to one browser. It is no secret of ours and says nothing about the person.
const visitCookie = 'butterfly_visit'
const visitMaxAgeSeconds = 365 * 24 * 60 * 60

/** A new visit: 128 random bits as base64url. */
export const newVisit = (): string => randomBytes(16).toString('base64url')

/** The browser's visit in a Cookie header, or undefined when there is none that could be ours. */
export const readVisit = (cookieHeader: string): string | undefined => {
  const value = cookieIn(cookieHeader, visitCookie)
  return value !== undefined && /^[\w-]{22}$/.test(value) ? value : undefined
}

/** The Set-Cookie header of a visit. */
export const setVisit = (visit: string): string => cookie(visitCookie, visit, { maxAgeSeconds: visitMaxAgeSeconds })

const tokenOf = (visit: string, key: Buffer) => createHmac('sha256', key).update(visit).digest()

/** The form token of a visit: 43 characters, always. */
export const formTokenOf = (visit: string): string => {
  const [key] = keyRing('form token')
  if (!key) throw new Error('no session secret')
  return tokenOf(visit, key).toString('base64url')
}

/** Whether a form token belongs to a visit, under any key of the ring, in constant time. */
export const isFormTokenOf = (visit: string, token: string): boolean => {
  const given = Buffer.from(token, 'base64url')
  if (given.length !== 32 || given.toString('base64url') !== token) return false
  return keyRing('form token').some((key) => timingSafeEqual(tokenOf(visit, key), given))
}

import { createHmac, type KeyObject, randomFillSync, timingSafeEqual } from 'node:crypto'
import { cookie, readCookie } from './cookie.server'
import { keyRing } from './key-ring.server'

// The browser id binds forms and sealed cookies to one browser. It identifies no person and is not secret from the
// browser. Cookies ignore ports, so the operator's desk has its own: signing in or out at one site ends no form of the
// other.
const browserIdCookies = { public: 'butterfly_browser', desk: 'butterfly_desk_browser' }
const browserIdMaxAgeSeconds = 365 * 24 * 60 * 60

const browserIdBytes = 16
/** Drawing the bytes of many ids at once costs a tenth of drawing them one by one. */
const drawn = Buffer.alloc(64 * browserIdBytes)
let used = drawn.length

/** A new browser id: 128 random bits as base64url. */
export const newBrowserId = (): string => {
  if (used === drawn.length) {
    randomFillSync(drawn)
    used = 0
  }
  used += browserIdBytes
  return drawn.toString('base64url', used - browserIdBytes, used)
}

type Door = keyof typeof browserIdCookies

/** The browser id in a Cookie header; undefined without one, or when it is malformed. */
export const readBrowserId = (cookieHeader: string, door: Door = 'public'): string | undefined => {
  const value = readCookie(cookieHeader, browserIdCookies[door])
  return value !== undefined && /^[\w-]{22}$/.test(value) ? value : undefined
}

/** The Set-Cookie header of a browser id. */
export const setBrowserId = (browserId: string, door: Door = 'public'): string =>
  cookie(browserIdCookies[door], browserId, { maxAgeSeconds: browserIdMaxAgeSeconds })

const tokenOf = (browserId: string, key: KeyObject) => createHmac('sha256', key).update(browserId).digest()

/** The form token of a browser id: always 43 characters. */
export const formTokenOf = (browserId: string): string => {
  const [key] = keyRing('form token')
  if (!key) throw new Error('no session secret')
  return tokenOf(browserId, key).toString('base64url')
}

/** True when a form token belongs to a browser id, under any key of the ring. Compares in constant time. */
export const isFormTokenOf = (browserId: string, token: string): boolean => {
  const given = Buffer.from(token, 'base64url')
  if (given.length !== 32 || given.toString('base64url') !== token) return false
  return keyRing('form token').some((key) => timingSafeEqual(tokenOf(browserId, key), given))
}

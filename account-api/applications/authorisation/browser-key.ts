import { createHmac, timingSafeEqual } from 'node:crypto'
import { derivedKey } from '#contract/wire/derived-key'

/** The cookie that binds a browser to a request of an application, only for the page of that request. */
export const requestCookie = 'openauth'

const use = 'cookie of open authorisation'

const signed = (secret: string, text: string): string =>
  createHmac('sha256', derivedKey(secret, use)).update(text).digest('base64url')

/**
 * The cookie with which a browser continues from the page of a request to the protocol, at an address of that request.
 */
export const resumeCookie = `${requestCookie}_resume`

/** The key ring that signs the cookies of the protocol, in the form that the library `cookies` takes. */
export const cookieKeys = (secrets: readonly string[]) => ({
  sign: (text: string): string => signed(secrets[0] ?? '', text),
  verify: (text: string, signature: string): boolean => indexOf(secrets, text, signature) >= 0,
  index: (text: string, signature: string): number => indexOf(secrets, text, signature),
})

/** The index of the ring's secret that has signed a text. -1: none. */
const indexOf = (secrets: readonly string[], text: string, signature: string): number => {
  const given = Buffer.from(signature)
  return secrets.findIndex((secret) => {
    const expected = Buffer.from(signed(secret, text))
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}

/**
 * True when a key came from the browser in which a request began: the key is the signature of that browser's cookie.
 * The address of the page alone contains no key.
 */
export const isBrowserKey = (secrets: readonly string[], uid: string, key: string): boolean =>
  indexOf(secrets, `${requestCookie}=${uid}`, key) >= 0

/** The signatures of the cookies that bind a request to a browser: for its page, and for continuing. */
export const keysForBrowser = (secrets: readonly string[], uid: string): { browserKey: string; resumeKey: string } => {
  const { sign } = cookieKeys(secrets)
  return { browserKey: sign(`${requestCookie}=${uid}`), resumeKey: sign(`${resumeCookie}=${uid}`) }
}

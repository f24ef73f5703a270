import { withoutLanguage, withQuery } from '~/navigation/returning/return-address'
import { cookie, readCookie } from '~/session/cookie.server'
import { type FlashName, flashNames } from './flash-names'

/** The destination of a redirect, and its flash message, both in the page's URL. */
export interface Destination {
  path: string
  /** The return address, as `?next=` carries it. */
  next?: string | null | undefined
  notice?: FlashName
  /** The time until which a cancelled account can be restored, or another operator has to agree to a recovery. */
  until?: string
  /** Names in the text of the flash message: who or what was changed, and with what. */
  who?: string
  as?: string
  /** True if the password of a secured account is its only sign-in method, so it remains valid. */
  password?: 'stays'
}

// Anyone can make up a URL. Its flash message is shown only if this browser was redirected to that URL.
const flashCookie = 'butterfly_flash'
/** Long enough for a slow link, for going back and for switching the language. */
const maxAgeSeconds = 10 * 60

/** The URL of a destination, and the Set-Cookie header that makes its flash message valid. */
export const withFlash = ({ path, ...message }: Destination): { address: string; setCookie: string } => {
  const query = Object.entries(message).flatMap(([name, value]) => (value ? [[name, value]] : []))
  const address = query.length > 0 ? withQuery(path, Object.fromEntries(query)) : path
  return { address, setCookie: cookie(flashCookie, address, { maxAgeSeconds }) }
}

/** True when this browser was redirected to this URL a short time ago. The language of the URL does not matter. */
export const isFlashed = (request: Request): boolean =>
  readCookie(request, flashCookie) === withoutLanguage(new URL(request.url))

/** The flash message of a request, if it is valid. */
export const flashOf = (request: Request): FlashName | null => {
  const asked = new URL(request.url).searchParams.get('notice')
  return flashNames.find((each) => each === asked && isFlashed(request)) ?? null
}

/** The names in the text of a flash message. */
export const flashedValues = (request: Request): Record<'who' | 'as', string> => {
  const { searchParams } = new URL(request.url)
  const named = (name: 'who' | 'as') => (isFlashed(request) ? (searchParams.get(name) ?? '') : '')
  return { who: named('who'), as: named('as') }
}

/** The time in a flash message. */
export const flashedUntil = (request: Request): string | null =>
  isFlashed(request) ? new URL(request.url).searchParams.get('until') : null

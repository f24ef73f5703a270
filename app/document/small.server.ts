import { cookie, readCookie } from '../session/cookie.server'

const smallCookie = 'butterfly_small'

/** Pages below it are always small. The first of them makes the other pages small too. */
const folder = '/passport/wap/'

/** True when a Cookie header asks for small pages. */
export const wantsSmall = (cookieHeader: string): boolean => readCookie(cookieHeader, smallCookie) !== undefined

/** True when the answer to a request is a small page. */
export const isSmall = (request: Request): boolean =>
  new URL(request.url).pathname.startsWith(folder) || wantsSmall(request.headers.get('cookie') ?? '')

/** The Set-Cookie headers that make the following pages small, until the browser is closed. */
export const smallCookies = ({ headers }: Request): string[] =>
  wantsSmall(headers.get('cookie') ?? '') ? [] : [cookie(smallCookie, '1', {})]

/** The Set-Cookie header that ends small pages. */
export const endSmall = (): string => cookie(smallCookie, '', { maxAgeSeconds: 0 })

/**
 * The headers of a small page beside those of any page. Proxies of HTTP/1.0 do not know Cache-Control (RFC 1945,
 * section 10). The kind of page depends on the types that the browser accepts.
 */
export const smallHeaders = (mediaType: string): Record<string, string> => ({
  'content-type': `${mediaType}; charset=utf-8`,
  pragma: 'no-cache',
  expires: 'Thu, 01 Jan 1970 00:00:00 GMT',
  vary: 'Accept, Accept-Language, Cookie',
})

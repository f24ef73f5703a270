import { cookie, cookieIn } from '../session/cookie.server'

const smallCookie = 'butterfly_small'

/** Below it pages are always small. The first of them makes the others so, too. */
const folder = '/passport/wap/'

/** Whether a Cookie header asks for small pages. */
export const wantsSmall = (cookieHeader: string): boolean => cookieIn(cookieHeader, smallCookie) !== undefined

/** Whether the answer to a request is a small page. */
export const isSmall = (request: Request): boolean =>
  new URL(request.url).pathname.startsWith(folder) || wantsSmall(request.headers.get('cookie') ?? '')

/** The Set-Cookie headers that make the pages after this one small, until the browser is closed. */
export const smallCookies = ({ headers }: Request): string[] =>
  wantsSmall(headers.get('cookie') ?? '') ? [] : [cookie(smallCookie, '1', {})]

/** The Set-Cookie header that ends it. */
export const endSmall = (): string => cookie(smallCookie, '', { maxAgeSeconds: 0 })

/**
 * The headers of a small page beside those of any page. Proxies of HTTP/1.0 know no Cache-Control (RFC 1945, section
 * 10). What a page is depends on what the browser takes.
 */
export const smallHeaders = (mediaType: string): Record<string, string> => ({
  'content-type': `${mediaType}; charset=utf-8`,
  pragma: 'no-cache',
  expires: 'Thu, 01 Jan 1970 00:00:00 GMT',
  vary: 'Accept, Accept-Language, Cookie',
})

import { cookie, readCookie } from '~/session/cookie.server'

const smallCookie = 'butterfly_small'
/** Records that an old phone has left the small pages, so it is not sent there again. */
const fullCookie = 'butterfly_full'

/** Pages with this prefix are always small. The first of them makes the other pages small too. */
const folder = '/passport/wap/'

/** True when a Cookie header chooses small pages. */
export const wantsSmall = (cookieHeader: string): boolean => readCookie(cookieHeader, smallCookie) !== undefined

/** True when the answer to a request is a small page. */
export const isSmall = (request: Request): boolean =>
  new URL(request.url).pathname.startsWith(folder) || wantsSmall(request.headers.get('cookie') ?? '')

/**
 * True for a browser that treats a cookie's path as one page, unless it ends in a slash: NetSurf, and the browsers of
 * small pages. Cookies that they need on several pages have the path /.
 */
export const takesPathsForPages = (request: Request): boolean =>
  /\bNetSurf\//.test(request.headers.get('user-agent') ?? '') || isSmall(request)

/** Phones older than smartphones, by their own description (JSR 118, MIDP), and two of their browsers. */
const oldPhone = /\bMIDP\b|\bCLDC\b|\bUP\.Browser\b|\bObigo\b/i
/** Browsers that show any page on such phones: their servers render it, or their own engine does. */
const drawsAnyPage = /Opera M|UC ?Browser|UCWEB|WebKit|Gecko/i

/**
 * True when a visit to the sign-in page is redirected to the small one: by an old phone that has not left the small
 * pages before.
 */
export const leadsToSmall = (path: string, { cookie: header, userAgent }: { cookie: string; userAgent: string }) =>
  path === '/login' &&
  oldPhone.test(userAgent) &&
  !drawsAnyPage.test(userAgent) &&
  !wantsSmall(header) &&
  readCookie(header, fullCookie) === undefined

/** The Set-Cookie headers that make the following pages small, until the browser is closed. */
export const smallCookies = ({ headers }: Request): string[] =>
  wantsSmall(headers.get('cookie') ?? '') ? [] : [cookie(smallCookie, '1', {})]

/** The Set-Cookie headers that end small pages, for a year: an old phone stays with the ordinary pages. */
export const endSmall = (): string[] => [
  cookie(smallCookie, '', { maxAgeSeconds: 0 }),
  cookie(fullCookie, '1', { maxAgeSeconds: 365 * 24 * 60 * 60 }),
]

/**
 * The headers of a small page in addition to those of any page. Proxies of HTTP/1.0 do not know Cache-Control (RFC
 * 1945, section 10). The kind of page depends on the types that the browser accepts.
 */
export const smallHeaders = (mediaType: string): Record<string, string> => ({
  'content-type': `${mediaType}; charset=utf-8`,
  pragma: 'no-cache',
  expires: 'Thu, 01 Jan 1970 00:00:00 GMT',
  vary: 'Accept, Accept-Language, Cookie',
})

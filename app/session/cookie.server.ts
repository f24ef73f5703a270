import { parseCookie } from 'cookie'
import { env } from '~/runtime/env.server'

/**
 * The name of a cookie on the wire. Over https a prefix makes the browser refuse one that another host or plain http
 * has set (RFC 6265bis, section 4.1.3); `__Host-` requires the path /.
 */
const wireName = (name: string, path: string) => {
  if (!env().secure) return name
  return path === '/' ? `__Host-${name}` : `__Secure-${name}`
}

/**
 * A Set-Cookie header for a cookie that no script can read. `value` must have only characters that a cookie can hold.
 * Without `maxAgeSeconds` the cookie ends with the browser; 0 deletes it.
 */
export const cookie = (
  name: string,
  value: string,
  { maxAgeSeconds, path = '/' }: { maxAgeSeconds?: number; path?: string },
): string => {
  const header = [
    `${wireName(name, path)}=${value}`,
    `Path=${path}`,
    ...(maxAgeSeconds === undefined ? [] : [`Max-Age=${maxAgeSeconds}`]),
    'HttpOnly',
    'SameSite=Lax',
    ...(env().secure ? ['Secure'] : []),
  ].join('; ')
  // Browsers silently drop a longer one (RFC 6265, section 6.1).
  if (Buffer.byteLength(header) > 4096) throw new Error(`the cookie ${name} is over 4,096 bytes`)
  return header
}

/**
 * The value of a cookie that {@link cookie} made with the same path, in a request or in a bare Cookie header, or undefined.
 * The first of several counts.
 */
export const readCookie = (from: Request | string, name: string, path = '/'): string | undefined =>
  findCookie(typeof from === 'string' ? from : (from.headers.get('cookie') ?? ''), wireName(name, path))

/** The names of a request's cookies that {@link cookie} made with the same path and this prefix, in order. */
export const cookieNames = (request: Request, start: string, path: string): string[] => {
  const wireStart = wireName(start, path)
  return Object.keys(cookiesIn(request.headers.get('cookie') ?? ''))
    .filter((name) => name.startsWith(wireStart))
    .map((name) => start + name.slice(wireStart.length))
}

/** The value of a cookie in a Cookie header, by its name on the wire. */
export const findCookie = (header: string, name: string): string | undefined => cookiesIn(header)[name]

/** Values of this site need no decoding. */
const cookiesIn = (header: string) => parseCookie(header, { decode: (value) => value })

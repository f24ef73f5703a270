/** A cookie in the format of Playwright's `context.addCookies`. */
export interface Cookie {
  name: string
  value: string
  domain: string
  path: string
  /** Seconds since 1970; -1 for a cookie that ends with the browser. */
  expires: number
  httpOnly: boolean
  secure: boolean
  sameSite: 'Strict' | 'Lax' | 'None'
}

const sameSites: Record<string, Cookie['sameSite']> = { strict: 'Strict', lax: 'Lax', none: 'None' }

/** When a cookie expires, in seconds since 1970. */
const expiryOf = (attributes: ReadonlyMap<string, string>, nowMs: number): number => {
  const maxAge = attributes.get('max-age')
  if (maxAge !== undefined) return Math.floor(nowMs / 1000) + Number(maxAge)
  const expires = Date.parse(attributes.get('expires') ?? '')
  return Number.isNaN(expires) ? -1 : Math.floor(expires / 1000)
}

const cookieOf = (setCookie: string, url: URL, nowMs: number): Cookie | undefined => {
  const [pair = '', ...rest] = setCookie.split(';').map((part) => part.trim())
  const split = pair.indexOf('=')
  if (split <= 0) return undefined
  const attributes = new Map(
    rest.map((attribute) => {
      const [name = '', value = ''] = attribute.split(/=(.*)/s)
      return [name.toLowerCase(), value] as const
    }),
  )
  return {
    name: pair.slice(0, split),
    value: pair.slice(split + 1),
    domain: url.hostname,
    path: attributes.get('path') || '/',
    expires: expiryOf(attributes, nowMs),
    httpOnly: attributes.has('httponly'),
    secure: attributes.has('secure'),
    sameSite: sameSites[attributes.get('samesite')?.toLowerCase() ?? ''] ?? 'Lax',
  }
}

/** The cookies of one browser, stored and sent as in RFC 6265, for hosts that set cookies only for themselves. */
export class Cookies {
  readonly #cookies = new Map<string, Cookie>()

  /** Stores the cookies of an answer. An expired or empty one is removed. */
  store(url: URL, setCookies: readonly string[], nowMs: number = Date.now()): void {
    for (const setCookie of setCookies) {
      const cookie = cookieOf(setCookie, url, nowMs)
      if (!cookie) continue
      const key = `${cookie.domain} ${cookie.path} ${cookie.name}`
      const isGone = cookie.value === '' || (cookie.expires !== -1 && cookie.expires * 1000 <= nowMs)
      if (isGone) this.#cookies.delete(key)
      else this.#cookies.set(key, cookie)
    }
  }

  /** The value of the Cookie header of a request. */
  header(url: URL): string {
    return this.all()
      .filter(({ domain, path }) => domain === url.hostname && isBelow(url.pathname, path))
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ')
  }

  all(): Cookie[] {
    return [...this.#cookies.values()]
  }
}

const isBelow = (pathname: string, path: string): boolean =>
  pathname === path || pathname.startsWith(path.endsWith('/') ? path : `${path}/`)

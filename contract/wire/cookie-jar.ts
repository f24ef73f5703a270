import { accountMarkCookie, knownBrowserCookie, sessionCookie, type WireNames } from './headers'

/** The entry with the name of the session cookie, if it has another name. No header can set or show it. */
const sessionEntry = '(session)'

/**
 * The cookies that the account API has set for one browser. The jar keeps names and values only: all cookies come from
 * one origin, and the jar ends with the session that it is sealed into (a subset of RFC 6265, section 5.3).
 */
export class CookieJar {
  readonly #cookies: Map<string, string>
  readonly #sessionCookie: string | undefined
  #changed = false

  /** @param names `sessionCookie`: the name of the session cookie. Missing: ours, or the one that a sign-in has set */
  constructor(cookies: Record<string, string> = {}, names: Pick<WireNames, 'sessionCookie'> = {}) {
    this.#cookies = new Map(Object.entries(cookies))
    this.#sessionCookie = names.sessionCookie
  }

  /** True when the cookies differ from the initial ones. */
  get changed(): boolean {
    return this.#changed
  }

  get(name: string): string | undefined {
    return this.#cookies.get(name)
  }

  get #session(): string {
    return this.#sessionCookie ?? this.#cookies.get(sessionEntry) ?? sessionCookie
  }

  /** The value of the session. Undefined: nobody is signed in. */
  get session(): string | undefined {
    return this.#cookies.get(this.#session)
  }

  endSession(): void {
    for (const name of [this.#session, sessionEntry]) this.#changed = this.#cookies.delete(name) || this.#changed
  }

  /** Finds the session among the cookies that a sign-in has just set, if its name is unknown. */
  beginSession(setCookies: readonly string[], { formTokenCookie }: WireNames): void {
    if (this.session !== undefined || this.#sessionCookie !== undefined) return
    const isHidden = (setCookie: string) => /;\s*httponly/i.test(setCookie)
    const names = [...setCookies]
      .sort((one, other) => Number(isHidden(other)) - Number(isHidden(one)))
      .map((setCookie) => setCookie.slice(0, setCookie.indexOf('=')).trim())
    const others = [formTokenCookie, knownBrowserCookie, accountMarkCookie]
    const name = names.find((each) => this.#cookies.has(each) && !others.includes(each))
    if (name === undefined) return
    this.#cookies.set(sessionEntry, name)
    this.#changed = true
  }

  header(): string {
    return [...this.#cookies]
      .filter(([name]) => name !== sessionEntry)
      .map(([name, value]) => `${name}=${value}`)
      .join('; ')
  }

  /** Applies the Set-Cookie headers of an answer. An expired or empty cookie is removed. */
  store(setCookies: readonly string[], nowMs = Date.now()): void {
    for (const setCookie of setCookies) {
      const [pair = '', ...attributes] = setCookie.split(';').map((part) => part.trim())
      const split = pair.indexOf('=')
      if (split <= 0) continue
      const [name, value] = [pair.slice(0, split), pair.slice(split + 1)]
      const gone = value === '' || attributes.some((attribute) => isPast(attribute, nowMs))
      if (gone) this.#changed = this.#cookies.delete(name) || this.#changed
      else if (this.#cookies.get(name) !== value) {
        this.#cookies.set(name, value)
        this.#changed = true
      }
    }
  }

  toJSON(): Record<string, string> {
    return Object.fromEntries(this.#cookies)
  }
}

const isPast = (attribute: string, nowMs: number): boolean => {
  const [name = '', value = ''] = attribute.split('=')
  if (name.toLowerCase() === 'max-age') return Number(value) <= 0
  return name.toLowerCase() === 'expires' && Date.parse(value) <= nowMs
}

/**
 * The cookies that the account API has set for one browser. The jar keeps names and values only: all cookies come from
 * one origin, and the jar ends with the session that it is sealed into (a subset of RFC 6265, section 5.3).
 */
export class CookieJar {
  readonly #cookies: Map<string, string>
  #changed = false

  constructor(cookies: Record<string, string> = {}) {
    this.#cookies = new Map(Object.entries(cookies))
  }

  /** True when the cookies differ from the initial ones. */
  get changed(): boolean {
    return this.#changed
  }

  get(name: string): string | undefined {
    return this.#cookies.get(name)
  }

  /** The value of the Cookie header. */
  header(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
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

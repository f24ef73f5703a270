import { Browser, type Sent } from '#tests/server/browser'
import type { WebApp } from '#tests/server/web-app'

/** What a proxy reports a request of its site. */
export interface Forwarded {
  host?: string
  proto?: string
  method?: string
  uri?: string
}

/** A browser at a protected site. The proxy passes our paths to the web app and asks it about each other path. */
export class AtSite extends Browser {
  readonly #host: string

  constructor(web: WebApp, host: string) {
    super(web.origin, { accept: 'text/html', 'accept-language': 'en', 'x-forwarded-for': '203.0.113.9' })
    this.#host = host
  }

  override open(path: string, { headers, ...sent }: Sent = {}) {
    return super.open(path, { ...sent, headers: { ...told({ host: this.#host }), ...headers } })
  }

  /** The question of the proxy about a request. */
  ask(forwarded: Forwarded = {}, headers: Record<string, string> = {}, path = '/.butterfly/auth-request') {
    return this.open(path, { headers: { ...told({ host: this.#host, ...forwarded }), ...headers } })
  }
}

const told = ({ host = '', proto = 'https', method = 'GET', uri = '/' }: Forwarded) => ({
  'x-forwarded-host': host,
  'x-forwarded-proto': proto,
  'x-forwarded-method': method,
  'x-forwarded-uri': uri,
})

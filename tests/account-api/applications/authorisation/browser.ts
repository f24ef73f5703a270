import { CookieJar } from '#contract/wire/cookie-jar'
import { sessionCookie } from '#contract/wire/headers'
import { sign } from '#contract/wire/signing'
import { application, freshAddress, type World } from '#tests/account-api/worlds/world'

interface Kept {
  name: string
  value: string
  path: string
}

/** A person who is signed out, at their own browser. */
export const visitorOf = (world: World) => {
  const browser = new Browser(world)
  return { browser, jar: browser.jar, client: world.person({ jar: browser.jar }) }
}

/** A browser whose protocol requests pass through the web app, which signs them and adds the session. */
export class Browser {
  readonly #world: World
  readonly #cookies = new Map<string, Kept>()
  readonly #address = freshAddress()
  /** The account API's cookies, as the web app keeps them for this browser. */
  jar: CookieJar
  /** The version of the operator's terms that the web app shows. */
  shownTerms: string | undefined

  /** Signed out, unless the jar has a session. */
  constructor(world: World, jar = new CookieJar()) {
    this.#world = world
    this.jar = jar
  }

  /** The cookies that the browser sends to a path. */
  cookiesAt(path: string): Map<string, string> {
    const fitting = [...this.#cookies.values()].filter((cookie) => path.startsWith(cookie.path))
    return new Map(fitting.map(({ name, value }) => [name, value]))
  }

  /** Requests a protocol page without following redirects. */
  async visit(url: string | URL, form?: URLSearchParams): Promise<Response> {
    const baseUrl = await this.#world.listen()
    const { pathname, search } = new URL(url, baseUrl)
    const path = pathname + search
    const session = this.jar.get(sessionCookie)
    const cookies = [...this.cookiesAt(pathname), ...(session === undefined ? [] : [[sessionCookie, session] as const])]
    const [method, body] = form ? ['POST', form.toString()] : ['GET', '']
    const headers = {
      accept: 'text/html',
      'accept-language': 'en',
      'user-agent': 'test',
      'x-client-address': this.#address,
      ...(this.shownTerms !== undefined && { 'x-shown-terms': this.shownTerms }),
      ...(cookies.length > 0 && { cookie: cookies.map((cookie) => cookie.join('=')).join('; ') }),
      ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
    }
    const signature = sign({ method, path, headers, body }, application, Date.now())
    const response = await fetch(baseUrl + path, {
      method,
      headers: { ...headers, ...signature },
      redirect: 'manual',
      ...(form && { body }),
    })
    for (const line of response.headers.getSetCookie()) this.#keep(line)
    return response
  }

  #keep(line: string): void {
    const [pair = '', ...attributes] = line.split('; ')
    const [name = '', value = ''] = pair.split('=', 2)
    const path = attributes.find((attribute) => attribute.startsWith('path='))?.slice('path='.length) ?? '/'
    this.keep({ name, value, path })
  }

  /** Keeps a cookie, or drops it if its value is empty. */
  keep({ name, value, path }: Kept): void {
    const key = `${name} ${path}`
    if (value === '') this.#cookies.delete(key)
    else this.#cookies.set(key, { name, value, path })
  }
}

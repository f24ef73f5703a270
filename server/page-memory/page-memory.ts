import { parseCookie } from 'cookie'
import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { App } from '../remix-build'
import { PageInPieces } from './page-in-pieces'

/** The part of a request that the memory looks at; header values as they were sent. */
export interface Asked {
  /** Path and query. */
  url: string
  cookie: string
  acceptLanguage: string
}

/** A remembered page and the values to fill in for one visitor. */
export interface Recalled {
  headers: Record<string, string>
  page: PageInPieces
  formToken: string
  /** The Set-Cookie header for a browser that is new here. */
  setCookie: string | undefined
}

/** What the memory looks at in a request. */
export const lookedAt = ({ raw, headers }: FastifyRequest): Asked => ({
  url: raw.url ?? '/',
  cookie: headers.cookie ?? '',
  acceptLanguage: headers['accept-language'] ?? '',
})

interface Remembered {
  headers: Record<string, string>
  page: PageInPieces
}

const languageCookie = 'i18next'
const urlMaxLength = 2000
const pagesMaxBytes = 16 * 1024 * 1024
const languagesMaxBytes = 256 * 1024

/**
 * Remembers pages for people who are signed out: each is rendered once for a path, a language and a `?next=`, and gets the
 * visitor's own form token. It answers no request with a session cookie, nor one whose query means more than that.
 * Parameters that mean nothing are dropped: nobody can fill the memory with them.
 */
export class PageMemory {
  readonly #app: App
  readonly #origin: string
  readonly #pages = new LRUCache<string, Remembered>({
    maxSize: pagesMaxBytes,
    sizeCalculation: ({ page }, key) => page.sizeBytes + 2 * key.length,
  })
  readonly #languages = new LRUCache<string, string>({
    maxSize: languagesMaxBytes,
    sizeCalculation: (_language, key) => 2 * key.length + 100,
  })

  constructor({ app, origin }: { app: App; origin: string }) {
    this.#app = app
    this.#origin = origin
  }

  /** The page for this visitor, or undefined when the app has to render it. */
  async recall(asked: Asked): Promise<Recalled | undefined> {
    const place = await this.placeOf(asked)
    if (!place) return undefined
    const { url, language } = place
    const key = `${language} ${url}`
    const remembered = this.#pages.get(key) ?? (await this.#render({ url, language, key }))
    if (!remembered) return undefined
    const { readBrowserId, newBrowserId, setBrowserId, formTokenOf } = this.#app.visitors
    const known = readBrowserId(asked.cookie)
    const browserId = known ?? newBrowserId()
    return { ...remembered, formToken: formTokenOf(browserId), setCookie: known ? undefined : setBrowserId(browserId) }
  }

  /** The language and the URL of the page for everybody, or undefined where a page depends on more. */
  async placeOf(asked: Asked): Promise<{ language: string; url: string } | undefined> {
    const url = this.#rememberedAs(asked)
    return url === undefined ? undefined : { language: await this.#language(asked), url }
  }

  #rememberedAs({ url, cookie }: Asked): string | undefined {
    if (url.length > urlMaxLength) return undefined
    const [path = ''] = url.split('?', 1)
    if (!this.#app.rememberedPaths.has(path) || this.#app.visitors.carriesSession(cookie)) return undefined
    return path.length === url.length ? path : this.#app.visitors.rememberedAs(url)
  }

  /**
   * The language, looked up once for each pair of values that decides it. The app is shown those values alone, so that no
   * other part of a request can decide the language of the next visitor.
   */
  async #language({ cookie, acceptLanguage }: Asked): Promise<string> {
    const chosen = parseCookie(cookie, { decode: (value) => value })[languageCookie] ?? ''
    const key = JSON.stringify([chosen, acceptLanguage])
    const known = this.#languages.get(key)
    if (known) return known
    const headers = { cookie: `${languageCookie}=${chosen}`, 'accept-language': acceptLanguage }
    const language = await this.#app.visitors.detectLanguage(new Request(this.#origin, { headers }))
    this.#languages.set(key, language)
    return language
  }

  /** Renders the page for an invented visitor. Its token marks where the token of each visitor goes. */
  async #render({
    url,
    language,
    key,
  }: {
    url: string
    language: string
    key: string
  }): Promise<Remembered | undefined> {
    const { newBrowserId, setBrowserId, formTokenOf } = this.#app.visitors
    const browserId = newBrowserId()
    const [browserIdPair = ''] = setBrowserId(browserId).split(';')
    const headers = { cookie: browserIdPair, 'accept-language': language }
    const response = await this.#app.handle(new Request(this.#origin + url, { headers }), {})
    if (response.status !== 200 || response.headers.has('set-cookie')) return undefined
    const remembered = {
      headers: Object.fromEntries([...response.headers].filter(([name]) => name !== 'x-log-id')),
      page: new PageInPieces(await response.text(), formTokenOf(browserId)),
    }
    this.#pages.set(key, remembered)
    return remembered
  }
}

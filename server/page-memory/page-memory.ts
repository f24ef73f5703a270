import { parseCookie } from 'cookie'
import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { App } from '#server/remix-build'
import { PageInPieces } from './page-in-pieces'

/** The part of a request that the cache reads; header values as sent. */
export interface Asked {
  /** Path and query. */
  url: string
  cookie: string
  acceptLanguage: string
}

/** The facts that determine a page for a signed-out visitor, besides its URL. */
interface Visitor {
  language: string
  region: string
}

/** The facts that determine a page for all visitors of a region. */
export interface Place {
  language: string
  url: string
  /** The offered channels of the account API, as one text. */
  offers: string
  /** The version of the texts, which a translation service may change. */
  texts: number
}

/** A page is cached twice: with the rules that it needs, and for browsers that have the style sheet. */
interface PagePlace extends Place {
  hasSheet: boolean
}

/** A cached page and the values for one visitor. */
export interface Recalled {
  status: number
  headers: Record<string, string>
  page: PageInPieces
  formToken: string
  /** The Set-Cookie headers for a browser that is new here, or lacks the style sheet. */
  setCookies: string[]
}

/** Reads the relevant part of a request. */
export const lookedAt = ({ raw, headers }: FastifyRequest): Asked => ({
  url: raw.url ?? '/',
  cookie: headers.cookie ?? '',
  acceptLanguage: headers['accept-language'] ?? '',
})

interface Remembered {
  status: number
  headers: Record<string, string>
  page: PageInPieces
}

const languageCookie = 'i18next'
const ofOneVisitor = new Set(['x-log-id', 'set-cookie'])
const urlMaxLength = 2000
const pagesMaxBytes = 16 * 1024 * 1024
const visitorsMaxBytes = 256 * 1024

/** One entry is used for all paths without a page, because a scanner asks for thousands. */
const nowhere = '/-/nowhere'

/**
 * Caches pages for signed-out people: each is rendered once for a path, a language and a `?next=`, and gets the
 * visitor's own form token. A page with a choice of regions, or with a script for some of them, is rendered once for
 * each of the 28 regions. Each is cached for browsers with and without the style sheet. A request with a session
 * cookie, for a small page, or with other meaningful parameters is never answered from the cache. Parameters without a
 * meaning are dropped, so they cannot fill it. The page for paths without a page has nothing of its visitor, so it is
 * cached for everybody.
 */
export class PageMemory {
  readonly #app: App
  readonly #origin: string
  readonly #pages = new LRUCache<string, Remembered>({
    maxSize: pagesMaxBytes,
    sizeCalculation: ({ page }, key) => page.sizeBytes + 2 * key.length,
  })
  readonly #visitors = new LRUCache<string, Visitor>({
    maxSize: visitorsMaxBytes,
    sizeCalculation: (_visitor, key) => 2 * key.length + 100,
  })

  /** The paths of pages that differ by region, found at their first rendering. */
  readonly #withRegions = new Set<string>()

  constructor({ app, origin }: { app: App; origin: string }) {
    this.#app = app
    this.#origin = origin
  }

  /** The page for this visitor, or undefined when the app has to render it. */
  async recall(asked: Asked): Promise<Recalled | undefined> {
    const place = await this.#placeAt(this.#isNowhere(asked) ? nowhere : this.#rememberedAs(asked), asked)
    if (!place) return undefined
    const visitor = await this.#visitor(asked)
    const { knowsSheet, setSheetCookie, readBrowserId, newBrowserId, setBrowserId, formTokenOf } = this.#app.visitors
    const hasSheet = knowsSheet(asked.cookie, place.language)
    const asks = { ...place, hasSheet }
    const remembered = this.#pages.get(this.#keyOf(asks, visitor)) ?? (await this.#render(asks, visitor))
    if (!remembered) return undefined
    const known = readBrowserId(asked.cookie)
    const browserId = known ?? newBrowserId()
    const setCookies = [
      ...(known ? [] : [setBrowserId(browserId)]),
      ...(hasSheet ? [] : [setSheetCookie(place.language)]),
    ]
    return { ...remembered, formToken: formTokenOf(browserId), setCookies }
  }

  /**
   * The facts that determine the page for everybody, besides the region: its language, its URL, the current texts and
   * the account API's offer. Undefined when a page depends on more.
   */
  placeOf(asked: Asked): Promise<Place | undefined> {
    return this.#placeAt(this.#rememberedAs(asked), asked)
  }

  async #placeAt(url: string | undefined, asked: Asked): Promise<Place | undefined> {
    if (url === undefined) return undefined
    const { language } = await this.#visitor(asked)
    const { offers, textsVersion } = this.#app.visitors
    return { language, url, offers: await offers(), texts: textsVersion() }
  }

  #isNowhere({ url, cookie }: Asked): boolean {
    return !this.#app.hasPage(pathOf(url)) && !this.#app.visitors.wantsSmall(cookie)
  }

  #rememberedAs({ url, cookie }: Asked): string | undefined {
    if (url.length > urlMaxLength) return undefined
    const path = pathOf(url)
    const { carriesSession, listsAccounts, wantsSmall, rememberedAs } = this.#app.visitors
    if (!this.#app.rememberedPaths.has(path) || carriesSession(cookie) || wantsSmall(cookie)) return undefined
    if (listsAccounts(path, cookie)) return undefined
    return path.length === url.length ? path : rememberedAs(url)
  }

  #keyOf({ language, url, offers, texts, hasSheet }: PagePlace, { region }: Visitor): string {
    return `${language} ${hasSheet} ${texts} ${this.#withRegions.has(pathOf(url)) ? region : ''} ${offers} ${url}`
  }

  /**
   * Language and region, looked up once for each pair of header values. The app gets only those values, so no other
   * part of a request can affect the page of the next visitor.
   */
  async #visitor({ cookie, acceptLanguage }: Asked): Promise<Visitor> {
    const chosen = parseCookie(cookie, { decode: (value) => value })[languageCookie] ?? ''
    const key = JSON.stringify([chosen, acceptLanguage])
    const known = this.#visitors.get(key)
    if (known) return known
    const headers = { cookie: `${languageCookie}=${chosen}`, 'accept-language': acceptLanguage }
    const { detectLanguage, regionFor } = this.#app.visitors
    const language = await detectLanguage(new Request(this.#origin, { headers }))
    const visitor = { language, region: regionFor(acceptLanguage) }
    this.#visitors.set(key, visitor)
    return visitor
  }

  /** Renders the page for an invented visitor, whose token marks where each visitor's token goes. */
  async #render(place: PagePlace, visitor: Visitor): Promise<Remembered | undefined> {
    const { url } = place
    const { newBrowserId, setBrowserId, setSheetCookie, formTokenOf } = this.#app.visitors
    const browserId = newBrowserId()
    const sheetCookie = setSheetCookie(place.language)
    const cookie = cookieHeader([setBrowserId(browserId), ...(place.hasSheet ? [sheetCookie] : [])])
    const headers = { cookie, 'accept-language': `${visitor.language}-${visitor.region}` }
    const response = await this.#app.handle(new Request(this.#origin + url, { headers }), {})
    const ownCookies = response.headers.getSetCookie().filter((each) => place.hasSheet || each !== sheetCookie)
    if (response.status !== (url === nowhere ? 404 : 200) || ownCookies.length > 0) return undefined
    const page = await response.text()
    if (/ (name="region"|data-by-region)/.test(page)) this.#withRegions.add(pathOf(url))
    const remembered = {
      status: response.status,
      headers: Object.fromEntries([...response.headers].filter(([name]) => !ofOneVisitor.has(name))),
      page: new PageInPieces(page, formTokenOf(browserId)),
    }
    this.#pages.set(this.#keyOf(place, visitor), remembered)
    return remembered
  }
}

const pathOf = (url: string): string => url.split('?', 1)[0] ?? ''

/** The Cookie header of a browser that got these Set-Cookie headers. */
export const cookieHeader = (setCookies: string[]): string =>
  setCookies.map((setCookie) => setCookie.split(';', 1)[0]).join('; ')

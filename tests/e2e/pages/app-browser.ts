import type { AppLoadContext } from '@remix-run/node'
import { deskToken } from '#tests/fake-account-api/fake'
import { doorOf } from '#tests/fixtures/door'
import { passMinutesHere } from '#tests/fixtures/time/clock'
import { type FormInHtml, formsIn } from '../../../testing/robot/forms-in-html'
import { type BuiltApp, origin } from './built-app'

/** A page that the app answered. */
export interface Shown {
  path: string
  url: string
  status: number
  headers: Record<string, string>
  html: string
}

type Fields = Record<string, string | File>

/** Which form of a page is meant, where it has several. */
interface Which {
  /** The path that the form posts to. */
  action?: string
  /** The name of the button that is pressed. */
  button?: string
}

interface Cookie {
  value: string
  /** It is sent to this path and to those below it (RFC 6265, section 5.1.4). */
  path: string
}

type Cookies = ReadonlyMap<string, Cookie>

/**
 * A browser without script, in this process: it keeps cookies, sends the forms of the page that it shows and follows
 * redirects. Only what it shows in the end is given to a real browser.
 */
export class AppBrowser {
  readonly #app: BuiltApp
  #language: string
  /** How the page that is shown was asked for, and the cookies before that. */
  #last: { ask: () => Promise<Shown>; cookies: Cookies } | undefined
  #cookies = new Map<string, Cookie>()
  #shown: Shown | undefined

  /** @param isNew true for a browser that was never here; others have the style sheet */
  constructor(app: BuiltApp, { language, isNew = false }: { language: string; isNew?: boolean }) {
    this.#app = app
    this.#language = language
    // A state before may have had other offers, which the app keeps for half a minute.
    app.forgetOffers()
    if (!isNew) this.#keepCookie(app.setSheetCookie(language))
  }

  /** The account API that answers as a state wants it. */
  get fake(): BuiltApp['fake'] {
    return this.#app.fake
  }

  get shown(): Shown {
    if (!this.#shown) throw new Error('No page was opened')
    return this.#shown
  }

  /** Opens a page by its address. */
  open(address: string, context?: AppLoadContext): Promise<Shown> {
    return this.#show(new URL(address, origin), undefined, context)
  }

  /** Opens a page with the cookies of a flow that has begun there, where no page of this deployment leads to it. */
  async openAt(address: string, begin: (request: Request) => Promise<Response>): Promise<Shown> {
    this.#keepCookies(await begin(this.#request(new URL(address, origin))))
    return this.open(address)
  }

  /** Requests the current page in another language. A page that shows a state only once shows another page. */
  async againIn(language: string): Promise<Shown> {
    if (!this.#last) throw new Error('No page was opened')
    const { ask, cookies } = this.#last
    this.#language = language
    this.cookies = cookies
    this.#keepCookie(this.#app.setSheetCookie(language))
    return ask()
  }

  /** Enters the operator's desk, as an operator with every scope unless the state says otherwise. */
  enterDesk(...operator: Parameters<BuiltApp['fake']['operator']['be']>): void {
    this.fake.operator.be(...operator)
    this.#keepCookie(`butterfly_desk=${deskToken}; Path=/`)
  }

  /** Fills a form of the page that is shown and sends it. */
  send(fields: Fields = {}, which: Which = {}): Promise<Shown> {
    const form = this.#form(fields, which)
    const body = new FormData()
    const values: Fields = {
      ...Object.fromEntries(form.values),
      ...(which.button && { [which.button]: 'pressed' }),
      ...fields,
    }
    for (const [name, value] of Object.entries(values)) body.append(name, value)
    return this.#show(new URL(form.action || this.shown.url, origin), body)
  }

  /** Presses a button by its name. */
  press(button: string, fields: Fields = {}): Promise<Shown> {
    return this.send(fields, { button })
  }

  /** Asks for a file that a page refers to. */
  async fetch(path: string): Promise<Response> {
    return this.#app.answer(this.#request(new URL(path, origin)))
  }

  /** Makes the clock of the app run ahead. */
  passMinutes(minutes: number): void {
    passMinutesHere(minutes)
  }

  /** The cookies that it holds now. */
  get cookies(): Cookies {
    return new Map(this.#cookies)
  }

  /** Takes the cookies of another browser in its own the place. */
  set cookies(cookies: Cookies) {
    this.#cookies = new Map(cookies)
  }

  #form(fields: Fields, { action, button }: Which): FormInHtml {
    const names = [...Object.keys(fields), ...(button ? [button] : [])]
    const form = formsIn(this.shown.html).find(
      (each) => (action === undefined || each.action === action) && names.every((name) => each.names.includes(name)),
    )
    if (!form) throw new Error(`${this.shown.url} has no form with ${action ?? 'the fields'} ${names.join(', ')}`)
    return form
  }

  async #show(url: URL, body?: FormData, context?: AppLoadContext): Promise<Shown> {
    this.#last = { ask: () => this.#show(url, body, context), cookies: this.cookies }
    const response = await this.#app.answer(this.#request(url, body), { ...doorOf(url.href), ...context })
    this.#keepCookies(response)
    const location = response.headers.get('location')
    if (location !== null) return this.#show(new URL(location, url))
    const headers = Object.fromEntries([...response.headers].filter(([name]) => name !== 'set-cookie'))
    this.#shown = { path: url.pathname, url: url.href, status: response.status, headers, html: await response.text() }
    return this.#shown
  }

  #request(url: URL, body?: FormData): Request {
    const isFor = (path: string) => path === '/' || `${url.pathname}/`.startsWith(`${path}/`)
    const cookies = [...this.#cookies].filter(([, { path }]) => isFor(path))
    const cookie = cookies.map(([name, { value }]) => `${name}=${value}`).join('; ')
    const headers = { 'accept-language': this.#language, cookie }
    return new Request(url, { headers, ...(body && { method: 'POST', body }) })
  }

  #keepCookies(response: Response): void {
    for (const setCookie of response.headers.getSetCookie()) this.#keepCookie(setCookie)
  }

  #keepCookie(setCookie: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(setCookie) ?? []
    const [, path = '/'] = /; Path=([^;]*)/.exec(setCookie) ?? []
    if (/; Max-Age=0(;|$)/.test(setCookie)) this.#cookies.delete(name)
    else this.#cookies.set(name, { value, path })
  }
}

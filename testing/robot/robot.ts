import { type Cookie, Cookies } from './cookies'
import { type FormInHtml, formsIn, linksIn, textIn } from './forms-in-html'

/** Values for a form, by field name. */
export type Fields = Record<string, string | Blob | readonly string[]>

/** Selects a form of a page, and the pressed button. */
export interface Which {
  /** The name of the button, or its text. Default: the first, as for the return key. */
  button?: string
  /** The path that the form posts to, if several forms have these fields. */
  action?: string
}

export interface Page {
  url: string
  path: string
  status: number
  html: string
  title: string
  text: string
  /** The shown errors, the summary of a form first. */
  errors: string[]
  forms: FormInHtml[]
  links: { to: string; text: string }[]
  /** The address of a redirect that a robot that stays on its site did not follow. */
  leadsTo: string | undefined
}

export interface RobotOptions {
  /** Sent with each request. */
  headers?: Record<string, string>
  /** True for a robot that follows no redirect to another site: `leadsTo` of the page has its address. */
  staysOnSite?: boolean
}

const mostRedirects = 20

const pageOf = (url: URL, { status, headers }: Response, html: string): Page => {
  const alerts = [...html.matchAll(/role="alert"[^>]*>(.*?)<\/(?:section|div|aside|p)>/gs)]
  const location = headers.get('location')
  return {
    url: url.href,
    path: url.pathname,
    status,
    html,
    title: textIn(/<title\b[^>]*>(.*?)<\/title>/s.exec(html)?.[1] ?? ''),
    text: textIn(/<body\b[^>]*>(.*)/s.exec(html)?.[1] ?? html),
    errors: alerts.map(([, alert = '']) => textIn(alert)),
    forms: formsIn(html),
    links: linksIn(html),
    leadsTo: location === null ? undefined : new URL(location, url).href,
  }
}

/**
 * A browser without script and screen: it opens pages, fills in forms by field names, presses buttons, follows
 * redirects and keeps cookies. Everything in Butterfly works in it.
 */
export class Robot {
  readonly #site: URL
  readonly #options: RobotOptions
  readonly #cookies: Cookies = new Cookies()
  #page: Page | undefined

  /** @param site the address of a site, which paths are relative to */
  constructor(site: string, options: RobotOptions = {}) {
    this.#site = new URL(site)
    this.#options = options
  }

  get page(): Page {
    if (!this.#page) throw new Error('The robot has not opened a page yet: robot.open(path).')
    return this.#page
  }

  get cookies(): Cookie[] {
    return this.#cookies.all()
  }

  async open(address: string): Promise<Page> {
    return this.#show(new URL(address, this.#page?.url ?? this.#site), { method: 'GET' })
  }

  /** Follows a link of the page, by its text or its path. */
  async follow(words: string): Promise<Page> {
    const link = this.page.links.find(({ to, text }) => text === words || to.split(/[?#]/)[0] === words)
    if (link) return this.open(link.to)
    const links = this.page.links.map(({ text }) => text).join(', ')
    throw new Error(`${this.page.url} has no link "${words}". Its links are: ${links}.`)
  }

  /**
   * Fills in a form of the page and sends it. Other fields keep the values of the page.
   * @throws Error when no form has these fields, or this button
   */
  async send(fields: Fields = {}, which: Which = {}): Promise<Page> {
    const form = this.#form(fields, which)
    const button = which.button === undefined ? form.buttons[0] : buttonOf(form, which.button)
    const pressed = button && button.name !== '' ? { [button.name]: button.value } : {}
    const typed: Fields = { ...pressed, ...fields }
    const body = bodyOf(
      form.values.filter(([name]) => typed[name] === undefined),
      typed,
    )
    const to = new URL(button?.action || form.action || this.page.url, this.page.url)
    if (form.method === 'post') return this.#show(to, { method: 'POST', body: form.isMultipart ? body : encoded(body) })
    to.search = encoded(body).toString()
    return this.#show(to, { method: 'GET' })
  }

  #form(fields: Fields, { button, action }: Which): FormInHtml {
    const { forms, url } = this.page
    const names = Object.keys(fields)
    const found = forms.find(
      (form) =>
        names.every((name) => form.names.includes(name)) &&
        (button === undefined || buttonOf(form, button) !== undefined) &&
        (action === undefined || form.action === action),
    )
    if (found) return found
    const wanted = [...names, ...(button === undefined ? [] : [`the button ${button}`])].join(', ')
    const there = forms.map((form) => `(${form.names.join(', ')})`).join(' ')
    throw new Error(`${url} has no form with ${wanted || 'this action'}. Its forms have: ${there || 'nothing'}.`)
  }

  async #show(address: URL, first: { method: string; body?: FormData | URLSearchParams }): Promise<Page> {
    let [url, request] = [address, first]
    for (let redirects = 0; redirects <= mostRedirects; redirects += 1) {
      const answer = await this.#ask(url, request)
      const location = answer.status >= 300 && answer.status < 400 ? answer.headers.get('location') : null
      const next = location === null ? undefined : new URL(location, url)
      const isLeft = next && this.#options.staysOnSite && next.origin !== this.#site.origin
      if (!next || isLeft) {
        this.#page = pageOf(url, answer, await answer.text())
        return this.#page
      }
      await answer.arrayBuffer()
      url = next
      if (answer.status < 307) request = { method: 'GET' }
    }
    throw new Error(`${address.href} redirects without end.`)
  }

  async #ask(url: URL, { method, body }: { method: string; body?: FormData | URLSearchParams }): Promise<Response> {
    const answer = await fetch(url, {
      method,
      body: body ?? null,
      redirect: 'manual',
      headers: {
        'accept-language': 'en',
        accept: 'text/html',
        ...this.#options.headers,
        cookie: this.#cookies.header(url),
        ...(method === 'POST' && { origin: new URL(this.page.url).origin }),
      },
    })
    this.#cookies.store(url, answer.headers.getSetCookie())
    return answer
  }
}

const buttonOf = ({ buttons }: FormInHtml, words: string) =>
  buttons.find(({ name }) => name === words) ?? buttons.find(({ text }) => text === words)

const bodyOf = (kept: readonly (readonly [string, string])[], fields: Fields): FormData => {
  const body = new FormData()
  for (const [name, value] of kept) body.append(name, value)
  for (const [name, value] of Object.entries(fields))
    for (const each of Array.isArray(value) ? (value as string[]) : [value as string | Blob]) body.append(name, each)
  return body
}

const encoded = (body: FormData): URLSearchParams =>
  new URLSearchParams([...body].map(([name, value]) => [name, typeof value === 'string' ? value : value.name]))

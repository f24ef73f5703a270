import { randomUUID } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { App } from '#server/remix-build'
import { type Asked, cookieHeader, type PageMemory } from './page-memory'

/** A posted form that found no capacity. */
export interface BusyForm extends Asked {
  type: string
  body: Buffer<ArrayBuffer>
  /** When to try again. */
  retrySeconds: number
}

/** The page that shows a form again. */
export interface ShownAgain {
  headers: Record<string, string>
  html: string
}

/** A page with gaps between its texts, by name, for the values of fields and the form token. */
interface Template {
  headers: Record<string, string>
  texts: string[]
  /** The name of the gap after each text, except the last. */
  holes: string[]
}

/** A form with the key under which the cache finds it. */
interface Found {
  key: string
  url: string
  language: string
  browserId: string
  fields: Map<string, string>
  retrySeconds: number
}

const templatesMaxBytes = 4 * 1024 * 1024
/** A page contains its errors, sealed for an hour. Half of that remains for the last visitor who gets the page. */
const templatesMaxAgeMs = 30 * 60 * 1000
/** How many pages are rendered for the cache at once, whatever forms a flood invents: one page per wait. */
const mostRenderings = 6
/** No field has this name. */
const tokenHole = 'the form token'

/**
 * Caches the pages that show the forms of signed-out people again when no capacity was left. In a flood, rendering each
 * of them would take the time that signing people in needs. A page is rendered once for its path, language, fields and
 * wait, with marks instead of the values. It is cached only if every mark came back.
 */
export class BusyForms {
  readonly #app: App
  readonly #origin: string
  readonly #pages: PageMemory
  readonly #templates = new LRUCache<string, Template>({
    maxSize: templatesMaxBytes,
    ttl: templatesMaxAgeMs,
    sizeCalculation: ({ texts }, key) => texts.reduce((sum, text) => sum + 2 * text.length, 2 * key.length + 1000),
  })

  /** Forms whose page depends on more. Trying again to cache them would be wasted. */
  readonly #others = new LRUCache<string, true>({ max: 500 })
  readonly #rendering = new Map<string, Promise<Template | undefined>>()

  constructor({ app, origin, pages }: { app: App; origin: string; pages: PageMemory }) {
    this.#app = app
    this.#origin = origin
    this.#pages = pages
  }

  /** The form with the typed values, or undefined when the app has to render it. */
  async show(form: BusyForm): Promise<ShownAgain | undefined> {
    const found = await this.#find(form)
    const template = found && (this.#templates.get(found.key) ?? (await this.#rememberOnce(found)))
    if (!template) return undefined
    const values = new Map(found.fields).set(tokenHole, this.#app.visitors.formTokenOf(found.browserId))
    const html = template.texts.reduce(
      (page, text, index) => page + escaped(values.get(template.holes[index - 1] ?? '') ?? '') + text,
    )
    return { headers: template.headers, html }
  }

  /** Renders a page for all waiting requests, and notes whether it can be reused. */
  #rememberOnce(found: Found): Promise<Template | undefined> | undefined {
    const { key } = found
    const known = this.#rendering.get(key)
    if (known || this.#others.has(key) || this.#rendering.size >= mostRenderings) return known
    const rendering = this.#render(found)
      .then((template) => {
        if (template) this.#templates.set(key, template)
        else this.#others.set(key, true)
        return template
      })
      .finally(() => this.#rendering.delete(key))
    this.#rendering.set(key, rendering)
    return rendering
  }

  async #render(found: Found): Promise<Template | undefined> {
    const { newBrowserId, setBrowserId, setSheetCookie, formTokenOf } = this.#app.visitors
    const browserId = newBrowserId()
    const form_token = formTokenOf(browserId)
    const [ticked, texts] = [new Map<string, string>(), new Map<string, string>()]
    for (const [name, value] of found.fields)
      if (value === tickValue) ticked.set(name, value)
      else texts.set(`mark-${randomUUID()}`, name)
    const marks = new Map([...texts, [form_token, tokenHole]])
    const values = Object.fromEntries([...ticked, ...[...texts].map(([mark, name]) => [name, mark])])
    // A person who posts a form has seen its page, so the browser has the style sheet, or is loading it.
    const cookie = cookieHeader([setBrowserId(browserId), setSheetCookie(found.language)])
    const request = new Request(this.#origin + found.url, {
      method: 'POST',
      headers: { cookie, 'accept-language': found.language },
      body: new URLSearchParams({ form_token, ...values }),
    })
    const response = await this.#app.handle(request, { busy: found.retrySeconds })
    if (response.status !== 503 || response.headers.has('set-cookie')) return undefined
    const html = await response.text()
    const parts = html.split(new RegExp(`(${[...marks.keys()].join('|')})`))
    const holes = parts.filter((_part, index) => index % 2 === 1).map((part) => marks.get(part) ?? '')
    // A field whose mark is missing is not shown as text but, for example, as a choice.
    if (![...marks.values()].every((name) => holes.includes(name))) return undefined
    return {
      headers: Object.fromEntries([...response.headers].filter(([name]) => name !== 'x-log-id')),
      texts: parts.filter((_part, index) => index % 2 === 0),
      holes,
    }
  }

  async #find({ body, type, retrySeconds, ...asked }: BusyForm): Promise<Found | undefined> {
    const place = await this.#pages.placeOf(asked)
    const form = place && this.#app.visitors.refilledForm(body, type, asked.cookie)
    if (!form) return undefined
    return {
      ...place,
      ...form,
      retrySeconds,
      key: JSON.stringify([place, [...form.fields].map(nameInKey).sort(), retrySeconds]),
    }
  }
}

/** The value of a ticked box. A template contains it unchanged, because a page does not show it as text. */
const tickValue = '1'

const nameInKey = ([name, value]: [string, string]): string => (value === tickValue ? `${name}=${value}` : name)

const entities: Record<string, string> = { '"': '&quot;', '&': '&amp;', "'": '&#x27;', '<': '&lt;', '>': '&gt;' }

/** A text, escaped as by React in a page and its attributes. */
const escaped = (text: string): string => text.replace(/["&'<>]/g, (character) => entities[character] ?? '')

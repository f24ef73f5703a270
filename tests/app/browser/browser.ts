import type { AppLoadContext } from '@remix-run/node'
import { matchRoutes } from '@remix-run/react'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { createFake, deskToken } from '#tests/fake-account-api/fake'
import { doorOf } from '#tests/fixtures/door'
import { setSheetCookie } from '~/document/page-styles.server'
import { addressKinds } from '~/features/addresses/address-kind'
import type { FormAnswer } from '~/forms/reading/form-answer'
import type { StepUp } from '~/forms/step-up/step-up'
import { openKindsMemory, usualOffer } from '~/navigation/open-pages/open-kinds.server'
import type { OpenKinds } from '~/navigation/open-pages/open-pages'
import { formTokenOf, newBrowserId, setBrowserId } from '~/session/browser-id.server'
import type { Fields, Page } from './page'

const application = { aid: 'butterfly', key: 'k'.repeat(32) }
const url = 'http://127.0.0.1:4299'

Object.assign(process.env, {
  ACCOUNT_API_URL: url,
  ACCOUNT_API_KEY: application.key,
  SESSION_SECRETS: 's'.repeat(32),
  PUBLIC_URL: 'http://localhost:3299',
  DESK_PORT: '3300',
  LOG_LEVEL: 'silent',
})

/**
 * The account API that the pages of a test file talk to.
 * @param kinds those of address that it sends codes to, as the web app has asked before
 */
export const withFakeAccountApi = (kinds: OpenKinds = addressKinds) => {
  const fake = createFake({ url, application })
  beforeAll(() => {
    fake.start()
    openKindsMemory.known = { offered: { ...usualOffer, kinds }, until: Number.POSITIVE_INFINITY }
  })
  afterEach(() => {
    const { unexpected } = fake
    expect([...unexpected], 'calls that the test did not expect').toEqual([])
    fake.reset()
  })
  afterAll(fake.stop)
  return fake
}

/** The response of a loader or an action. */
export interface Landed {
  status: number
  /** The target of a redirect. */
  location: string | null
  /** The JSON of a loader, or of an action that answered with the form; the text of a file. */
  data: unknown
  setCookies: string[]
  headers: Headers
}

type Handler = (args: { request: Request; context: AppLoadContext; params: object }) => Promise<Response> | Response
interface RouteModule {
  loader?: unknown
  action?: unknown
}
/** The parameters of a path, such as `$platform`. */
type Params = Record<string, string>

export type { Fields }

const files = import.meta.glob<RouteModule>('/app/routes/**/route.tsx')

/** Every page, by the pattern that remix.config.js gives its folder: a parameter comes after the names next to it. */
const routes = Object.entries(files)
  .sort(([one], [other]) => (one.replaceAll('$', '~') < other.replaceAll('$', '~') ? -1 : 1))
  .map(([file, load]) => {
    const folder = file.replace('/app/routes', '').replace(/\/route\.tsx$/, '')
    return { path: folder === '/$' ? '*' : folder.replaceAll('/$', '/:'), file, handle: load }
  })

/** The paths of all pages. A parameter is written as `:name`. */
export const patterns = routes.map(({ path }) => path)

/** The route of a URL among some, with the parameters in the path. */
export const routeAt = <Route extends { path: string }>(url: string, among: Route[]) => {
  const [match] = matchRoutes(among, new URL(url, 'http://localhost').pathname) ?? []
  if (!match) throw new Error(`no page at ${url}`)
  return { route: match.route, params: match.params as Params }
}

/** The router ranks all routes and compiles their patterns for each match, so a path is matched once. */
const found = new Map<string, ReturnType<typeof routeAt<(typeof routes)[number]>>>()

/** The page at a URL, as the router finds it. */
export const pageAt = async (url: string) => {
  const { pathname } = new URL(url, 'http://localhost')
  const match = found.get(pathname) ?? routeAt(pathname, routes)
  found.set(pathname, match)
  const { route, params } = match
  return { page: await route.handle(), file: route.file, pattern: route.path, params }
}

/**
 * A browser without script, as loaders and actions see it: it keeps cookies and posts forms.
 * @param isNew true for one that has no style sheet yet, so that its first page has the rules that it needs
 */
export const openBrowser = ({ cookies = true, language = 'en', isNew = false } = {}) => {
  const jar = new Map<string, string>()
  /** The Path of each cookie that a response set; one that a test puts into the jar is sent everywhere. */
  const paths = new Map<string, string>()
  const keepOne = (setCookie: string) => {
    const [pair = '', ...attributes] = setCookie.split('; ')
    const [name = '', value = ''] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]
    const path = attributes.find((each) => each.startsWith('Path='))?.slice(5) ?? '/'
    const known = paths.get(name)
    // In a browser this would be a second cookie of the same name.
    if (jar.has(name) && known !== undefined && known !== path) throw new Error(`${name} is of ${known}, not ${path}`)
    if (attributes.includes('Max-Age=0')) jar.delete(name)
    else jar.set(name, value)
    paths.set(name, path)
  }
  if (cookies) keepOne(setBrowserId(newBrowserId()))
  if (cookies && !isNew) keepOne(setSheetCookie(language.split('-', 1)[0] ?? ''))

  /** Keeps the cookies of a response, unless the browser keeps none. */
  const keep = ({ headers }: Response): void => {
    if (cookies) headers.getSetCookie().forEach(keepOne)
  }

  /** The Cookie header for a URL, as RFC 6265 (section 5.4) matches paths. */
  const cookieHeader = (url: string): string => {
    const { pathname } = new URL(url, 'http://localhost:3299')
    const isSentTo = (path: string) => path === '/' || pathname === path || pathname.startsWith(`${path}/`)
    const sent = [...jar].filter(([name]) => isSentTo(paths.get(name) ?? '/'))
    return sent.map(([name, value]) => `${name}=${value}`).join('; ')
  }

  /** Its request for a URL, by GET or with a form. */
  const requestFor = (path: string, body?: FormData): Request =>
    new Request(new URL(path, 'http://localhost:3299'), {
      headers: { 'accept-language': language, cookie: cookieHeader(path) },
      ...(body && { method: 'POST', body }),
    })

  const run = async (
    handler: unknown,
    path: string,
    params: Params,
    body?: FormData,
    context: AppLoadContext = {},
  ): Promise<Landed> => {
    const request = requestFor(path, body)
    const response = await Promise.resolve()
      .then(() =>
        (handler as Handler)({ request, context: Object.assign(context, { ...doorOf(path), ...context }), params }),
      )
      .catch((thrown: unknown) => {
        if (thrown instanceof Response) return thrown
        throw thrown
      })
    const setCookies = response.headers.getSetCookie()
    keep(response)
    // Not text(), which drops the byte order mark of a file.
    const text = Buffer.from(await response.arrayBuffer()).toString()
    const { status, headers } = response
    const isFile = /^(text\/(csv|plain)|image\/)/.test(headers.get('content-type') ?? '')
    const data: unknown = text === '' || isFile ? text : JSON.parse(text)
    return { status, location: headers.get('location'), data, setCookies, headers }
  }

  const formToken = () => formTokenOf(jar.get('butterfly_browser') ?? newBrowserId())

  /** A form with its token, unless that is empty. */
  const formWith = (fields: Fields, token: string): FormData => {
    const form = new FormData()
    if (token) form.append('form_token', token)
    for (const [name, value] of Array.isArray(fields) ? fields : Object.entries(fields)) form.append(name, value)
    return form
  }

  const browser = {
    jar,
    formToken,
    cookieHeader,
    keep,
    formWith,
    requestFor,
    open: (route: RouteModule, path: string, { params = {} }: { params?: Params } = {}) =>
      run(route.loader, path, params),
    /** Has entered the operator's desk. Its requests for pages of the desk come by that door. */
    enterDesk: (): void => {
      jar.set('butterfly_desk', deskToken)
      jar.set('butterfly_desk_browser', jar.get('butterfly_browser') ?? '')
    },
    /** Posts a form with its token; `fields` as pairs may repeat a name. */
    send: (
      route: RouteModule,
      path: string,
      fields: Fields = {},
      {
        token = formToken(),
        params = {},
        context = {},
      }: { token?: string; params?: Params; context?: AppLoadContext } = {},
    ) => run(route.action, path, params, formWith(fields, token), context),
    /** Opens the page at a URL. */
    visit: async (path: string): Promise<Landed> => {
      const { page, params } = await pageAt(path)
      return browser.open(page, path, { params })
    },
    /** Opens the page at a URL to which this browser was just redirected. */
    arrive: (path: string): Promise<Landed> => {
      jar.set('butterfly_flash', path)
      return browser.visit(path)
    },
    /** Posts a form to the page at a URL. */
    submit: async (
      path: string,
      fields: Fields = {},
      options: { token?: string; context?: AppLoadContext } = {},
    ): Promise<Landed> => {
      const { page, params } = await pageAt(path)
      return browser.send(page, path, fields, { ...options, params })
    },
    /** The HTML of the page at a URL, opened, or after a form with these fields. */
    show: async (path: string, asked: { fields?: Fields; token?: string } = {}): Promise<Page> => {
      const [{ page, pattern }, { askFor }] = await Promise.all([pageAt(path), import('./page')])
      return askFor(browser, page, path, { ...asked, pattern })
    },
    /** The HTML of the main part of the page at a URL. */
    mainAt: async (path: string): Promise<string> => {
      const { status, html, main } = await browser.show(path)
      if (main === '') throw new Error(`${status} without a page: ${html}`)
      return main
    },
  }
  return browser
}
export type Browser = ReturnType<typeof openBrowser>

/** The form that an action answered, or the step-up that it threw. */
export const formOf = ({ data }: Landed): FormAnswer & { stepUp?: StepUp } => data as FormAnswer & { stepUp?: StepUp }

/** The errors of one field of a form; with '' those of the form itself. */
export const errorsAt = (landed: Landed, field: string): string[] => formOf(landed).error?.[field] ?? []

/** The errors of one field of a form that came back to be corrected. */
export const refusedAt = (landed: Landed, field: string): string[] => {
  expect(landed.status).toBe(422)
  return errorsAt(landed, field)
}

/** The paths on this site that a page links to or sends forms to. */
export const leadsTo = (html: string): string[] =>
  [...html.matchAll(/<(?:a|form)\s[^>]*?(?:href|action)="(\/[^"?#]*)/g)].map(([, path = '']) => path)

/** The sealed form in the HTML of a challenge. */
export const parkedIn = (html: string): string => /name="parked" value="([^"]+)"/.exec(html)?.[1] ?? ''

/** A URL without what makes it one that the browser has not seen. */
export const withoutVisit = (url: string | null): string =>
  (url ?? '').replace(/(\?|&|%3F|%26)visit(=|%3D)[\da-z]+/g, '')

/** Expects a redirect to a URL. */
export const expectRedirect = ({ status, location }: Pick<Landed, 'status' | 'location'>, to: unknown): void =>
  expect({ status, location }).toEqual({ status: 303, location: to })

/** Expects some texts on a page, and others not. */
export const expectTexts = (
  html: string,
  { shown = [], hidden = [] }: { shown?: string[]; hidden?: string[] },
): void => {
  // A title may break between words.
  const read = html.replaceAll('<wbr>', '')
  for (const text of shown) expect(read).toContain(text)
  for (const text of hidden) expect(read).not.toContain(text)
}

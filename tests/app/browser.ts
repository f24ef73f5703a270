import type { AppLoadContext } from '@remix-run/node'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import type { FormAnswer } from '../../app/forms/form-answer'
import { formTokenOf, newBrowserId, setBrowserId } from '../../app/session/browser-id.server'
import type { StepUp } from '../../app/step-up/step-up'
import { createFake } from '../fake-account-api/fake'

const application = { aid: 'butterfly', key: 'k'.repeat(32) }
const url = 'http://127.0.0.1:4299'

Object.assign(process.env, {
  ACCOUNT_API_URL: url,
  ACCOUNT_API_KEY: application.key,
  SESSION_SECRETS: 's'.repeat(32),
  PUBLIC_URL: 'http://localhost:3299',
  LOG_LEVEL: 'silent',
})

/** The account API that the pages of a test file talk to. */
export const withFakeAccountApi = () => {
  const fake = createFake({ url, application })
  beforeAll(fake.start)
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
export type Fields = Record<string, string | File> | [string, string | File][]

/** A browser without script, as loaders and actions see it: it keeps cookies and posts forms. */
export const openBrowser = ({ cookies = true, language = 'en' } = {}) => {
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
      headers: {
        'accept-language': language,
        cookie: cookieHeader(path),
      },
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
      .then(() => (handler as Handler)({ request, context, params }))
      .catch((thrown: unknown) => {
        if (thrown instanceof Response) return thrown
        throw thrown
      })
    const setCookies = response.headers.getSetCookie()
    keep(response)
    // Not text(), which drops the byte order mark of a file.
    const text = Buffer.from(await response.arrayBuffer()).toString()
    const { status, headers } = response
    const isFile = /^(text\/csv|image\/)/.test(headers.get('content-type') ?? '')
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

  return {
    jar,
    formToken,
    cookieHeader,
    keep,
    formWith,
    requestFor,
    open: (route: RouteModule, path: string, { params = {} }: { params?: Params } = {}) =>
      run(route.loader, path, params),
    /** Opens a page to which this browser was just redirected. */
    land: (route: RouteModule, path: string) => {
      jar.set('butterfly_flash', path)
      return run(route.loader, path, {})
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
    ) => {
      return run(route.action, path, params, formWith(fields, token), context)
    },
  }
}
export type Browser = ReturnType<typeof openBrowser>

/** The form that an action answered, or the step-up that it threw. */
export const formOf = ({ data }: Landed): FormAnswer & { stepUp?: StepUp } => data as FormAnswer & { stepUp?: StepUp }

/** The errors of one field of a form; with '' those of the form itself. */
export const errorsAt = (landed: Landed, field: string): string[] => formOf(landed).error?.[field] ?? []

import { createRequestHandler, type ServerBuild } from '@remix-run/node'
import { doorOf } from '#tests/fixtures/door'
import * as entry from '~/entry.server'
import * as root from '~/root'
import remixConfig from '../../../remix.config.js'

type Route = NonNullable<ServerBuild['routes'][string]>['module']

/** A build of the app with one page. */
const appWith = (page: Route, path: string): ServerBuild => {
  const places = { root: { id: 'root', path: '' }, page: { id: 'page', parentId: 'root', path: path.slice(1) } }
  const asset = {
    module: '',
    hasAction: false,
    hasLoader: true,
    hasClientAction: false,
    hasClientLoader: false,
    hasErrorBoundary: false,
  }
  return {
    mode: 'production',
    entry: { module: entry },
    routes: { root: { ...places.root, module: root as Route }, page: { ...places.page, module: page } },
    assets: {
      version: '',
      url: '',
      entry: { module: '/entry.js', imports: [] },
      routes: { root: { ...places.root, ...asset }, page: { ...places.page, ...asset } },
    },
    publicPath: '/',
    assetsBuildDirectory: '',
    future: remixConfig.future as ServerBuild['future'],
    isSpaMode: false,
  }
}

/** A page as a browser gets it, with the HTML of its main part. */
export interface Page {
  status: number
  location: string | null
  headers: Headers
  html: string
  main: string
}

interface Asked {
  /** The fields of a form to post, to which the form token is added; without them, a GET. */
  fields?: Fields
  /** The path of the route, if it has a parameter: `/settings/third-party/:platform`. */
  pattern?: string
  token?: string
}

/** The fields of a form. A list may have a name more than once. */
export type Fields = Record<string, string | File> | [string, string | File][]

/** The markup before it was told where its lines break, so a test finds the texts that people read. */
export const withoutLineBreaks = (markup: string): string =>
  markup.replace(/<wbr>(?=[@.])/g, '').replace(/<span class="(?:address|day|whole)">([^<]*)<\/span>/g, '$1')

/** The part of the browser that a page needs. */
interface Requests {
  requestFor(path: string, body?: FormData): Request
  formWith(fields: Fields, token: string): FormData
  formToken(): string
  keep(response: Response): void
}

/** Opens a page or posts a form to it, through Remix and the app's entry and root. */
export const askFor = async (
  browser: Requests,
  page: unknown,
  path: string,
  { fields, pattern = new URL(path, 'http://localhost').pathname, token = browser.formToken() }: Asked = {},
): Promise<Page> => {
  const handle = createRequestHandler(appWith(page as Route, pattern), 'production')
  const response = await handle(browser.requestFor(path, fields && browser.formWith(fields, token)), doorOf(path))
  browser.keep(response)
  const html = await response.text()
  // A small page has no main part.
  const [, main = ''] = /<main id="main">(.*)<\/main>/s.exec(html) ?? /<body>(.*)<\/body>/s.exec(html) ?? []
  const { status, headers } = response
  return { status, location: headers.get('location'), headers, html, main: withoutLineBreaks(main) }
}

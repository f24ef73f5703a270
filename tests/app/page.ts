import { createRequestHandler, type ServerBuild } from '@remix-run/node'
import * as entry from '../../app/entry.server'
import * as root from '../../app/root'
import remixConfig from '../../remix.config.js'
import type { Browser } from './browser'

type Route = NonNullable<ServerBuild['routes'][string]>['module']

/** The app with one page in its frame, as the build would make it of them. */
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
      entry: { module: '', imports: [] },
      routes: { root: { ...places.root, ...asset }, page: { ...places.page, ...asset } },
    },
    publicPath: '/',
    assetsBuildDirectory: '',
    future: remixConfig.future as ServerBuild['future'],
    isSpaMode: false,
  }
}

/** The HTML of the main part of a page, as a browser gets it that opens the page. */
export const mainOf = async (browser: Browser, page: unknown, path: string): Promise<string> => {
  const handle = createRequestHandler(appWith(page as Route, path), 'production')
  const response = await handle(browser.requestFor(path), {})
  const html = await response.text()
  const [, main] = /<main id="main">(.*)<\/main>/s.exec(html) ?? []
  if (main === undefined) throw new Error(`${response.status} without a page: ${html}`)
  return main
}

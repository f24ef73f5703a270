import { createRequestHandler, type ServerBuild } from '@remix-run/server-runtime'
import type { PageHandle } from '~/document/page-handle'
import type { forServer } from '~/entry.server'

/** The built app: its request handler, the functions for the server, and facts about its pages. */
export interface App {
  handle: ReturnType<typeof createRequestHandler>
  visitors: typeof forServer
  /** Paths of pages that depend only on path, language and `?next=` for a signed-out person. */
  rememberedPaths: ReadonlySet<string>
  /**
   * The largest body of a form that a page accepts, by the path of a request. Undefined for a page with the usual
   * limits.
   */
  largeBodyMaxBytes: (path: string) => number | undefined
  /** False for a path without a page, in any spelling. */
  hasPage: (path: string) => boolean
  /** The pattern of the page at a path, such as `/settings/:address`; `*` for a path without a page. */
  routeOf: (path: string) => string
}

type Built = Omit<ServerBuild, 'entry'> & {
  entry: { module: ServerBuild['entry']['module'] & { forServer: typeof forServer } }
}

/** Loads the built app. `url` is the address of its module. */
export const loadApp = async (url: URL): Promise<App> => {
  const build = (await import(url.href)) as Built
  const pages = pagesOf(build)
  const visitors = build.entry.module.forServer
  const large = pages
    .filter(({ handle }) => handle.uploadMaxBytes !== undefined || handle.form?.textBytes !== undefined)
    .map(({ path, handle }) => ({ pattern: patternOf(path), maxBytes: visitors.bodyMaxBytes(handle) }))
  const routesAt = routesOf(build)
  return {
    handle: handlerOf(build, routesAt),
    hasPage: (path) => routesAt(path).length > 0,
    visitors,
    rememberedPaths: new Set(pages.filter(({ handle }) => handle.remembered).map(({ path }) => path)),
    largeBodyMaxBytes: (path) => large.find(({ pattern }) => pattern.test(path))?.maxBytes,
    routeOf: routeFinderOf(build),
  }
}

/** Finds the pattern of the page at a path. It returns only known patterns, and no part of a path. */
const routeFinderOf = (build: Built): App['routeOf'] => {
  const paths = Object.keys(build.routes).map((id) => pathOf(build, id))
  const plain = new Set(paths.filter((path) => !/[:*]/.test(path)))
  const patterns = paths.flatMap((path) => (path.includes(':') ? [{ path, pattern: patternOf(path) }] : []))
  return (path) => (plain.has(path) ? path : (patterns.find(({ pattern }) => pattern.test(path))?.path ?? '*'))
}

/** Matches the paths of a route: each of its parameters matches one segment. */
const patternOf = (path: string): RegExp => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`)

type Handle = App['handle']

/** The ids of all pages that match a path, for Remix to choose from. */
type RoutesAt = (path: string) => string[]

const routesOf = (build: Built): RoutesAt => {
  const idsByPath = new Map<string, string[]>()
  const patterns: { id: string; pattern: RegExp }[] = []
  for (const id of Object.keys(build.routes)) {
    const path = pathOf(build, id)
    if (!/[:*]/.test(path)) idsByPath.set(path, [...(idsByPath.get(path) ?? []), id])
    // Remix reads a path in any case, so a parameter's value may be another spelling of a page's own name.
    else if (!path.includes('*')) patterns.push({ id, pattern: new RegExp(patternOf(path), 'i') })
  }
  return (asked) => {
    const path = plainPath(asked)
    const byParameter = patterns.flatMap(({ id, pattern }) => (pattern.test(path) ? id : []))
    return idsByPath.get(asked) ?? [...(idsByPath.get(path.toLowerCase()) ?? []), ...byParameter]
  }
}

/** A path in the form that Remix compares: escapes are decoded except a slash's, and a slash at its end is ignored. */
const plainPath = (path: string): string => {
  const segments = path.replace(/\/+$/, '').split('/')
  try {
    return segments.map((segment) => decodeURIComponent(segment).replaceAll('/', '%2F')).join('/') || '/'
  } catch {
    return path
  }
}

/**
 * Remix's request handler searches every route several times for each request. So a path is answered by a handler with
 * only the matching pages, and a path without a page by one with only that answer.
 */
const handlerOf = (build: Built, routesAt: RoutesAt): Handle => {
  const elsewhere = Object.keys(build.routes).filter((id) => pathOf(build, id).includes('*'))
  const fewPages = new Map<string, Handle>()
  return (request, context) => {
    const fitting = routesAt(new URL(request.url).pathname)
    const ids = fitting.length > 0 ? fitting : elsewhere
    const key = ids.join()
    const handle = fewPages.get(key) ?? createRequestHandler(onlyWith(build, ids), 'production')
    fewPages.set(key, handle)
    return handle(request, context)
  }
}

/** The same app with these routes and their layouts only. */
const onlyWith = (build: Built, ids: string[]): Built => {
  const included = new Set(ids.flatMap((id) => branchOf(build, id).map((route) => route.id)))
  const narrow = <Route>(routes: Record<string, Route>) =>
    Object.fromEntries(Object.entries(routes).filter(([id]) => included.has(id)))
  return { ...build, routes: narrow(build.routes), assets: { ...build.assets, routes: narrow(build.assets.routes) } }
}

const pagesOf = (build: Built): { path: string; handle: PageHandle }[] =>
  Object.values(build.routes).flatMap((route) => {
    const handle = route?.module.handle as PageHandle | undefined
    return route && handle ? [{ path: pathOf(build, route.id), handle }] : []
  })

const pathOf = (build: Built, id: string): string =>
  `/${branchOf(build, id)
    .flatMap(({ path }) => path || [])
    .join('/')}`

/** A route and its layouts, the outermost first. */
const branchOf = (build: Built, id: string) => {
  const branch: NonNullable<Built['routes'][string]>[] = []
  for (let route = build.routes[id]; route; route = route.parentId ? build.routes[route.parentId] : undefined)
    branch.unshift(route)
  return branch
}

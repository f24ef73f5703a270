import { createRequestHandler, type ServerBuild } from '@remix-run/node'
import type { PageHandle } from '../app/document/page-handle'
import type { forServer } from '../app/entry.server'

/** The built app: its request handler, what it offers to a server in front of it, and the pages that may be kept. */
export interface App {
  handle: ReturnType<typeof createRequestHandler>
  visitors: typeof forServer
  /** Paths of pages that depend on nothing but path, language and `?next=` for a person who is signed out. */
  rememberedPaths: ReadonlySet<string>
  /** Paths of pages that take a file, with the most bytes that it may have. */
  uploadMaxBytes: ReadonlyMap<string, number>
}

type Built = Omit<ServerBuild, 'entry'> & {
  entry: { module: ServerBuild['entry']['module'] & { forServer: typeof forServer } }
}

/** Loads the built app. `url` is that of its module. */
export const loadApp = async (url: URL): Promise<App> => {
  const build = (await import(url.href)) as Built
  const pages = pagesOf(build)
  return {
    handle: handlerOf(build),
    visitors: build.entry.module.forServer,
    rememberedPaths: new Set(pages.filter(({ handle }) => handle.remembered).map(({ path }) => path)),
    uploadMaxBytes: new Map(
      pages.flatMap(({ path, handle }) => (handle.uploadMaxBytes ? [[path, handle.uploadMaxBytes]] : [])),
    ),
  }
}

type Handle = App['handle']

/**
 * Remix's request handler, which goes through every route several times for each request. A page with an address of its
 * own is therefore answered by a handler that knows that page alone; everything else by one that knows them all.
 */
const handlerOf = (build: Built): Handle => {
  const idsByPath = new Map<string, string[]>()
  for (const id of Object.keys(build.routes)) {
    const path = pathOf(build, id)
    if (!/[:*]/.test(path)) idsByPath.set(path, [...(idsByPath.get(path) ?? []), id])
  }
  const ofAll = createRequestHandler(build, 'production')
  const ofOne = new Map<string, Handle>()
  return (request, context) => {
    const path = new URL(request.url).pathname
    const ids = idsByPath.get(path)
    if (!ids) return ofAll(request, context)
    const handle = ofOne.get(path) ?? createRequestHandler(onlyWith(build, ids), 'production')
    ofOne.set(path, handle)
    return handle(request, context)
  }
}

/** The same app with no other routes than these and those round them. */
const onlyWith = (build: Built, ids: string[]): Built => {
  const kept = new Set(ids.flatMap((id) => lineOf(build, id).map((route) => route.id)))
  const narrow = <Route>(routes: Record<string, Route>) =>
    Object.fromEntries(Object.entries(routes).filter(([id]) => kept.has(id)))
  return { ...build, routes: narrow(build.routes), assets: { ...build.assets, routes: narrow(build.assets.routes) } }
}

/** What the pages say of themselves. */
const pagesOf = (build: Built): { path: string; handle: PageHandle }[] =>
  Object.values(build.routes).flatMap((route) => {
    const handle = route?.module.handle as PageHandle | undefined
    return route && handle ? [{ path: pathOf(build, route.id), handle }] : []
  })

const pathOf = (build: Built, id: string): string =>
  `/${lineOf(build, id)
    .flatMap(({ path }) => path || [])
    .join('/')}`

/** A route with those round it, the outermost first. */
const lineOf = (build: Built, id: string) => {
  const line: NonNullable<Built['routes'][string]>[] = []
  for (let route = build.routes[id]; route; route = route.parentId ? build.routes[route.parentId] : undefined)
    line.unshift(route)
  return line
}

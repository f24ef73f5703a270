import { createRequestHandler, type ServerBuild } from '@remix-run/node'
import type { PageHandle } from '../app/document/page-handle'
import type { forServer } from '../app/entry.server'

/** The built app: its request handler, what it offers to a server in front of it, and the pages that may be kept. */
export interface App {
  handle: ReturnType<typeof createRequestHandler>
  visitors: typeof forServer
  /** Paths of pages that depend on nothing but path, language and `?next=` for a person who is signed out. */
  rememberedPaths: ReadonlySet<string>
}

type Built = Omit<ServerBuild, 'entry'> & {
  entry: { module: ServerBuild['entry']['module'] & { forServer: typeof forServer } }
}

/** Loads the built app. `url` is that of its module. */
export const loadApp = async (url: URL): Promise<App> => {
  const build = (await import(url.href)) as Built
  return {
    handle: createRequestHandler(build, 'production'),
    visitors: build.entry.module.forServer,
    rememberedPaths: new Set(
      Object.values(build.routes).flatMap((route) => {
        const handle = route?.module.handle as PageHandle | undefined
        return route && handle?.remembered ? [pathOf(build, route.id)] : []
      }),
    ),
  }
}

const pathOf = (build: Built, id: string): string => {
  const segments: string[] = []
  for (let route = build.routes[id]; route; route = route.parentId ? build.routes[route.parentId] : undefined)
    if (route.path) segments.unshift(route.path)
  return `/${segments.join('/')}`
}

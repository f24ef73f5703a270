import { isDeskPath } from '#rules/desk-path'
import type { Env } from '~/runtime/env.server'

/** One of the two sites of the web app: the public one, or the operator's desk. Each has a listener. */
export interface Door {
  name: 'public' | 'desk'
  /** The origin, as the app sees it. */
  origin: string
  /** The addresses whose pages may send forms here. */
  urls: readonly URL[]
  /** True when requests for this path, as sent, are answered at this site. */
  serves(path: string): boolean
}

/** The path of a request as the app reads it, with dots and backslashes resolved. */
const resolved = (path: string): string => new URL(`http://any${path}`).pathname

/** Paths that pages of the desk need: built files and the logo. The other paths are for proxies and supervisors. */
const besidePages = /^\/(assets\/|passport\/brand\/|healthz$|readyz$)/

export const doorOf = (env: Env, name: Door['name']): Door => {
  if (name === 'public')
    return {
      name,
      origin: env.publicUrl.origin,
      urls: env.publicUrls,
      serves: (path) => !isDeskPath(resolved(path)),
    }
  if (!env.desk) throw new Error('this web app serves no desk')
  const { url } = env.desk
  const serves = (path: string) => isDeskPath(resolved(path)) || besidePages.test(resolved(path))
  return { name, origin: url.origin, urls: [url], serves }
}

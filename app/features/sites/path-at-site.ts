import { resolvePath } from '~/navigation/return-address'

/** A longer way back ends at the first page of the site: it would not fit into the addresses that carry it. */
const mostCharacters = 2000

/** The path and query at a protected site that a text stands for. Anything that could lead elsewhere becomes `/`. */
export const pathAtSite = (text: string | null | undefined): string => {
  const url = resolvePath(text ?? '/')
  if (!url || url.pathname.startsWith('/.butterfly/')) return '/'
  const path = url.pathname + url.search
  return path.length > mostCharacters ? '/' : path
}

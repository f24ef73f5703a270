import { resolvePath } from '~/navigation/returning/return-address'

/**
 * A longer return path becomes the first page of the site, because it would not fit into the addresses that carry it.
 */
const mostCharacters = 2000

/** The path and query at a protected site in a text. Anything that could lead elsewhere becomes `/`. */
export const pathAtSite = (text: string | null | undefined): string => {
  const url = resolvePath(text ?? '/')
  if (!url || url.pathname.startsWith('/.butterfly/')) return '/'
  const path = url.pathname + url.search
  return path.length > mostCharacters ? '/' : path
}

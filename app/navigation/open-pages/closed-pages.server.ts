import type { PathMap } from '../../../contract/wire/path-map'
import { isAbsent } from '../../runtime/absent-calls.server'
import { env } from '../../runtime/env.server'
import { closedWithout, isClosed, pagesOfPasskeys } from './pages-of-calls'

let known: { for: PathMap | undefined; hasPasskeys: boolean; patterns: readonly string[] } | undefined

/**
 * The patterns of the pages that are closed, because the account API of this deployment does not have their calls, or
 * browsers offer no passkeys at its public URL. They are found once: each request and each page asks.
 */
export const closedPages = (): readonly string[] => {
  const {
    hasPasskeys,
    accountApi: { paths },
  } = env()
  if (known === undefined || known.for !== paths || known.hasPasskeys !== hasPasskeys)
    known = { for: paths, hasPasskeys, patterns: [...closedWithout(isAbsent), ...(hasPasskeys ? [] : pagesOfPasskeys)] }
  return known.patterns
}

/** True for a request whose page is closed here. */
export const isForClosedPage = ({ url }: Request): boolean => isClosed(new URL(url).pathname, closedPages())

import type { PathMap } from '#contract/wire/path-map'
import type { ProblemKind } from '~/navigation/problem'
import { isAbsent } from '~/runtime/absent-calls.server'
import { env } from '~/runtime/env.server'
import { offered } from './open-kinds.server'
import {
  closedWithout,
  identifiersOff,
  isClosed,
  pagesOfIdentifier,
  pagesOfPasskeys,
  pagesOfRegistration,
  standInsOf,
} from './pages-of-calls'

let known: { for: PathMap | undefined; hasPasskeys: boolean; patterns: readonly string[] } | undefined

/**
 * The patterns of the closed pages: the account API of this deployment lacks their calls, or browsers offer no passkeys
 * at its public URL. Computed once, because each request and each page needs them.
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

/** The problem page for a request whose page is closed. Undefined: it is open. */
export const closedPageProblem = async ({ url }: Request): Promise<ProblemKind | undefined> => {
  const { pathname } = new URL(url)
  if (isClosed(pathname, closedPages())) return standInsOf(pathname) ? 'not_offered' : 'not_found'
  const { registration, identifiers } = await offered()
  if (registration === 'closed' && isClosed(pathname, pagesOfRegistration)) return 'registration_closed'
  const off = identifiersOff(identifiers).find((kind) => isClosed(pathname, pagesOfIdentifier(kind)))
  return off && off !== 'username' ? `${off}_off` : undefined
}

import { problem } from '~/navigation/problem'
import { redirectTo } from '~/navigation/redirect.server'
import { carriedNext } from '~/navigation/returning/return-address'
import type { Args } from '~/runtime/load-context'
import { closedPageProblem, closedPages } from './closed-pages.server'
import { openKinds } from './open-kinds.server'
import { lackingFor, openPage, standInFor } from './open-pages'
import { isClosed } from './pages-of-calls'

/**
 * Throws a redirect from a page that is closed here to its substitute; or a problem page, if the account API lacks the
 * calls of the page, or registers nobody.
 */
export const requireOpenPage = async (args: Args): Promise<void> => {
  const { pathname, search, searchParams } = new URL(args.request.url)
  const closed = await closedPageProblem(args.request)
  const kinds = await openKinds()
  const isOpen = (path: string) => !isClosed(path, closedPages())
  const instead = closed === 'not_offered' ? standInFor(pathname, { kinds, isOpen }) : undefined
  if (instead !== undefined) throw await redirectTo(args, instead + search)
  if (closed) throw problem(closed)
  const [lacking] = lackingFor(pathname, kinds)
  if (lacking === undefined) return
  const next = carriedNext(searchParams.get('next') ?? '')
  throw await redirectTo(args, { path: openPage(pathname, kinds), next, notice: `${lacking}_not_offered` })
}

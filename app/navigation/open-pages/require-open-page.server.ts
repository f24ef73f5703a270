import type { Args } from '../../runtime/load-context'
import { redirectTo } from '../redirect.server'
import { carriedNext } from '../return-address'
import { openKinds } from './open-kinds.server'
import { lackingFor, openPage } from './open-pages'

/** Throws a redirect from a page that is closed here to the one that stands in for it. */
export const requireOpenPage = async (args: Args): Promise<void> => {
  const { pathname, searchParams } = new URL(args.request.url)
  const kinds = await openKinds()
  const [lacking] = lackingFor(pathname, kinds)
  if (lacking === undefined) return
  const next = carriedNext(searchParams.get('next') ?? '')
  throw await redirectTo(args, { path: openPage(pathname, kinds), next, notice: `${lacking}_not_offered` })
}

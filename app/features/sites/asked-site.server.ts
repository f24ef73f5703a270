import type { VouchedUrl } from '#contract/terms/vouched-url'
import { requireData } from '~/navigation/guards/guards.server'
import { api } from '~/runtime/api.server'
import type { Args } from '~/runtime/load-context'
import { pathAtSite } from './path-at-site'

/** The parameters of a page about a protected site. */
export interface SiteQuery {
  site: string
  /** The challenge of the browser that began at the site. */
  challenge: string
  /** The path at the site that the person wanted. */
  to: string
}

export const siteQueryOf = ({ request }: Pick<Args, 'request'>): SiteQuery => {
  const query = new URL(request.url).searchParams
  return { site: query.get('site') ?? '', challenge: query.get('challenge') ?? '', to: pathAtSite(query.get('to')) }
}

/** The protected site in a request's `?site=`; undefined if none is registered with exactly this origin. */
export const askedSite = async (args: Args): Promise<{ name: string; url: VouchedUrl } | undefined> => {
  const { site } = siteQueryOf(args)
  const client = await api(args)
  const answer = await client.protectedSite({ site })
  if (!answer.ok && (answer.code === 'no_such_site' || answer.code === 'invalid_input')) return undefined
  return requireData(args, answer)
}

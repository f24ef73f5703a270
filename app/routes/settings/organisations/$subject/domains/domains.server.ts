import { shownDomain } from '#rules/typed/shown-address'
import { inSubject } from '~/features/organisations/acting.server'
import { organisationPath } from '~/features/organisations/organisation-path'
import { requireData } from '~/navigation/guards/guards.server'
import { problem } from '~/navigation/problem'
import { api } from '~/runtime/api.server'
import type { Args } from '~/runtime/load-context'
import type { MailDomain } from './domain-text'

/** A mail domain, and how people write it. */
type WrittenDomain = MailDomain & { written: string }

/** The mail domains of the organisation of the page. */
export const domainsOf = async (args: Args): Promise<WrittenDomain[]> => {
  const client = await api(args)
  const { domains } = await requireData(args, await client.listDomains(inSubject(args)))
  return domains.map((each) => ({ ...each, written: shownDomain(each.domain) }))
}

/** The mail domain that the page's URL names, or a problem page. */
export const requireDomain = async (args: Args): Promise<WrittenDomain> => {
  const domain = (await domainsOf(args)).find((each) => each.domain === args.params.domain)
  if (!domain) throw problem('gone')
  return domain
}

/** Names the mail domain of the page's URL in a call. */
export const thisDomain = (args: Pick<Args, 'params'>) => ({ ...inSubject(args), domain: args.params.domain ?? '' })

/** The page of a mail domain: the one of the page's URL, or another one. */
export const domainPath = (args: Pick<Args, 'params'>, domain = thisDomain(args).domain): string =>
  organisationPath(inSubject(args), `/domains/${encodeURIComponent(domain)}`)

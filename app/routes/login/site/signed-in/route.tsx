import type { PageHandle } from '~/document/page-handle'
import { GoingTo } from '~/features/services/going-to'
import { UnknownService } from '~/features/services/unknown-service'
import { askedSite, siteQueryOf } from '~/features/sites/asked-site.server'
import { type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { requireSignedIn } from '~/navigation/guards/guards.server'
import { replyOver } from '~/navigation/reply-over'
import { withQuery } from '~/navigation/returning/return-address'

// After signing in for a protected site. Browsers apply the form's policy to the redirects after it, so the redirect to
// the site begins on its own page, which continues automatically.
export const handle: PageHandle = { title: 'service.title' }

export const loader = async (args: LoaderFunctionArgs) => {
  const site = await askedSite(args)
  if (!site) return replyOver(args, 'service.unknown.title', { site: null })
  await requireSignedIn(args)
  const to = withQuery('/login/site', { ...siteQueryOf(args) })
  args.context.goesOnAt = to
  return reply({ site: { name: site.name, to } })
}

export default function SignedInForSite() {
  const { site } = useLoaderData<typeof loader>()
  return site ? <GoingTo {...site} /> : <UnknownService />
}

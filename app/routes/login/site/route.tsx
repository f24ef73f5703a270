import { useTranslation } from 'react-i18next'
import type { PageHandle } from '~/document/page-handle'
import { UnknownService } from '~/features/services/unknown-service'
import { askedSite, siteQueryOf } from '~/features/sites/asked-site.server'
import { type LoaderFunctionArgs, useLoaderData } from '~/framework'
import { requireData } from '~/navigation/guards/guards.server'
import { redirectTo } from '~/navigation/redirect.server'
import { replyOver } from '~/navigation/reply-over'
import { leaveTo } from '~/navigation/returning/leave.server'
import { withNext, withQuery } from '~/navigation/returning/return-address'
import { nextTo } from '~/navigation/returning/return-address.server'
import { api } from '~/runtime/api.server'
import { visitor } from '~/session/visitor.server'
import { LinkRows } from '~/ui/link-list'

// The page to which a protected site sends an unknown browser. The browser returns with a ticket, unless the person may
// not enter the site: then the page says so.
export const handle: PageHandle = { title: 'site.refused.title' }

export const loader = async (args: LoaderFunctionArgs) => {
  const query = siteQueryOf(args)
  const site = await askedSite(args)
  if (!site) return replyOver(args, 'service.unknown.title', { refused: null })
  const signInFirst = async () => {
    const next = await nextTo(args, withQuery('/login/site/signed-in', { ...query }))
    return redirectTo(args, withNext('/login', next))
  }
  if (!(await visitor(args)).signedIn) throw await signInFirst()
  const answer = await (await api(args)).issueSiteTicket(query)
  if (answer.ok) throw await leaveTo(args, answer.data.url)
  // Signed in, according to the cookie, but the session has ended elsewhere.
  if (answer.code === 'not_signed_in') throw await signInFirst()
  // No proxy sends this: the link was changed or is incomplete.
  if (answer.code === 'invalid_input' || answer.code === 'no_such_site')
    return replyOver(args, 'service.unknown.title', { refused: null })
  if (answer.code !== 'site_refused') return requireData<{ refused: null }>(args, answer)
  const refused = { name: site.name, reason: answer.data.reason }
  return replyOver(args, 'site.refused.title', { refused }, 403)
}

const links = {
  no_place: { '/settings/accounts': 'site.refused.accounts', '/settings/organisations': 'site.refused.organisations' },
  second_factor: { '/settings/authenticator': 'site.refused.authenticator', '/settings': 'site.refused.settings' },
}

export default function ToSite() {
  const { t } = useTranslation()
  const { refused } = useLoaderData<typeof loader>()
  if (!refused) return <UnknownService />
  const { name, reason } = refused
  return (
    <>
      <h1>{t('site.refused.title')}</h1>
      <p>{t(`site.refused.${reason}`, { name })}</p>
      <LinkRows links={links[reason]} />
    </>
  )
}

import { useTranslation } from 'react-i18next'
import { sitePaths } from '#contract/applications/site-paths'
import type { PageHandle } from '~/document/page-handle'
import { UnknownService } from '~/features/services/unknown-service'
import { askedSite, siteQueryOf } from '~/features/sites/asked-site.server'
import { type LoaderFunctionArgs, useLoaderData } from '~/framework'
import { replyOver } from '~/navigation/reply-over'
import { withQuery } from '~/navigation/returning/return-address'

// A protected site refused the ticket that a browser came back with.
export const handle: PageHandle = { title: 'site.again.title' }

export const loader = async (args: LoaderFunctionArgs) => {
  const site = await askedSite(args)
  if (!site) return replyOver(args, 'service.unknown.title', { site: null })
  const { to } = siteQueryOf(args)
  const again = { name: site.name, start: withQuery(site.url + sitePaths.start, { to }) }
  return replyOver(args, 'site.again.title', { site: again }, 400)
}

export default function SiteAgain() {
  const { t } = useTranslation()
  const { site } = useLoaderData<typeof loader>()
  if (!site) return <UnknownService />
  return (
    <>
      <h1>{t('site.again.title')}</h1>
      <p>{t('site.again.text', { name: site.name })}</p>
      <p>
        <a className="button" href={site.start}>
          {t('site.again.go')}
        </a>
      </p>
    </>
  )
}

import { useTranslation } from 'react-i18next'
import type { PageHandle } from '~/document/page-handle'
import { isForAllApplications, pageOfRequest, requireAsking } from '~/features/authorisation/way.server'
import { WayLead } from '~/features/authorisation/way-lead'
import { offeredPlatforms } from '~/features/platforms/platforms.server'
import { visitFor } from '~/features/platforms/visit-for'
import { type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { isNamedPlatform, platformName } from '~/i18n/platforms'
import { problem } from '~/navigation/problem'
import { BackLink } from '~/ui/back-link'

// Proves a person at a third-party provider, for one request of an application. It has links instead of a form with a
// box to tick, because a form may not lead off the site to the provider's addresses.
export const handle: PageHandle = { title: 'authorise.platform.title' }

export const loader = async (args: LoaderFunctionArgs) => {
  const { platform = '' } = args.params
  const offered = offeredPlatforms().find((each) => each.platform === platform)
  // No text of a URL is on the page. A platform that is not set up is not found when the visit starts.
  if (!offered && !isNamedPlatform(platform)) throw problem('not_found')
  const info = await requireAsking(args)
  const { client, wants_fresh_proof: isFresh } = info
  const uid = args.params.request ?? ''
  const linkTo = (staysSignedIn: boolean) => visitFor(platform, { uid, staysSignedIn, isFresh })
  return reply({
    platform,
    name: offered?.name ?? null,
    client: client.name,
    page: pageOfRequest(args),
    once: linkTo(false),
    stay: linkTo(true),
    isForAll: isForAllApplications(info),
  })
}

export default function ProveByPlatform() {
  const { t, i18n } = useTranslation()
  const { platform, name, client, page, once, stay, isForAll } = useLoaderData<typeof loader>()
  const named = { platform: name ?? platformName(i18n.language, platform) }
  return (
    <>
      <h1>{t('authorise.platform.title')}</h1>
      <WayLead name={client} />
      {isForAll && <p>{t('authorise.until_closed')}</p>}
      <p>
        <a className="button" href={once} rel="nofollow">
          {t('authorise.platform.once', named)}
        </a>
      </p>
      <ul className="rows">
        <li>
          <a href={stay} rel="nofollow">
            {t(isForAll ? 'authorise.platform.stay_on' : 'authorise.platform.stay', named)}
          </a>
        </li>
      </ul>
      <BackLink path={page} text="authorise.other_way" />
    </>
  )
}

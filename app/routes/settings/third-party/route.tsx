import { useTranslation } from 'react-i18next'
import type { PageHandle } from '~/document/page-handle'
import { type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { dayIn } from '~/i18n/dates'
import { flashOf } from '~/navigation/flash.server'
import { requireSignedIn } from '~/navigation/guards.server'
import { BackToSettings } from '~/ui/back-to-settings'
import { FlashMessage } from '~/ui/flash-message'
import { PendingChange } from '../pending-change'
import { connections } from './connections.server'

// The third-party identities of the account.
export const handle: PageHandle = { title: 'thirdParty.title' }

export const loader = async (args: LoaderFunctionArgs) => {
  await requireSignedIn(args)
  return reply({ platforms: await connections(args), notice: flashOf(args.request) })
}

export default function ThirdParty() {
  const { t, i18n } = useTranslation()
  const { platforms, notice } = useLoaderData<typeof loader>()
  return (
    <>
      <h1>{t('thirdParty.title')}</h1>
      <FlashMessage notice={notice} />
      <p>{t(platforms.length > 0 ? 'thirdParty.some' : 'thirdParty.none')}</p>
      {platforms.length > 0 && (
        <ul className="rows devices">
          {platforms.map(({ platform, name, bound_at, timeZone, pending }) => {
            const path = `/settings/third-party/${encodeURIComponent(platform)}`
            return (
              <li key={platform}>
                <div>
                  <strong>{name}</strong>
                  <p>{t('thirdParty.since', { day: dayIn(i18n.language, timeZone, bound_at) })}</p>
                </div>
                <div>
                  <a className="button quiet small" href={path} aria-label={t('thirdParty.disconnect_one', { name })}>
                    {t('thirdParty.disconnect')}
                  </a>
                </div>
                {pending && <PendingChange kind="platform" pending={pending} path={`${path}/keep`} />}
              </li>
            )
          })}
        </ul>
      )}
      <BackToSettings />
    </>
  )
}

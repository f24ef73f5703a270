import { useTranslation } from 'react-i18next'
import { api } from '~/api.server'
import type { PageHandle } from '~/document/page-handle'
import { type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { dayIn } from '~/i18n/dates'
import { flashOf } from '~/navigation/flash.server'
import { requireData, requireSignedIn } from '~/navigation/guards.server'
import { BackToSettings } from '~/ui/back-to-settings'
import { FlashMessage } from '~/ui/flash-message'

// The third-party identities of the account.
export const handle: PageHandle = { title: 'thirdParty.title' }

export const loader = async (args: LoaderFunctionArgs) => {
  await requireSignedIn(args)
  const client = await api(args)
  const { platforms, time_zone: timeZone } = await requireData(args, await client.bindVerifyInfo({}))
  return reply({ platforms, timeZone, notice: flashOf(args.request) })
}

export default function ThirdParty() {
  const { t, i18n } = useTranslation()
  const { platforms, timeZone, notice } = useLoaderData<typeof loader>()
  return (
    <>
      <h1>{t('thirdParty.title')}</h1>
      <FlashMessage notice={notice} />
      <p>{t(platforms.length > 0 ? 'thirdParty.some' : 'thirdParty.none')}</p>
      {platforms.length > 0 && (
        <dl className="facts">
          {platforms.map(({ platform, name, bound_at }) => (
            <div key={platform}>
              <dt>{t('thirdParty.since', { day: dayIn(i18n.language, timeZone, bound_at) })}</dt>
              <dd>{name}</dd>
              <dd>
                <a
                  href={`/settings/third-party/${encodeURIComponent(platform)}`}
                  aria-label={t('thirdParty.disconnect_one', { name })}
                >
                  {t('thirdParty.disconnect')}
                </a>
              </dd>
            </div>
          ))}
        </dl>
      )}
      <BackToSettings />
    </>
  )
}

import { json, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { api } from '~/api.server'
import { BackToSettings } from '~/components/back-to-settings'
import { dayIn } from '~/components/day'
import { PageNotice } from '~/components/page-notice'
import type { PageHandle } from '~/document/page-handle'
import { loaded, requireSignedIn } from '~/flows/signed-in.server'
import { noticeOf } from '~/session/told.server'

// The accounts elsewhere by which this one can be signed in to.
export const handle: PageHandle = { title: 'thirdParty.title' }

export const loader = async (args: LoaderFunctionArgs) => {
  await requireSignedIn(args)
  const client = await api(args)
  const { platforms } = await loaded(args, await client.bindVerifyInfo({}))
  return json({ platforms, notice: noticeOf(args.request) })
}

export default function ThirdParty() {
  const { t, i18n } = useTranslation()
  const { platforms, notice } = useLoaderData<typeof loader>()
  return (
    <>
      <h1>{t('thirdParty.title')}</h1>
      <PageNotice notice={notice} />
      <p>{t(platforms.length > 0 ? 'thirdParty.some' : 'thirdParty.none')}</p>
      {platforms.length > 0 && (
        <dl className="facts">
          {platforms.map(({ platform, name, bound_at }) => (
            <div key={platform}>
              <dt>{t('thirdParty.since', { day: dayIn(i18n.language, bound_at) })}</dt>
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

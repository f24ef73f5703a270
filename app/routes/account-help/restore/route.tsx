import { json, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { useLinkWithNext } from '~/components/link-with-next'
import { PageNotice } from '~/components/page-notice'
import type { PageHandle } from '~/document/page-handle'
import { noticeOf } from '~/session/told.server'

// How a cancelled account is restored: by signing in.
export const handle: PageHandle = { title: 'restore.title', remembered: true }

export const loader = ({ request }: LoaderFunctionArgs) => json({ notice: noticeOf(request) })

export default function Restore() {
  const { t } = useTranslation()
  const { notice } = useLoaderData<typeof loader>()
  const withNext = useLinkWithNext()
  return (
    <>
      <h1>{t('restore.title')}</h1>
      <PageNotice notice={notice} />
      <p>{t('restore.how')}</p>
      <p>{t('restore.too_late')}</p>
      <p>
        <a className="button" href={withNext('/login')}>
          {t('home.sign_in')}
        </a>
      </p>
    </>
  )
}

import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { PageHandle } from '~/document/page-handle'
import { type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { dayIn } from '~/i18n/dates'
import { isFlashed } from '~/navigation/flash.server'
import { redirectTo } from '~/navigation/redirect.server'

// The account is cancelled, and nobody is signed in any more.
export const handle: PageHandle = { title: 'cancelled.title' }

const day = z.iso.date()

export const loader = async (args: LoaderFunctionArgs) => {
  const until = day.safeParse(new URL(args.request.url).searchParams.get('until'))
  if (!until.success || !isFlashed(args.request)) throw await redirectTo(args, '/account-help/restore')
  return reply({ until: until.data })
}

export default function Cancelled() {
  const { t, i18n } = useTranslation()
  const { until } = useLoaderData<typeof loader>()
  return (
    <>
      <h1>{t('cancelled.title')}</h1>
      <p>{t('cancelled.signed_out')}</p>
      <p>{t('cancelled.until', { day: dayIn(i18n.language, until) })}</p>
      <p className="back">
        <a href="/login">{t('cancelled.restore')}</a>
      </p>
    </>
  )
}

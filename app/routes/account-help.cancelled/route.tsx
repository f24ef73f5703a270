import { json, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { dayIn } from '~/components/day'
import type { PageHandle } from '~/document/page-handle'
import { leave } from '~/session/leave.server'

// The account is cancelled, and nobody is signed in any more.
export const handle: PageHandle = { title: 'cancelled.title' }

const day = z.iso.date()

export const loader = async (args: LoaderFunctionArgs) => {
  const until = day.safeParse(new URL(args.request.url).searchParams.get('until'))
  // The day is all that this page has to say; it is nobody's secret, so it stands in the address.
  return until.success ? json({ until: until.data }) : leave(args, '/account-help/restore')
}

export default function Cancelled() {
  const { t, i18n } = useTranslation()
  const { until } = useLoaderData<{ until: string }>()
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

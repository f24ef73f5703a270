import { json, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { dayIn } from '~/components/day'
import type { PageHandle } from '~/document/page-handle'
import { leave } from '~/session/leave.server'
import { wasTold } from '~/session/told.server'

// The account is cancelled, and nobody is signed in any more.
export const handle: PageHandle = { title: 'cancelled.title' }

const day = z.iso.date()

export const loader = async (args: LoaderFunctionArgs) => {
  const until = day.safeParse(new URL(args.request.url).searchParams.get('until'))
  if (!until.success || !wasTold(args.request)) throw await leave(args, '/account-help/restore')
  return json({ until: until.data })
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

import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { timeZoneInForce } from '#contract/terms/fields'
import type { PageHandle } from '~/document/page-handle'
import { type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { momentIn } from '~/i18n/dates'
import { isFlashed } from '~/navigation/flash/flash.server'
import { redirectTo } from '~/navigation/redirect.server'
import { LinkRows } from '~/ui/link-list'
import { TimedText } from '~/ui/timed-text'

// The end of a cancellation: says until when the account can be restored.
export const handle: PageHandle = { title: 'cancelled.title' }

const query = z.object({ until: z.iso.datetime().or(z.literal('unknown')), time_zone: timeZoneInForce })

export const loader = async (args: LoaderFunctionArgs) => {
  const read = query.safeParse(Object.fromEntries(new URL(args.request.url).searchParams))
  if (!read.success || !isFlashed(args.request)) throw await redirectTo(args, '/account-help/restore')
  return reply({ until: read.data.until === 'unknown' ? '' : read.data.until, timeZone: read.data.time_zone })
}

export default function Cancelled() {
  const { t, i18n } = useTranslation()
  const { until, timeZone } = useLoaderData<typeof loader>()
  const time = momentIn(i18n.language, timeZone, until)
  return (
    <>
      <h1>{t('cancelled.title')}</h1>
      <p>{t('cancelled.signed_out')}</p>
      <p>
        <TimedText text={t('cancelled.until', { time })} time={time} at={until} />
      </p>
      <LinkRows links={{ '/login': 'cancelled.restore' }} />
    </>
  )
}

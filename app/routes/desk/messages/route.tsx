import { useTranslation } from 'react-i18next'
import type { PageHandle } from '~/document/page-handle'
import type { DataOf } from '~/features/desk/act'
import { deskData } from '~/features/desk/desk-data.server'
import { useMoment } from '~/features/desk/use-moment'
import { type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { waitText } from '~/i18n/wait'
import { type Column, DataTable } from '~/ui/data-table'

// The waiting messages, by channel and age.
export const handle: PageHandle = { title: 'desk.messages.title' }

export const loader = async (args: LoaderFunctionArgs) => reply(await deskData(args, 'countMessages', {}))

type Waiting = DataOf<'countMessages'>['channels'][number]

export default function Messages() {
  const { t } = useTranslation()
  const moment = useMoment()
  const { channels } = useLoaderData<typeof loader>()
  const columns: Column<Waiting>[] = [
    { heading: 'desk.messages.by', cell: ({ channel }) => t(`desk.messages.channel.${channel}`) },
    {
      heading: 'desk.messages.waiting',
      isLabelled: true,
      cell: ({ waiting, has_more }) => (has_more ? t('desk.messages.or_more', { count: waiting }) : String(waiting)),
    },
    {
      heading: 'desk.messages.late',
      isLabelled: true,
      cell: ({ waiting, older_than }) =>
        waiting > 0 &&
        older_than.map(({ minutes, count }) => (
          <div key={minutes}>{t('desk.messages.older', { age: waitText(t, minutes * 60), number: count })}</div>
        )),
    },
    {
      heading: 'desk.messages.oldest',
      isLabelled: true,
      cell: ({ oldest_at }) => oldest_at !== null && moment(oldest_at),
    },
    {
      heading: 'desk.messages.failed_ones',
      cell: ({ channel }) => (
        <a href={`/desk/messages/${channel}`}>
          {t('desk.messages.see_failed')}
          <span className="unseen"> {t(`desk.messages.channel.${channel}`)}</span>
        </a>
      ),
    },
  ]
  return (
    <>
      <h1>{t('desk.messages.title')}</h1>
      <p>{t('desk.messages.lead')}</p>
      <DataTable things={channels} keyOf={({ channel }) => channel} columns={columns} />
    </>
  )
}

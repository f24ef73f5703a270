import { useTranslation } from 'react-i18next'
import type { PageHandle } from '~/document/page-handle'
import { deskData } from '~/features/desk/desk-data.server'
import { useMoment } from '~/features/desk/use-moment'
import { type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { waitText } from '~/i18n/wait'

// The waiting messages, by channel and age.
export const handle: PageHandle = { title: 'desk.messages.title' }

export const loader = async (args: LoaderFunctionArgs) => reply(await deskData(args, 'countMessages', {}))

export default function Messages() {
  const { t } = useTranslation()
  const moment = useMoment()
  const { channels } = useLoaderData<typeof loader>()
  return (
    <>
      <h1>{t('desk.messages.title')}</h1>
      <p>{t('desk.messages.lead')}</p>
      {channels.map(({ channel, waiting, has_more, older_than, oldest_at }) => (
        <section key={channel}>
          <h2>{t(`desk.messages.channel.${channel}`)}</h2>
          <p>{waitingText(t, waiting, has_more)}</p>
          {waiting > 0 && (
            <ul>
              {older_than.map(({ minutes, count }) => (
                <li key={minutes}>{t('desk.messages.older', { age: waitText(t, minutes * 60), number: count })}</li>
              ))}
              {oldest_at !== null && <li>{t('desk.messages.oldest', { time: moment(oldest_at) })}</li>}
            </ul>
          )}
          <p>
            <a href={`/desk/messages/${channel}`}>{t(`desk.messages.failed.${channel}`)}</a>
          </p>
        </section>
      ))}
    </>
  )
}

const waitingText = (t: ReturnType<typeof useTranslation>['t'], count: number, hasMore: boolean): string => {
  if (count === 0) return t('desk.messages.none_waits')
  return t(hasMore ? 'desk.messages.waiting_most' : 'desk.messages.waiting', { count })
}

import { useTranslation } from 'react-i18next'
import type { PageHandle } from '~/document/page-handle'
import { DeskList } from '~/features/desk/desk-list'
import { type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { flashOf } from '~/navigation/flash/flash.server'
import { failedMessages } from '~/routes/desk/messages/failed-messages.server'
import { channelIn } from '~/routes/desk/messages/message-acts'
import { useMessageFacts } from '~/routes/desk/messages/message-facts'

// The failed messages of a channel, with the provider's answers.
export const handle: PageHandle = {
  title: (params) => `desk.messages.failed.${channelIn(params) ?? 'email'}`,
}

export const loader = async (args: LoaderFunctionArgs) =>
  reply({ ...(await failedMessages(args)), notice: flashOf(args.request) })

export default function FailedMessages() {
  const { t } = useTranslation()
  const factsOf = useMessageFacts()
  const { channel, messages, has_more, notice } = useLoaderData<typeof loader>()
  const below = (path: string) => `/desk/messages/${channel}/${path}`
  return (
    <DeskList
      title={`desk.messages.failed.${channel}`}
      lead="desk.messages.failed_lead"
      none="desk.messages.none_failed"
      notice={notice}
      add={messages.length === 0 ? undefined : { path: below('retry'), call: 'retryMessages' }}
      after={has_more && <p>{t('desk.messages.newest_only', { count: messages.length })}</p>}
      back={{ path: '/desk/messages', text: 'desk.messages.back' }}
      rows={messages.map((message) => ({
        id: message.id,
        facts: factsOf(message),
        links:
          message.given_up_at === null
            ? [
                { path: below(`${message.id}/retry`), call: 'retryMessage' },
                { path: below(`${message.id}/drop`), call: 'dropMessage', isDanger: true },
              ]
            : [],
      }))}
    />
  )
}

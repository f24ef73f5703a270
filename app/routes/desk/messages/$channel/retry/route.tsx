import { useTranslation } from 'react-i18next'
import type { PageHandle } from '~/document/page-handle'
import { actAction } from '~/features/desk/act.server'
import { ActPage } from '~/features/desk/act-page'
import { type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { problem } from '~/navigation/problem'
import { channelIn, failedPath, retryAll } from '~/routes/desk/messages/message-acts'
import { requireOperator } from '~/runtime/operator.server'

// Retries failed messages of a channel.
export const handle: PageHandle = { title: 'act.retryMessages.title' }

export const loader = async (args: LoaderFunctionArgs) => {
  await requireOperator(args, retryAll.call)
  const channel = channelIn(args.params)
  if (!channel) throw problem('not_found')
  return reply({ channel })
}

export const action = actAction(retryAll)

export default function RetryMessages() {
  const { t } = useTranslation()
  const { channel } = useLoaderData<typeof loader>()
  return (
    <ActPage
      act={retryAll}
      lead={<p>{t(`desk.messages.failed.${channel}`)}</p>}
      back={{ path: failedPath({ channel }), text: 'desk.messages.back_to_failed' }}
    />
  )
}

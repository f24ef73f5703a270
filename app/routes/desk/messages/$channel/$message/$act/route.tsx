import type { PageHandle } from '~/document/page-handle'
import { actAt, titleOfAct } from '~/features/desk/act'
import { actsAction, requireActAt } from '~/features/desk/act.server'
import { ActPage } from '~/features/desk/act-page'
import { type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { failedMessages } from '~/routes/desk/messages/failed-messages.server'
import { failedPath, messageActs } from '~/routes/desk/messages/message-acts'
import { MessageFacts } from '~/routes/desk/messages/message-facts'
import { SummaryList } from '~/ui/summary-list'

// An operator's act on a message that failed.
export const handle: PageHandle = { title: titleOfAct(messageActs) }

export const loader = async (args: LoaderFunctionArgs) => {
  await requireActAt(args, messageActs)
  const { params } = args
  const { messages } = await failedMessages(args)
  // A message that has not failed yet, or failed long ago, is not in the list.
  const message = messages.find(({ id }) => id === params.message) ?? null
  return reply({ message, params })
}

export const action = actsAction(messageActs)

export default function MessageAct() {
  const { message, params } = useLoaderData<typeof loader>()
  const one = actAt(messageActs, params)
  if (!one) return null
  const path = failedPath(params)
  return (
    <ActPage
      act={one}
      about={
        message ? (
          <MessageFacts message={message} />
        ) : (
          <SummaryList facts={{ 'desk.messages.id': { copied: params.message ?? '' } }} />
        )
      }
      back={{ path, text: one.isDanger ? 'desk.messages.keep' : 'desk.messages.back_to_failed' }}
    />
  )
}

import type { PageHandle } from '~/document/page-handle'
import type { DataOf } from '~/features/desk/act'
import { actAction } from '~/features/desk/act.server'
import { ActPage } from '~/features/desk/act-page'
import { type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { AllNames } from '~/routes/desk/webhooks/all-names'
import { namesOfEvents } from '~/routes/desk/webhooks/names-of-events.server'
import { AddedWebhook } from '~/routes/desk/webhooks/shown-secret'
import { addWebhook, webhooksPath } from '~/routes/desk/webhooks/webhook-acts'
import { requireOperator } from '~/runtime/operator.server'

// Adds a webhook. The answer to the form shows its secret, once.
export const handle: PageHandle = { title: 'act.addWebhook.title' }

export const loader = async (args: LoaderFunctionArgs) => {
  await requireOperator(args, addWebhook.call)
  return reply({ lists: namesOfEvents() })
}

export const action = actAction(addWebhook)

export default function AddWebhook() {
  return (
    <ActPage
      act={addWebhook}
      shown={(data: DataOf<'addWebhook'>) => <AddedWebhook data={data} />}
      after={<AllNames {...useLoaderData<typeof loader>()} />}
      back={{ path: webhooksPath, text: 'desk.webhooks.back' }}
    />
  )
}

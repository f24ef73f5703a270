import { useTranslation } from 'react-i18next'
import type { PageHandle } from '~/document/page-handle'
import { actAt, type DataOf, titleOfAct } from '~/features/desk/act'
import { actsAction, requireActAt } from '~/features/desk/act.server'
import { ActPage } from '~/features/desk/act-page'
import { deskData } from '~/features/desk/desk-data.server'
import { type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { AllNames } from '~/routes/desk/webhooks/all-names'
import { namesOfEvents } from '~/routes/desk/webhooks/names-of-events.server'
import { RotatedSecret } from '~/routes/desk/webhooks/shown-secret'
import { eventDefaults, webhookActs, webhookPath } from '~/routes/desk/webhooks/webhook-acts'
import { WebhookFacts } from '~/routes/desk/webhooks/webhook-facts'

// An operator's act on a webhook.
export const handle: PageHandle = {
  title: titleOfAct(webhookActs),
  named: (data) => (data as { webhook: { host: string } }).webhook.host,
}

export const loader = async (args: LoaderFunctionArgs) => {
  const one = await requireActAt(args, webhookActs)
  const webhook = await deskData(args, 'showWebhook', { webhook_id: args.params.webhook ?? '' })
  return reply({ webhook, params: args.params, lists: one.call === 'changeWebhook' ? namesOfEvents() : null })
}

export const action = actsAction(webhookActs)

export default function WebhookAct() {
  const { webhook, params, lists } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const one = actAt(webhookActs, params)
  if (!one) return null
  const { defaults, groups } = eventDefaults(webhook)
  return (
    <ActPage
      act={one}
      values={{ name: webhook.host }}
      about={<WebhookFacts of={webhook} />}
      defaults={defaults}
      options={{ groups: Object.fromEntries(Object.entries(groups).map(([value, key]) => [value, t(key)])) }}
      {...(lists && { after: <AllNames lists={lists} /> })}
      shown={(data: DataOf<'rotateWebhook'>) => <RotatedSecret data={data} webhook={webhook.webhook_id} />}
      back={{ path: webhookPath(params), text: one.isDanger ? 'desk.webhooks.keep' : 'desk.webhooks.back_to_one' }}
    />
  )
}

import type { PageHandle } from '~/document/page-handle'
import { deskData } from '~/features/desk/desk-data.server'
import { ActLinks } from '~/features/desk/desk-links'
import { type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { flashOf } from '~/navigation/flash/flash.server'
import { uselessFor, webhookActs, webhookPath, webhooksPath } from '~/routes/desk/webhooks/webhook-acts'
import { WebhookDetails, WebhookFacts } from '~/routes/desk/webhooks/webhook-facts'
import { requireOperator } from '~/runtime/operator.server'
import { BackLink } from '~/ui/back-link'
import { FlashMessage } from '~/ui/flash-message'

// A webhook with its address, and links to the acts on it.
export const handle: PageHandle = {
  title: 'desk.webhooks.title',
  named: (data) => (data as { webhook: { host: string } }).webhook.host,
}

export const loader = async (args: LoaderFunctionArgs) => {
  const webhook = await deskData(args, 'showWebhook', { webhook_id: args.params.webhook ?? '' })
  const { scopes } = await requireOperator(args, 'showWebhook')
  return reply({ webhook, scopes, notice: flashOf(args.request) })
}

export default function Webhook() {
  const { webhook, scopes, notice } = useLoaderData<typeof loader>()
  return (
    <>
      <h1>
        <bdi>{webhook.host}</bdi>
      </h1>
      <FlashMessage notice={notice} />
      <WebhookDetails of={webhook} />
      <WebhookFacts of={webhook} />
      <ActLinks
        acts={webhookActs}
        path={webhookPath({ webhook: webhook.webhook_id })}
        scopes={scopes}
        without={uselessFor(webhook)}
      />
      <BackLink path={webhooksPath} text="desk.webhooks.back" />
    </>
  )
}

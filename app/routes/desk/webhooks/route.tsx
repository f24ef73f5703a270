import { useTranslation } from 'react-i18next'
import type { PageHandle } from '~/document/page-handle'
import { deskData } from '~/features/desk/desk-data.server'
import { DeskList } from '~/features/desk/desk-list'
import { useMay } from '~/features/desk/use-may'
import { type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { flashOf } from '~/navigation/flash/flash.server'
import { deadPath, webhookPath, webhooksPath } from './webhook-acts'
import { useWebhookFacts } from './webhook-facts'

// The webhooks: the programs that are notified of events.
export const handle: PageHandle = { title: 'desk.webhooks.title' }

export const loader = async (args: LoaderFunctionArgs) =>
  reply({ ...(await deskData(args, 'listWebhooks', {})), notice: flashOf(args.request) })

export default function Webhooks() {
  const { t } = useTranslation()
  const may = useMay()
  const factsOf = useWebhookFacts()
  const { webhooks, has_more, notice } = useLoaderData<typeof loader>()
  return (
    <DeskList
      title="desk.webhooks.title"
      lead="desk.webhooks.lead"
      none="desk.webhooks.none"
      notice={notice}
      add={{ path: `${webhooksPath}/new`, call: 'addWebhook' }}
      after={has_more && <p>{t('desk.webhooks.newest_only', { count: webhooks.length })}</p>}
      rows={webhooks.map((webhook) => {
        const named = { webhook: webhook.webhook_id }
        return {
          id: webhook.webhook_id,
          name: webhook.host,
          // The page of a webhook shows its address, which not everyone who sees the list may see.
          path: may('showWebhook') ? webhookPath(named) : undefined,
          facts: factsOf(webhook),
          links: [{ path: deadPath(named), call: 'listDeadDeliveries' }],
        }
      })}
    />
  )
}

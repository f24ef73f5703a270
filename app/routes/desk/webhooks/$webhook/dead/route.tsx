import { useTranslation } from 'react-i18next'
import type { PageHandle } from '~/document/page-handle'
import { deskData } from '~/features/desk/desk-data.server'
import { DeskList } from '~/features/desk/desk-list'
import { useMay } from '~/features/desk/use-may'
import { type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { flashOf } from '~/navigation/flash/flash.server'
import { deadPath, webhookPath, webhooksPath } from '~/routes/desk/webhooks/webhook-acts'
import { useDeliveryFacts } from './delivery-facts'

// The dead letters of a webhook: deliveries that failed for three days.
export const handle: PageHandle = { title: 'act.listDeadDeliveries.title' }

export const loader = async (args: LoaderFunctionArgs) => {
  const { webhook = '' } = args.params
  const dead = await deskData(args, 'listDeadDeliveries', { webhook_id: webhook })
  return reply({ ...dead, webhook, notice: flashOf(args.request) })
}

export default function DeadDeliveries() {
  const { t } = useTranslation()
  const may = useMay()
  const factsOf = useDeliveryFacts()
  const { deliveries, has_more, webhook, notice } = useLoaderData<typeof loader>()
  const path = webhookPath({ webhook })
  return (
    <DeskList
      title="act.listDeadDeliveries.title"
      lead="desk.webhooks.dead_lead"
      none="desk.webhooks.none_dead"
      notice={notice}
      add={deliveries.length === 0 ? undefined : { path: `${path}/retry`, call: 'retryDeliveries' }}
      after={has_more && <p>{t('desk.webhooks.newest_only', { count: deliveries.length })}</p>}
      back={
        may('showWebhook')
          ? { path, text: 'desk.webhooks.back_to_one' }
          : { path: webhooksPath, text: 'desk.webhooks.back' }
      }
      rows={deliveries.map((delivery) => {
        const below = `${deadPath({ webhook })}/${delivery.delivery_id}`
        return {
          id: delivery.delivery_id,
          facts: factsOf(delivery),
          links: [
            { path: `${below}/retry`, call: 'retryDelivery' },
            { path: `${below}/drop`, call: 'dropDelivery', isDanger: true },
          ],
        }
      })}
    />
  )
}

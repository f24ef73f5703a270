import { inBatches } from '#account-api/kernel/queue/batches'
import { momentOf, type OperatorHandling } from '#account-api/operator/handling'
import { done, refuse } from '#contract/server'
import { writtenAt } from './delivery-store'
import { testName } from './event-names'
import { nameFor } from './payload'
import { signalName } from './signal'
import { noWebhook, switchedOff } from './webhooks-handlers'

const rule = { mostShown: 100, mostRetried: 10_000 }

const noDelivery = (id: string) => refuse('no_such_delivery', `No delivery ${id} waits.`)

export const deliveriesHandlers = {
  listDeadDeliveries: async ({ webhook_id }, { service: { storage } }) => {
    const { webhooks, deliveries } = storage
    const webhook = await webhooks.find(webhook_id)
    if (!webhook) return noWebhook(webhook_id)
    const dead = await deliveries.dead(webhook_id, rule.mostShown)
    const shown = dead.map(({ id, eventId, signal, attempts, answer, event }) => ({
      delivery_id: id,
      event_id: eventId,
      type: signal ? signalName(signal.type) : eventId === null ? testName : event ? nameFor(webhook, event) : null,
      written_at: momentOf(writtenAt({ id })),
      attempts,
      answer,
    }))
    return done({ deliveries: shown, has_more: shown.length === rule.mostShown })
  },

  retryDeliveries: async ({ webhook_id }, { service: { deployment, storage } }) => {
    const { webhooks, turns, deliveries } = storage
    const webhook = await webhooks.find(webhook_id)
    if (!webhook) return noWebhook(webhook_id)
    if (webhook.disabledAt !== null) return switchedOff(webhook_id)
    const at = deployment.now()
    const retry = (limit: number) => deliveries.retrySome(webhook_id, { at, limit })
    const { count, hasMore } = await inBatches(retry, { most: rule.mostRetried })
    await turns.wakeNow(webhook_id, at)
    return done({ count, has_more: hasMore })
  },

  retryDelivery: async ({ delivery_id }, { service: { deployment, storage } }) => {
    const { webhooks, turns, deliveries } = storage
    const delivery = await deliveries.find(delivery_id)
    const webhook = delivery && (await webhooks.find(delivery.webhookId))
    if (!webhook) return noDelivery(delivery_id)
    if (webhook.disabledAt !== null) return switchedOff(webhook.id)
    const at = deployment.now()
    await deliveries.retry(delivery_id, at)
    await turns.wakeNow(webhook.id, at)
    return done({})
  },

  dropDelivery: async ({ delivery_id }, { service: { storage } }) => {
    const { deliveries } = storage
    if (!(await deliveries.find(delivery_id))) return noDelivery(delivery_id)
    await deliveries.forget([delivery_id])
    return done({})
  },
} satisfies OperatorHandling

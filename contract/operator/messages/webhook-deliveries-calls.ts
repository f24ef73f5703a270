import { z } from 'zod'
import { call } from '#contract/call'
import { idInPath, mayHaveReason, moment, nothing, ofWebhook } from '#contract/operator/fields'
import { changes, shows } from '#contract/operator/operator-power'

export const listDeadDeliveries = call({
  name: 'listDeadDeliveries',
  summary: 'Lists the dead letters of a webhook, the newest first, with the answer to the last attempt.',
  method: 'GET',
  path: 'webhooks/{webhook_id}/dead',
  input: z.object(ofWebhook),
  output: z.object({
    deliveries: z.array(
      z.object({
        delivery_id: z.string(),
        /** The id in `data` of the event. Null: a test. */
        event_id: z.string().nullable(),
        /** Null: the event is erased. */
        type: z.string().nullable(),
        written_at: moment,
        attempts: z.number(),
        answer: z.string().nullable(),
      }),
    ),
    /** True when there may be more. */
    has_more: z.boolean(),
  }),
  errors: ['no_such_webhook'],
  ...shows('all'),
})

export const retryDeliveries = call({
  name: 'retryDeliveries',
  summary: 'Sends the dead letters of a webhook again, the oldest first, at most 10,000. Call it again for the rest.',
  path: 'webhooks/{webhook_id}/retry',
  input: z.object({ ...ofWebhook, ...mayHaveReason }),
  output: z.object({
    count: z.number(),
    /** True when there may be more. */
    has_more: z.boolean(),
  }),
  errors: ['no_such_webhook', 'not_possible'],
  ...changes('all', { undoneBy: 'stays' }),
})

const input = z.object({ delivery_id: idInPath, ...mayHaveReason })

export const retryDelivery = call({
  name: 'retryDelivery',
  summary: 'Sends one delivery again now, with the same id.',
  path: 'webhook-deliveries/{delivery_id}/retry',
  input,
  output: nothing,
  errors: ['no_such_delivery', 'not_possible'],
  ...changes('all', { undoneBy: 'dropDelivery' }),
})

export const dropDelivery = call({
  name: 'dropDelivery',
  summary: 'Drops a waiting delivery or a dead letter without sending it.',
  path: 'webhook-deliveries/{delivery_id}/drop',
  input,
  output: nothing,
  errors: ['no_such_delivery'],
  ...changes('all', { undoneBy: 'stays' }),
})

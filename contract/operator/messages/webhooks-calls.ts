import { z } from 'zod'
import { call } from '#contract/call'
import { idInPath, mayHaveReason, moment, nothing, ofWebhook } from '#contract/operator/fields'
import { changes, reveals, shows } from '#contract/operator/operator-power'

/** The name of an event, or the beginning of one followed by `*`. */
const eventNames = z
  .array(
    z
      .string()
      .min(1)
      .max(80)
      .regex(/^[\w.]*\*?$/, 'is the name of an event, or the beginning of a name followed by *'),
  )
  .min(1)
  .max(50)

const webhook = z.object({
  ...ofWebhook,
  /** The organisation that is notified of its own log. Null: the operator's webhook. */
  sec_subject_uid: z.string().nullable(),
  /** The client that gets signals about people. Null: the webhook gets events. */
  client_key: z.string().nullable(),
  host: z.string(),
  events: z.array(z.string()),
  created_at: moment,
  /** Null: it is switched on. */
  disabled_at: moment.nullable(),
  disabled_because: z.enum(['operator', 'failing', 'gone', 'restored']).nullable(),
  /** Null: the last attempts succeeded. */
  failing_since: moment.nullable(),
  /** The answer to the last failed attempt. */
  answer: z.string().nullable(),
  /** When an attempt last succeeded. */
  answered_at: moment.nullable(),
})
export type WebhookShown = z.output<typeof webhook>

export const listWebhooks = call({
  name: 'listWebhooks',
  summary:
    'Lists the webhooks, the newest first: all of them, or those of an organisation. Their addresses are left out.',
  method: 'GET',
  path: 'webhooks',
  input: z.object({ sec_subject_uid: idInPath.optional() }),
  output: z.object({
    webhooks: z.array(webhook),
    /** True when there may be more. */
    has_more: z.boolean(),
  }),
  errors: ['no_such_organisation'],
  ...shows('all'),
})

export const showWebhook = call({
  name: 'showWebhook',
  summary:
    'Returns a webhook with its address, and how many deliveries wait, up to 100,000. No call returns its secret.',
  method: 'GET',
  path: 'webhooks/{webhook_id}',
  input: z.object(ofWebhook),
  output: webhook.extend({
    url: z.string(),
    waiting: z.number(),
    dead: z.number(),
    /** Until then, the previous secret also signs. */
    both_secrets_until: moment.nullable(),
  }),
  errors: ['no_such_webhook'],
  ...reveals('all'),
})

export const addWebhook = call({
  name: 'addWebhook',
  summary:
    'Sends events to an address by signed requests, and returns the secret once. A webhook of an organisation gets the entries of its log.',
  path: 'webhooks',
  input: z.object({
    url: z.string().min(1).max(1000),
    events: eventNames,
    sec_subject_uid: idInPath.optional(),
    ...mayHaveReason,
  }),
  output: z.object({ ...ofWebhook, secret: z.string() }),
  errors: ['no_such_organisation', 'too_many'],
  ...changes('all', { undoneBy: 'removeWebhook', tells: ['operators'] }),
  once: true,
})

const input = z.object({ ...ofWebhook, ...mayHaveReason })

export const changeWebhook = call({
  name: 'changeWebhook',
  summary: 'Changes which events a webhook gets.',
  path: 'webhooks/{webhook_id}/events',
  input: input.extend({ events: eventNames }),
  output: nothing,
  errors: ['no_such_webhook'],
  ...changes('all', { undoneBy: 'changeWebhook' }),
})

export const rotateWebhook = call({
  name: 'rotateWebhook',
  summary: 'Makes a new secret, and returns it once. For 24 hours requests are also signed with the previous secret.',
  path: 'webhooks/{webhook_id}/rotate',
  input,
  output: z.object({ secret: z.string(), both_until: moment }),
  errors: ['no_such_webhook', 'already', 'not_possible'],
  ...changes('all', { undoneBy: 'stays', tells: ['operators'] }),
  once: true,
})

export const disableWebhook = call({
  name: 'disableWebhook',
  summary: 'Switches a webhook off. It gets no later events, and waiting deliveries become dead letters.',
  path: 'webhooks/{webhook_id}/disable',
  input,
  output: nothing,
  errors: ['no_such_webhook', 'already'],
  ...changes('all', { undoneBy: 'enableWebhook' }),
})

export const enableWebhook = call({
  name: 'enableWebhook',
  summary: 'Switches a webhook on.',
  path: 'webhooks/{webhook_id}/enable',
  input,
  output: nothing,
  errors: ['no_such_webhook', 'already'],
  ...changes('all', { undoneBy: 'disableWebhook' }),
})

export const removeWebhook = call({
  name: 'removeWebhook',
  summary: 'Removes a webhook with its waiting deliveries.',
  path: 'webhooks/{webhook_id}/remove',
  input,
  output: nothing,
  errors: ['no_such_webhook'],
  ...changes('all', { undoneBy: 'addWebhook' }),
})

export const testWebhook = call({
  name: 'testWebhook',
  summary:
    'Sends a test: to a webhook the event webhook.test, which has no content, and to a client a verification event.',
  path: 'webhooks/{webhook_id}/test',
  input,
  output: z.object({ delivery_id: z.string() }),
  errors: ['no_such_webhook', 'not_possible'],
  ...changes('all', { undoneBy: 'stays' }),
})

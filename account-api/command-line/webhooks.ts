import { mostDeliveriesCounted } from '#contract/operator/messages/most-counted'
import type { WebhookShown } from '#contract/operator/messages/webhooks-calls'
import { makes } from './makes'
import { type Commands, factLines, failed, listLines, said } from './said'

const stateOf = ({ disabled_at, disabled_because, failing_since, answer }: WebhookShown): string => {
  if (disabled_at !== null) return `off since ${disabled_at} (${disabled_because})`
  return failing_since === null ? 'on' : `failing since ${failing_since}: ${answer}`
}

const ownerOf = ({ client_key, sec_subject_uid }: WebhookShown): string =>
  client_key === null ? (sec_subject_uid ?? 'the operator') : `the client ${client_key}`

const counted = (number: number): string => `${number < mostDeliveriesCounted ? '' : 'at least '}${number}`

export const webhookCommands: Commands = {
  'webhooks [list] [--organisation <sec_subject_uid>]': makes('listWebhooks', ({ webhooks }) =>
    listLines(
      webhooks,
      (webhook) => [
        ...[webhook.webhook_id, webhook.host, webhook.events.join(',')],
        ...[`of ${ownerOf(webhook)}`, stateOf(webhook)],
      ],
      'No webhook exists.',
    ),
  ),
  'webhooks add <url> <events> [--organisation <sec_subject_uid>]': makes(
    'addWebhook',
    ({ webhook_id, secret }) =>
      `The webhook ${webhook_id} gets events from now on. Its secret is shown only now: ${secret}`,
    {
      text: 'Sends events to an address, and shows its secret once. Separate the events by commas: account.accountLoginV2,operator.*',
    },
  ),
  'webhooks show <webhook-id>': makes('showWebhook', (webhook) =>
    factLines({
      address: webhook.url,
      of: ownerOf(webhook),
      events: webhook.events.join(','),
      state: stateOf(webhook),
      'last answer': webhook.answered_at ?? 'never',
      waiting: counted(webhook.waiting),
      'dead letters': counted(webhook.dead),
      'both secrets sign until': webhook.both_secrets_until ?? '-',
    }),
  ),
  'webhooks change <webhook-id> <events>': makes(
    'changeWebhook',
    (_, { webhook_id, events }) => `The webhook ${webhook_id} gets ${events.join(',')} from now on.`,
  ),
  'webhooks rotate <webhook-id>': makes(
    'rotateWebhook',
    ({ secret, both_until }) =>
      `The previous secret also signs until ${both_until}. The new secret is shown only now: ${secret}`,
  ),
  'webhooks enable <webhook-id>': makes(
    'enableWebhook',
    (_, { webhook_id }) => `The webhook ${webhook_id} is switched on.`,
  ),
  'webhooks disable <webhook-id>': makes(
    'disableWebhook',
    (_, { webhook_id }) =>
      `The webhook ${webhook_id} is switched off. Until it is switched on again, it gets no events.`,
  ),
  'webhooks remove <webhook-id>': makes(
    'removeWebhook',
    (_, { webhook_id }) => `The webhook ${webhook_id} is removed.`,
  ),
  'webhooks test <webhook-id>': makes(
    'testWebhook',
    ({ delivery_id }) => `A webhook.test is sent now, with the id ${delivery_id}.`,
  ),
  'webhooks dead <webhook-id>': makes('listDeadDeliveries', ({ deliveries }) =>
    listLines(
      deliveries,
      ({ delivery_id, type, written_at, attempts, answer }) => [
        ...[delivery_id, type ?? 'an event that is erased', written_at],
        ...[`${attempts} attempts`, answer ?? ''],
      ],
      'Nothing was given up.',
    ),
  ),
  'webhooks retry all <webhook-id>': {
    text: 'Sends all dead letters of a webhook again.',
    run: async (api, { webhook_id = '' }) => {
      let retried = 0
      for (;;) {
        const answer = await api.retryDeliveries({ webhook_id })
        if (!answer.ok) return failed(answer.description)
        retried += answer.data.count
        if (!answer.data.has_more) return said(`${retried} dead letters are sent again now.`)
      }
    },
  },
  'webhooks retry <delivery-id>': makes(
    'retryDelivery',
    (_, { delivery_id }) => `The delivery ${delivery_id} is sent again now.`,
  ),
  'webhooks drop <delivery-id>': makes(
    'dropDelivery',
    (_, { delivery_id }) => `The delivery ${delivery_id} is dropped.`,
  ),
}

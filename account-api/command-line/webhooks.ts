import { mostDeliveriesCounted } from '#contract/operator/messages/most-counted'
import type { WebhookShown } from '#contract/operator/messages/webhooks-calls'
import { type Command, factLines, failed, listLines, listOf, type Row, said, saying } from './said'

export const webhookUsage = `npm run admin -- webhooks [--organisation <sec_subject_uid>]   lists the addresses that get events
npm run admin -- webhooks add <url> <events> [--organisation <sec_subject_uid>]
                                                             sends events to an address, and shows its secret once;
                                                             events, separated by commas: account.accountLoginV2,operator.*
npm run admin -- webhooks show <webhook-id>                  shows one, and how many deliveries wait
npm run admin -- webhooks change <webhook-id> <events>       changes which events it gets
npm run admin -- webhooks rotate <webhook-id>                makes a new secret; for 24 hours both sign
npm run admin -- webhooks enable|disable|remove <webhook-id>
npm run admin -- webhooks test <webhook-id>                  sends it a webhook.test
npm run admin -- webhooks dead <webhook-id>                  lists failed deliveries that are no longer retried
npm run admin -- webhooks retry all <webhook-id>             sends them all again; retry <delivery-id> sends one
npm run admin -- webhooks drop <delivery-id>                 drops one without sending it
`

const stateOf = ({ disabled_at, disabled_because, failing_since, answer }: WebhookShown): string => {
  if (disabled_at !== null) return `off since ${disabled_at} (${disabled_because})`
  return failing_since === null ? 'on' : `failing since ${failing_since}: ${answer}`
}

/** Runs the command with the organisation that the last two words name, if they do. */
const forOrganisation =
  (
    run: (api: Parameters<Command>[0], of: { sec_subject_uid?: string }, ...words: string[]) => ReturnType<Command>,
  ): Command =>
  async (api, ...words) => {
    const at = words.indexOf('--organisation')
    const named = words[at + 1]
    if (at >= 0 && (named === undefined || at !== words.length - 2))
      return failed('Name the organisation at the end: --organisation <sec_subject_uid>')
    return at < 0 || named === undefined
      ? run(api, {}, ...words)
      : run(api, { sec_subject_uid: named }, ...words.slice(0, at))
  }

const list = forOrganisation(async (api, of) =>
  saying(await api.listWebhooks(of), ({ webhooks }) =>
    listLines(
      webhooks,
      (webhook) => [
        ...[webhook.webhook_id, webhook.host, webhook.events.join(',')],
        ...[webhook.sec_subject_uid === null ? 'of the operator' : `of ${webhook.sec_subject_uid}`, stateOf(webhook)],
      ],
      'No webhook exists.',
    ),
  ),
)

const add = forOrganisation(async (api, of, url = '', typed = '') =>
  saying(
    await api.addWebhook({ url, events: listOf(typed), ...of }),
    ({ webhook_id, secret }) =>
      `The webhook ${webhook_id} gets events from now on. Its secret is shown only now: ${secret}`,
  ),
)

const show: Command = async (api, webhook_id = '') =>
  saying(await api.showWebhook({ webhook_id }), (webhook) =>
    factLines({
      address: webhook.url,
      of: webhook.sec_subject_uid ?? 'the operator',
      events: webhook.events.join(','),
      state: stateOf(webhook),
      'last answer': webhook.answered_at ?? 'never',
      waiting: counted(webhook.waiting),
      'dead letters': counted(webhook.dead),
      'both secrets sign until': webhook.both_secrets_until ?? '-',
    }),
  )

const counted = (number: number): string => `${number < mostDeliveriesCounted ? '' : 'at least '}${number}`

const change: Command = async (api, webhook_id = '', typed = '') =>
  saying(
    await api.changeWebhook({ webhook_id, events: listOf(typed) }),
    () => `The webhook ${webhook_id} gets ${typed} from now on.`,
  )

const rotate: Command = async (api, webhook_id = '') =>
  saying(
    await api.rotateWebhook({ webhook_id }),
    ({ secret, both_until }) =>
      `The previous secret also signs until ${both_until}. The new secret is shown only now: ${secret}`,
  )

const enable: Command = async (api, webhook_id = '') =>
  saying(await api.enableWebhook({ webhook_id }), () => `The webhook ${webhook_id} is switched on.`)

const disable: Command = async (api, webhook_id = '') =>
  saying(
    await api.disableWebhook({ webhook_id }),
    () => `The webhook ${webhook_id} is switched off. Until it is switched on again, it gets no events.`,
  )

const remove: Command = async (api, webhook_id = '') =>
  saying(await api.removeWebhook({ webhook_id }), () => `The webhook ${webhook_id} is removed.`)

const test: Command = async (api, webhook_id = '') =>
  saying(
    await api.testWebhook({ webhook_id }),
    ({ delivery_id }) => `A webhook.test is sent now, with the id ${delivery_id}.`,
  )

const dead: Command = async (api, webhook_id = '') =>
  saying(await api.listDeadDeliveries({ webhook_id }), ({ deliveries }) =>
    listLines(
      deliveries,
      ({ delivery_id, type, written_at, attempts, answer }) => [
        ...[delivery_id, type ?? 'an event that is erased', written_at],
        ...[`${attempts} attempts`, answer ?? ''],
      ],
      'Nothing was given up.',
    ),
  )

const retryAll: Command = async (api, webhook_id = '') => {
  let retried = 0
  for (;;) {
    const answer = await api.retryDeliveries({ webhook_id })
    if (!answer.ok) return failed(answer.description)
    retried += answer.data.count
    if (!answer.data.has_more) return said(`${retried} dead letters are sent again now.`)
  }
}

const retry: Command = async (api, delivery_id = '') =>
  saying(await api.retryDelivery({ delivery_id }), () => `The delivery ${delivery_id} is sent again now.`)

const drop: Command = async (api, delivery_id = '') =>
  saying(await api.dropDelivery({ delivery_id }), () => `The delivery ${delivery_id} is dropped.`)

export const webhookCommands: Record<string, Row> = {
  webhooks: { words: 0, run: list },
  'webhooks list': { words: 0, run: list },
  'webhooks --organisation': { words: 1, run: (api, organisation = '') => list(api, '--organisation', organisation) },
  'webhooks add': { words: 2, most: 4, run: add },
  'webhooks show': { words: 1, run: show },
  'webhooks change': { words: 2, run: change },
  'webhooks rotate': { words: 1, run: rotate },
  'webhooks enable': { words: 1, run: enable },
  'webhooks disable': { words: 1, run: disable },
  'webhooks remove': { words: 1, run: remove },
  'webhooks test': { words: 1, run: test },
  'webhooks dead': { words: 1, run: dead },
  'webhooks retry all': { words: 1, run: retryAll },
  'webhooks retry': { words: 1, run: retry },
  'webhooks drop': { words: 1, run: drop },
}

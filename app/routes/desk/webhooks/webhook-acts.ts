import { type Act, type ActField, type ActsByPath, act, type Params, reasonForLog } from '~/features/operator/act'
import type { FlashName } from '~/navigation/flash-names'
import type { OperatorCallName } from '../../../../contract/operator/operator-calls'

export const webhooksPath = '/desk/webhooks'

/** The page of the webhook that a URL names. */
export const webhookPath = ({ webhook = '' }: Params): string => `${webhooksPath}/${encodeURIComponent(webhook)}`

/** The page of its dead letters. */
export const deadPath = (params: Params): string => `${webhookPath(params)}/dead`

const events: ActField = {
  kind: 'lines',
  label: 'desk.webhooks.events',
  hint: 'desk.webhooks.events_hint',
  refused: { missing: 'desk.webhooks.events_missing', invalid: 'desk.webhooks.events_wrong' },
}

export const addWebhook = act('addWebhook', {
  fields: {
    url: {
      kind: 'line',
      label: 'desk.webhooks.url',
      hint: 'desk.webhooks.url_hint',
      maxLength: 1000,
      refused: { missing: 'desk.webhooks.url_missing' },
    },
    events,
    sec_subject_uid: {
      kind: 'line',
      label: 'desk.webhooks.organisation',
      hint: 'desk.webhooks.organisation_hint',
      maxLength: 64,
    },
    reason: reasonForLog,
  },
  at: { no_such_organisation: 'sec_subject_uid' },
  refused: { too_many: 'desk.webhooks.too_many' },
})

/** What is off is sent nothing. */
const whileOff = { not_possible: 'desk.webhooks.is_off' }

const button = { fields: { reason: reasonForLog } }

/** An act with a webhook, which leads to it. */
const withWebhook = <const Name extends OperatorCallName>(
  call: Name,
  notice: FlashName,
  more: Omit<Act<Name>, 'call' | 'fixed' | 'fields'> & Partial<Pick<Act<Name>, 'fields'>> = {},
): Act<Name> =>
  act(call, {
    ...button,
    fixed: ({ webhook = '' }) => ({ webhook_id: webhook }),
    done: (params) => ({ path: webhookPath(params), notice }),
    otherwise: (code, params) =>
      code === 'already' ? { path: webhookPath(params), notice: 'desk_was_so' } : undefined,
    ...more,
  })

const removed = { path: webhooksPath, notice: 'webhook_removed' } as const

/** What an operator does with a webhook, by the last part of the URL. */
export const webhookActs: ActsByPath = {
  change: withWebhook('changeWebhook', 'webhook_changed', { fields: { events, reason: reasonForLog } }),
  test: withWebhook('testWebhook', 'webhook_tested', { refused: whileOff }),
  rotate: act('rotateWebhook', {
    ...button,
    fixed: ({ webhook = '' }) => ({ webhook_id: webhook }),
    refused: { already: 'desk.webhooks.rotated_just_now' },
  }),
  retry: withWebhook('retryDeliveries', 'deliveries_retried', {
    done: (params, { has_more }) => ({
      path: deadPath(params),
      notice: has_more ? 'deliveries_retried_some' : 'deliveries_retried',
    }),
    refused: whileOff,
  }),
  disable: withWebhook('disableWebhook', 'webhook_disabled', { isDanger: true }),
  enable: withWebhook('enableWebhook', 'webhook_enabled'),
  remove: withWebhook('removeWebhook', 'webhook_removed', {
    done: () => removed,
    // The second of two clicks finds none.
    otherwise: (code) => (code === 'no_such_webhook' ? removed : undefined),
    isDanger: true,
  }),
}

/** The acts that make no sense with a webhook as it is. */
export const uselessFor = ({ disabled_at, dead }: { disabled_at: string | null; dead: number }): string[] => [
  ...(disabled_at === null ? ['enable'] : ['disable', 'test', 'retry']),
  ...(dead === 0 ? ['retry'] : []),
]

/** An act with one dead letter, which leads back to the others. */
const withDelivery = <const Name extends 'retryDelivery' | 'dropDelivery'>(
  call: Name,
  notice: FlashName,
  more: Pick<Act<Name>, 'isDanger' | 'otherwise' | 'refused'>,
): Act<Name> =>
  act(call, {
    ...button,
    fixed: ({ delivery = '' }) => ({ delivery_id: delivery }),
    done: (params) => ({ path: deadPath(params), notice }),
    ...more,
  })

/** What an operator does with a dead letter, by the last part of the URL. */
export const deliveryActs: ActsByPath = {
  retry: withDelivery('retryDelivery', 'delivery_retried', { refused: whileOff }),
  drop: withDelivery('dropDelivery', 'delivery_dropped', {
    isDanger: true,
    otherwise: (code, params) =>
      code === 'no_such_delivery' ? { path: deadPath(params), notice: 'delivery_dropped' } : undefined,
  }),
}

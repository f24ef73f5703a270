import { eventGroups, ofClients, ofOrganisations } from '#contract/operator/messages/event-groups'
import type { WebhookShown } from '#contract/operator/messages/webhooks-calls'
import type { OperatorCallName } from '#contract/operator/operator-calls'
import {
  type Act,
  type ActField,
  type ActsByPath,
  act,
  type DataOf,
  type Params,
  reasonForLog,
} from '~/features/desk/act'
import { webhookAtDesk } from '~/features/desk/desk-paths'
import type { FlashName } from '~/navigation/flash/flash-names'

export const webhooksPath = '/desk/webhooks'

/** The page of the webhook that a URL names. */
export const webhookPath = ({ webhook }: Params): string => webhookAtDesk(webhook)

/** The page of its dead letters. */
export const deadPath = (params: Params): string => `${webhookPath(params)}/dead`

/** The groups of events with a tick, each by the beginning of their names. */
const [ofLog, ofSignals] = [`${ofOrganisations}.*`, `${ofClients}.*`]
const everyGroup: Record<string, string> = Object.fromEntries(
  eventGroups.map((each) => [`${each}.*`, `desk.webhooks.group.${each}`]),
)

/** The events of a webhook: groups by ticks, and names. The account API gets them as one list. */
const eventFields: Readonly<Record<string, ActField>> = {
  groups: {
    kind: 'choices',
    label: 'desk.webhooks.events',
    options: everyGroup,
    refused: { missing: 'desk.webhooks.events_missing' },
  },
  events: {
    kind: 'lines',
    label: 'desk.webhooks.others',
    hint: 'desk.webhooks.others_hint',
    refused: { invalid: 'desk.webhooks.events_wrong' },
  },
}

type Typed = Record<string, unknown>

const eventsOf = ({ groups, events }: Typed): string[] => [...new Set([groups, events].flat().map(String))]

const eventShape = {
  shape: ({ groups, ...typed }: Typed) => ({ ...typed, events: eventsOf({ ...typed, groups }) }),
  // The error for a webhook without events is at the ticks.
  fieldOf: { events: 'groups' },
}

/** The only group that makes sense for a webhook of an organisation or a client. */
const onlyGroup = ({ client_key, sec_subject_uid }: Pick<WebhookShown, 'client_key' | 'sec_subject_uid'>) =>
  client_key !== null ? ofSignals : sec_subject_uid !== null ? ofLog : undefined

/** The current events of a webhook in the form's fields, and the groups that make sense for it. */
export const eventDefaults = ({ events, ...of }: Pick<WebhookShown, 'events' | 'client_key' | 'sec_subject_uid'>) => {
  const only = onlyGroup(of)
  const fitting = Object.entries(everyGroup).filter(([group]) =>
    only === undefined ? group !== ofLog && group !== ofSignals : group === only,
  )
  return {
    defaults: {
      groups: events.filter((each) => each in everyGroup),
      events: events.filter((each) => !(each in everyGroup)).join('\n'),
    },
    groups: Object.fromEntries(fitting),
  }
}

/** An organisation's webhook gets only its log, and other webhooks get no log. */
const checkWhose = ({ sec_subject_uid, ...typed }: Typed): Record<string, string> => {
  const isOfLog = eventsOf(typed).map((each) => each.startsWith(`${ofOrganisations}.`))
  if (sec_subject_uid === undefined)
    return isOfLog.includes(true) ? { sec_subject_uid: 'desk.webhooks.organisation_missing' } : {}
  return isOfLog.includes(false) ? { groups: 'desk.webhooks.log_alone' } : {}
}

/** Signals are set at the client. */
const { [ofSignals]: _, ...groupsToAdd } = everyGroup

export const addWebhook = act('addWebhook', {
  fields: {
    url: {
      kind: 'line',
      label: 'desk.webhooks.url',
      hint: 'desk.webhooks.url_hint',
      maxLength: 1000,
      refused: { missing: 'desk.webhooks.url_missing' },
    },
    ...eventFields,
    groups: { ...eventFields.groups, kind: 'choices', options: groupsToAdd },
    sec_subject_uid: {
      kind: 'line',
      label: 'desk.webhooks.organisation',
      hint: 'desk.webhooks.organisation_hint',
      maxLength: 64,
    },
    reason: reasonForLog,
  },
  ...eventShape,
  check: checkWhose,
  at: { no_such_organisation: 'sec_subject_uid' },
  refused: { too_many: 'desk.webhooks.too_many' },
})

/** A webhook that is off gets nothing. */
const whileOff = { not_possible: 'desk.webhooks.is_off' }

const button = { fields: { reason: reasonForLog } }

/** An act on a webhook, which redirects to it. */
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

/** An operator's acts on a webhook, by the last part of the URL. */
export const webhookActs: ActsByPath = {
  change: withWebhook('changeWebhook', 'webhook_changed', {
    ...eventShape,
    fields: { ...eventFields, reason: reasonForLog },
  }),
  test: withWebhook('testWebhook', 'webhook_tested', { refused: whileOff }),
  rotate: act('rotateWebhook', {
    ...button,
    fixed: ({ webhook = '' }) => ({ webhook_id: webhook }),
    refused: { already: 'desk.webhooks.rotated_just_now', not_possible: 'desk.webhooks.of_client_token' },
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
    // The second of two clicks finds it gone.
    otherwise: (code) => (code === 'no_such_webhook' ? removed : undefined),
    isDanger: true,
  }),
}

/** The acts that make no sense in the webhook's current state. */
export const uselessFor = ({
  client_key,
  disabled_at,
  dead,
}: Pick<DataOf<'showWebhook'>, 'client_key' | 'disabled_at' | 'dead'>): string[] => [
  ...(client_key === null ? [] : ['rotate']),
  ...(disabled_at === null ? ['enable'] : ['disable', 'test', 'retry']),
  ...(dead === 0 ? ['retry'] : []),
]

/** An act on one dead letter, which redirects to the others. */
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

/** An operator's acts on a dead letter, by the last part of the URL. */
export const deliveryActs: ActsByPath = {
  retry: withDelivery('retryDelivery', 'delivery_retried', { refused: whileOff }),
  drop: withDelivery('dropDelivery', 'delivery_dropped', {
    isDanger: true,
    otherwise: (code, params) =>
      code === 'no_such_delivery' ? { path: deadPath(params), notice: 'delivery_dropped' } : undefined,
  }),
}

import {
  client,
  delivery,
  deskAnswers,
  key,
  listedWebhook,
  message,
  operator,
  site,
  webApp,
  webhook,
} from '#tests/app/desk/samples'
import { longName } from '#tests/e2e/pages/states/samples'
import type { Reach, States } from '#tests/e2e/pages/states/state'
import { type OperatorAnswers, ok, openedAtDesk } from './at-desk'

const applications = '/desk/applications'
const ended = '2026-11-25T08:00:00.000Z'

/** A page of the desk, opened by an operator who may do everything, unless the state says otherwise. */
const at = (path: string, answers: OperatorAnswers = {}, scopes: 'all' | 'read' = 'all'): Reach =>
  openedAtDesk(path, { ...deskAnswers, ...answers }, { scopes: [scopes] })

const { owner: _, ...listed } = client
const worst = {
  ...listed,
  name: longName,
  redirect_uris: Array.from({ length: 20 }, (__, nth) => `https://${longName}.example/back/${nth}`),
  post_logout_uris: ['https://orchard.example/'],
  logout_url: `https://${longName}.example/told`,
  is_verified: false,
  claims: { id_token: ['email', 'groups'], groups_prefix: 'orchard/', mappers: [{ claim: 'tier', value: 'gold' }] },
  previous_secret_until: '2099-12-01T04:00:00.000Z',
  disabled_at: ended,
  is_disabled_by_owner: true,
}

export const deskListStates: States = {
  '/desk/messages': { 'desk, messages that wait': at('/desk/messages') },
  '/desk/messages/sms': {
    'desk, failed messages': at('/desk/messages/sms', {
      listFailedMessages: ok({
        messages: [message, { ...message, id: 'm2', given_up_at: ended, to: null, answer: longName.repeat(3) }],
        has_more: true,
      }),
    }),
    'desk, failed messages, read alone': at('/desk/messages/sms', {}, 'read'),
    'desk, failed messages, none': at('/desk/messages/sms', {
      listFailedMessages: ok({ messages: [], has_more: false }),
    }),
  },
  '/desk/messages/sms/m9/drop': { 'desk, a message that has not failed': at('/desk/messages/sms/m9/drop') },
  '/desk/announcements': {
    'desk, announcements': at('/desk/announcements'),
    'desk, announcements, none': at('/desk/announcements', { listAnnouncements: ok({ announcements: [] }) }),
  },
  '/desk/webhooks': {
    'desk, webhooks': at('/desk/webhooks', {
      listWebhooks: ok({
        webhooks: [
          {
            ...{ ...listedWebhook, host: `${longName}.example`, sec_subject_uid: 'e'.repeat(22) },
            answer: longName.repeat(3),
          },
          { ...listedWebhook, webhook_id: 'w2', failing_since: null, answer: null, answered_at: ended },
          { ...listedWebhook, webhook_id: 'w3', failing_since: null, answer: null },
          ...(['operator', 'failing', 'gone', 'restored'] as const).map((because) => ({
            ...{ ...listedWebhook, webhook_id: because, disabled_at: ended, disabled_because: because },
          })),
        ],
        has_more: true,
      }),
    }),
    'desk, webhooks, read alone': at('/desk/webhooks', {}, 'read'),
    'desk, webhooks, none': at('/desk/webhooks', { listWebhooks: ok({ webhooks: [], has_more: false }) }),
  },
  '/desk/webhooks/w1': {
    'desk, a webhook': at('/desk/webhooks/w1'),
    'desk, a webhook that is off': at('/desk/webhooks/w1', {
      showWebhook: ok({
        ...webhook,
        ...{ url: `https://${longName}.example/${longName}`, waiting: 0, dead: 0, both_secrets_until: null },
        ...{ disabled_at: ended, disabled_because: 'operator' },
      }),
    }),
  },
  '/desk/webhooks/w1/dead': {
    'desk, dead letters': at('/desk/webhooks/w1/dead', {
      listDeadDeliveries: ok({
        deliveries: [delivery, { ...delivery, delivery_id: 'd2', event_id: null, type: null, answer: longName }],
        has_more: true,
      }),
    }),
    'desk, dead letters, read alone': at('/desk/webhooks/w1/dead', {}, 'read'),
    'desk, dead letters, none': at('/desk/webhooks/w1/dead', {
      listDeadDeliveries: ok({ deliveries: [], has_more: false }),
    }),
  },
  '/desk/webhooks/w1/dead/d9/drop': { 'desk, a dead letter that is gone': at('/desk/webhooks/w1/dead/d9/drop') },
  '/desk/keys': {
    'desk, keys': at('/desk/keys', {
      listKeys: ok({
        keys: [
          { ...key, name: longName, scopes: ['read', 'support', 'clients', 'organisations'], last_used_at: ended },
          { ...key, key_id: 'k2', revoked_at: ended },
          { ...key, key_id: 'k3', expires_at: ended },
        ],
      }),
    }),
    'desk, keys, none': at('/desk/keys', { listKeys: ok({ keys: [] }) }),
  },
  '/desk/operators': {
    'desk, operators': at('/desk/operators', {
      listOperators: ok({
        operators: [operator, { ...operator, user_id: 'u3', holder: longName, username: longName }],
      }),
    }),
    'desk, operators, none': at('/desk/operators', { listOperators: ok({ operators: [] }) }),
  },
  [applications]: { 'desk, kinds of applications': at(applications) },
  [`${applications}/services`]: {
    'desk, websites by CAS': at(`${applications}/services`),
    'desk, websites by CAS, none': at(`${applications}/services`, { listServices: ok({ services: [] }) }),
  },
  [`${applications}/sites`]: {
    'desk, websites behind a proxy': at(`${applications}/sites`, {
      listSites: ok({ sites: [site, { ...site, id: 'open', name: longName, people: [], facts: [] }] }),
    }),
  },
  [`${applications}/web-apps`]: {
    'desk, web apps': at(`${applications}/web-apps`, {
      listApplications: ok({ applications: [webApp, { ...webApp, aid: 'plum', name: longName, is_enabled: false }] }),
    }),
  },
  [`${applications}/clients`]: {
    'desk, applications': at(`${applications}/clients`, { listClients: ok({ clients: [listed, worst] }) }),
    'desk, applications, none': at(`${applications}/clients`, { listClients: ok({ clients: [] }) }),
    'desk, applications of an organisation': at(`${applications}/clients?organisation=${'e'.repeat(22)}`),
  },
  [`${applications}/clients/orchard`]: {
    'desk, an application': at(`${applications}/clients/orchard`),
    'desk, a disabled application of an organisation': at(`${applications}/clients/orchard`, {
      showClient: ok({ ...worst, owner: { name: longName, is_frozen: true } }),
    }),
  },
  [`${applications}/clients/orchard/change`]: {
    'desk, change an application of an organisation': at(`${applications}/clients/orchard/change`, {
      showClient: ok({ ...worst, owner: { name: longName, is_frozen: false } }),
    }),
  },
}

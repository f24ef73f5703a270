import type { ClientShown } from '#contract/operator/clients-calls'
import type { OperatorCallName, OperatorCalls } from '#contract/operator/operator-calls'
import type { Outcome } from '#contract/server'
import type { DataOf } from '~/features/desk/act'
import { personShown, userId } from './person'

const at = '2026-11-26T08:00:00.000Z'
const later = '2099-12-01T04:00:00.000Z'

export const message: DataOf<'listFailedMessages'>['messages'][number] = {
  id: 'm1',
  channel: 'sms',
  purpose: 'code',
  written_at: at,
  attempts: 3,
  next_attempt_at: at,
  given_up_at: null,
  answer: '503 the gateway is closed',
  to: '+86 138****0000',
}

export const announcement: DataOf<'listAnnouncements'>['announcements'][number] = {
  id: 'a1',
  texts: { en: 'We move to new machines on Sunday.', 'zh-Hans': '周日更换服务器。' },
  starts_at: at,
  ends_at: later,
}

export const key: DataOf<'listKeys'>['keys'][number] = {
  key_id: 'k1',
  name: 'support desk',
  holder: 'Ann',
  scopes: ['read', 'support'],
  created_at: at,
  expires_at: later,
  revoked_at: null,
  last_used_at: null,
  made_by: null,
  made_by_operator: null,
}

export const operator: DataOf<'listOperators'>['operators'][number] = {
  user_id: 'u1',
  username: 'mei',
  holder: 'Mei Lin',
  scopes: ['support', 'clients'],
  added_at: at,
  added_by: 'u0',
}

export const service: DataOf<'listServices'>['services'][number] = {
  id: 'shop',
  name: 'Orchard Shop',
  url: 'https://shop.example/cas',
  attributes: ['username', 'email'],
  logout_url: 'https://shop.example/cas',
  may_gateway: true,
}

export const site: DataOf<'listSites'>['sites'][number] = {
  id: 'wiki',
  name: 'Orchard wiki',
  origin: 'https://wiki.example.com',
  people: ['e'.repeat(22), `${'e'.repeat(22)}/manager`],
  facts: ['name', 'email'],
}

export const webApp: DataOf<'listApplications'>['applications'][number] = {
  aid: 'pear',
  name: 'Pear',
  url: 'https://accounts.pear.example',
  key_version: 2,
  is_enabled: true,
}

export const client: ClientShown = {
  client_key: 'orchard',
  name: 'Orchard',
  owner: null,
  redirect_uris: ['https://orchard.example/back', 'https://orchard.example/other'],
  post_logout_uris: [],
  app_schemes: [],
  logout_url: null,
  scopes: ['openid', 'profile'],
  is_verified: true,
  is_first_party: false,
  requires_pkce: true,
  requires_par: false,
  requires_jar: false,
  requires_dpop: false,
  profile: null,
  keys: null,
  uses_keys: false,
  machine_scopes: {},
  person_scopes: {},
  exchange_scopes: {},
  machine_used_at: null,
  has_device_grant: false,
  id_token_alg: 'RS256',
  claims: null,
  is_public: false,
  previous_secret_until: null,
  disabled_at: null,
  is_disabled_by_owner: false,
  signals: { webhook_id: 'w2', host: 'orchard.example' },
}

/** As the list has it, without its address. */
export const listedWebhook: DataOf<'listWebhooks'>['webhooks'][number] = {
  webhook_id: 'w1',
  sec_subject_uid: null,
  client_key: null,
  host: 'audit.example.com',
  events: ['operator.*', 'account.accountLoginV2'],
  created_at: at,
  disabled_at: null,
  disabled_because: null,
  failing_since: at,
  answer: 'it answered 500',
  answered_at: null,
}

export const webhook: DataOf<'showWebhook'> = {
  ...listedWebhook,
  url: 'https://audit.example.com/events?of=orchard',
  waiting: 12,
  dead: 1000,
  both_secrets_until: later,
}

export const delivery: DataOf<'listDeadDeliveries'>['deliveries'][number] = {
  delivery_id: 'd1',
  event_id: 'e1',
  type: 'operator.freezeUser',
  written_at: at,
  attempts: 9,
  answer: 'it answered 500',
}

const { owner: _, ...listed } = client

/** An organisation as an operator sees one. */
export const organisationShown = (otherwise: Partial<DataOf<'showOrganisation'>> = {}): DataOf<'showOrganisation'> => ({
  name: 'Orchard',
  created_at: at,
  manager: { name: 'Bo', user_id: userId },
  frozen_by: null,
  erased_on: null,
  allowance: null,
  ...otherwise,
})

/** A username that waits for review. */
export const waitingName = { user_id: userId, username: 'official_desk', current: 'mei_hua', asked_at: at }

/** What the desk reads for its pages of messages, announcements, webhooks, keys, operators, applications, websites, people and organisations. */
export const deskAnswers: { [Name in OperatorCallName]?: Outcome<OperatorCalls[Name]> } = {
  countMessages: {
    ok: true,
    data: {
      channels: [
        { channel: 'sms', waiting: 2, has_more: false, older_than: [{ minutes: 10, count: 1 }], oldest_at: at },
        { channel: 'email', waiting: 10_000, has_more: true, older_than: [{ minutes: 60, count: 7 }], oldest_at: at },
        { channel: 'workplace', waiting: 0, has_more: false, older_than: [], oldest_at: null },
      ],
    },
  },
  listFailedMessages: { ok: true, data: { messages: [message], has_more: true } },
  listAnnouncements: { ok: true, data: { announcements: [announcement] } },
  listWebhooks: { ok: true, data: { webhooks: [listedWebhook], has_more: true } },
  showWebhook: { ok: true, data: webhook },
  listDeadDeliveries: { ok: true, data: { deliveries: [delivery], has_more: true } },
  listKeys: { ok: true, data: { keys: [key] } },
  listOperators: { ok: true, data: { operators: [operator] } },
  listServices: { ok: true, data: { services: [service] } },
  listSites: { ok: true, data: { sites: [site] } },
  listApplications: { ok: true, data: { applications: [webApp] } },
  listClients: { ok: true, data: { clients: [listed] } },
  showClient: { ok: true, data: client },
  showUser: { ok: true, data: personShown() },
  listAwaitingRecoveries: { ok: true, data: { recoveries: [], has_more: false } },
  showOrganisation: { ok: true, data: organisationShown() },
  listNames: { ok: true, data: { names: [waitingName], has_more: false } },
}

import type { OperatorScope } from '#contract/operator/operator-call'
import type { OperatorCallName } from '#contract/operator/operator-calls'
import type { Fields } from '#tests/app/browser/browser'
import type { Case } from './case'
import { webhookCases } from './webhooks/webhook-cases'

/** An act of the desk: the page of its form, what is typed, what is sent, and where it leads. */
interface ActCase {
  url: string
  call: OperatorCallName
  fields: Fields
  /** The input of the call. */
  input: object
  /** What the call answers. */
  data: object
  /** Null: the answer is shown once. */
  to: string | null
  wrongScope: OperatorScope
}

const [messages, keys, operators] = ['/desk/messages/sms', '/desk/keys', '/desk/operators']
const [announcements, applications] = ['/desk/announcements', '/desk/applications']
const [clients, one] = [`${applications}/clients`, `${applications}/clients/orchard`]
const reason = 'case 4711'

const cases: Case[] = [
  [`${messages}/retry`, 'retryMessages', { reason }, { channel: 'sms', reason }, `${messages}?notice=messages_retried`],
  [`${messages}/m1/retry`, 'retryMessage', { reason }, { id: 'm1', reason }, `${messages}?notice=message_retried`],
  [`${messages}/m1/drop`, 'dropMessage', { reason }, { id: 'm1', reason }, `${messages}?notice=message_dropped`],
  [
    `${announcements}/new`,
    'addAnnouncement',
    { starts_at: '2026-\u206012-01 02:00', ends_at: '2026-12-01T12:00+08:00', text_en: ' We move ', text_zh: '搬迁' },
    { starts_at: '2026-12-01T02:00Z', ends_at: '2026-12-01T12:00+08:00', texts: { en: 'We move', 'zh-Hans': '搬迁' } },
    `${announcements}?notice=announcement_added`,
  ],
  [`${announcements}/a1/end`, 'endAnnouncement', {}, { id: 'a1' }, `${announcements}?notice=announcement_ended`],
  [
    `${keys}/new`,
    'makeKey',
    [
      ['name', 'pipeline'],
      ['holder', 'deploy program'],
      ['scopes', 'read'],
      ['scopes', 'clients'],
      ['days', '30'],
    ],
    { name: 'pipeline', holder: 'deploy program', scopes: ['read', 'clients'], days: 30 },
    null,
  ],
  ...webhookCases,
  [`${keys}/k1/revoke`, 'revokeKey', {}, { key_id: 'k1' }, `${keys}?notice=operator_key_revoked`],
  [
    `${operators}/new`,
    'addOperator',
    { user_id: 'u2', scopes: 'support', reason },
    { user_id: 'u2', scopes: ['support'], reason },
    `${operators}?notice=operator_added`,
  ],
  [
    `${operators}/u1/remove`,
    'removeOperator',
    { reason },
    { user_id: 'u1', reason },
    `${operators}?notice=operator_removed`,
  ],
  [
    `${applications}/services/new`,
    'addService',
    { id: 'shop', name: 'Shop', url: 'https://shop.example/cas' },
    { id: 'shop', name: 'Shop', url: 'https://shop.example/cas' },
    `${applications}/services?notice=website_added`,
  ],
  [
    `${applications}/services/shop/change`,
    'changeService',
    { attributes: 'email', logout_url: '', reason },
    { id: 'shop', attributes: ['email'], logout_url: null, may_gateway: false, reason },
    `${applications}/services?notice=website_saved`,
  ],
  [
    `${applications}/services/shop/remove`,
    'removeService',
    {},
    { id: 'shop' },
    `${applications}/services?notice=website_removed`,
  ],
  [
    `${applications}/sites/new`,
    'addSite',
    { id: 'wiki', name: 'Wiki', origin: 'https://wiki.example.com', everyone: '1' },
    { id: 'wiki', name: 'Wiki', origin: 'https://wiki.example.com', people: [] },
    `${applications}/sites?notice=website_added`,
  ],
  [
    `${applications}/sites/wiki/change`,
    'changeSite',
    { groups: ' one \r\n\r\none/clerk\r\n' },
    { id: 'wiki', people: ['one', 'one/clerk'], facts: [] },
    `${applications}/sites?notice=website_saved`,
  ],
  [
    `${applications}/sites/wiki/remove`,
    'removeSite',
    {},
    { id: 'wiki' },
    `${applications}/sites?notice=website_removed`,
  ],
  [
    `${applications}/web-apps/new`,
    'addApplication',
    { aid: 'pear', name: 'Pear', url: 'https://accounts.pear.example' },
    { aid: 'pear', name: 'Pear', url: 'https://accounts.pear.example' },
    null,
  ],
  [
    `${applications}/web-apps/pear/change`,
    'changeApplication',
    { name: 'Pears', url: 'https://accounts.pear.example' },
    { aid: 'pear', name: 'Pears', url: 'https://accounts.pear.example' },
    `${applications}/web-apps?notice=website_saved`,
  ],
  [`${applications}/web-apps/pear/key`, 'showApplicationKey', { reason }, { aid: 'pear', reason }, null],
  [`${applications}/web-apps/pear/new-key`, 'renewApplicationKey', {}, { aid: 'pear' }, null],
  [
    `${applications}/web-apps/pear/disable`,
    'disableApplication',
    {},
    { aid: 'pear' },
    `${applications}/web-apps?notice=website_saved`,
  ],
  [
    `${applications}/web-apps/pear/enable`,
    'enableApplication',
    {},
    { aid: 'pear' },
    `${applications}/web-apps?notice=website_saved`,
  ],
  [
    `${clients}/new`,
    'addClient',
    { client_key: 'orchard', name: 'Orchard', redirect_uris: 'https://orchard.example/back' },
    {
      client_key: 'orchard',
      name: 'Orchard',
      redirect_uris: ['https://orchard.example/back'],
      app_schemes: [],
      is_public: false,
    },
    null,
  ],
  [
    `${one}/change`,
    'changeClient',
    {
      ...{ redirect_uris: 'orchard:/back', app_schemes: 'orchard', scopes: 'openid' },
      ...{ id_token_alg: 'ES256', is_first_party: '1' },
    },
    {
      ...{
        client_key: 'orchard',
        redirect_uris: ['orchard:/back'],
        post_logout_uris: [],
        app_schemes: ['orchard'],
        logout_url: null,
      },
      ...{
        scopes: ['openid'],
        is_first_party: true,
        requires_pkce: false,
        requires_par: false,
        has_device_grant: false,
      },
      id_token_alg: 'ES256',
    },
    `${one}?notice=client_saved`,
  ],
  [
    `${one}/name`,
    'nameClient',
    { name: 'Orchards' },
    { client_key: 'orchard', name: 'Orchards' },
    `${one}?notice=client_saved`,
  ],
  [
    `${one}/verify`,
    'verifyClient',
    { is_verified: '1' },
    { client_key: 'orchard', is_verified: true },
    `${one}?notice=client_saved`,
  ],
  [
    `${one}/claims`,
    'setClientClaims',
    { rules: '{ "id_token": ["email"] }' },
    { client_key: 'orchard', rules: { id_token: ['email'] } },
    `${one}?notice=client_saved`,
  ],
  [
    `${one}/explain`,
    'explainClient',
    { request: 'https://id.example/?x=1' },
    { client_key: 'orchard', request: 'https://id.example/?x=1' },
    null,
  ],
  [
    `${one}/explain-claims`,
    'explainClientClaims',
    { user: 'ann@example.com' },
    { client_key: 'orchard', user: 'ann@example.com' },
    null,
  ],
  [`${one}/secret`, 'rotateSecretOfClient', { reason }, { client_key: 'orchard', reason }, null],
  [`${one}/remove-picture`, 'removeClientPicture', {}, { client_key: 'orchard' }, `${one}?notice=client_icon_removed`],
  [`${one}/disable`, 'disableClientByOperator', {}, { client_key: 'orchard' }, `${one}?notice=client_disabled`],
  [`${one}/enable`, 'enableClientByOperator', {}, { client_key: 'orchard' }, `${one}?notice=client_enabled`],
  [`${one}/remove`, 'removeClientByOperator', {}, { client_key: 'orchard' }, `${clients}?notice=client_removed`],
  [`${applications}/signing-keys`, 'rotateSigningKeys', {}, {}, null],
]

const [later, secret] = ['2099-12-01T04:00:00.000Z', 's3cret_'.repeat(6)]

/** What calls answer next to nothing. */
const data: { [Name in OperatorCallName]?: object } = {
  retryMessages: { count: 3, has_more: false },
  retryMessage: { is_due_now: true },
  addAnnouncement: { id: 'a2', starts_at: later, ends_at: later },
  addWebhook: { webhook_id: 'w2', secret },
  rotateWebhook: { secret, both_until: later },
  testWebhook: { delivery_id: 'd2' },
  retryDeliveries: { count: 2, has_more: false },
  makeKey: { key: secret, key_id: 'k2', expires_at: later },
  addApplication: { key: secret },
  showApplicationKey: { key: secret },
  renewApplicationKey: { key: secret },
  addClient: { secret },
  nameClient: { name: 'Orchards' },
  rotateSecretOfClient: { secret, previous_until: later },
  rotateSigningKeys: { signs_from: later },
  explainClient: {
    may: ['It can make requests.'],
    can_ask: true,
    request: { faults: [{ about: 'scope', because: 'it is no scope', to_do: 'Take it out' }], notes: ['It has PKCE.'] },
  },
  explainClientClaims: {
    ...{ user_id: 'u1', username: 'ann', can_sign_in: true, client_key: 'orchard', is_disabled: false },
    ...{ has_agreed: true, scopes: ['openid'], id_token: { sub: 'u1' }, userinfo: { email: 'ann@example.com' } },
  },
}

/** The secret that the calls answer which make one. */
export const shownSecret = secret

/** The calls whose answer has a secret. */
export const secretCalls: OperatorCallName[] = [
  ...(['makeKey', 'addApplication', 'showApplicationKey', 'renewApplicationKey'] as const),
  ...(['addClient', 'rotateSecretOfClient', 'addWebhook', 'rotateWebhook'] as const),
]

/** Every act of the desk with messages, announcements, webhooks, keys, operators, applications and websites. */
export const actCases: ActCase[] = cases.map(([url, call, fields, input, to]) => ({
  ...{ url, call, fields, input, to },
  data: data[call] ?? {},
  wrongScope: url.startsWith('/desk/applications') ? 'support' : 'organisations',
}))

import type { OperatorCallName } from '#contract/operator/operator-calls'
import type { OperatorScope } from '#contract/operator/operator-power'
import type { Fields } from '#tests/app/browser/browser'
import { userId } from './person'

/** An act: its page, its call, what is typed, the input of the call, and where it leads. Null: the answer is shown once. */
type Case = [url: string, call: OperatorCallName, fields: Fields, input: object, to: string | null]

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
  /** A scope that is enough for it, and one that is not. */
  scope: OperatorScope
  wrongScope: OperatorScope
}

const applications = '/desk/applications'
const reason = 'case 4711'

/** The acts of pages below one. */
const below = (place: string, rows: Case[]): Case[] =>
  rows.map(([page, call, fields, input, to]) => [place + page, call, fields, input, to === null ? null : place + to])

const key: [string, string][] = [
  ...Object.entries({ name: 'pipeline', holder: 'deploy program', days: '30' }),
  ['scopes', 'read'],
  ['scopes', 'clients'],
]
const shop = { id: 'shop', name: 'Shop', url: 'https://shop.example/cas' }
const wiki = { id: 'wiki', name: 'Wiki', origin: 'https://wiki.example.com' }
const pear = { aid: 'pear', name: 'Pear', url: 'https://accounts.pear.example' }
const [pears, aid] = [{ name: 'Pears', url: pear.url }, { aid: 'pear' }]
const orchard = { client_key: 'orchard', name: 'Orchard' }
const back = 'https://orchard.example/back'
const [ofOne, saved] = [{ client_key: 'orchard' }, '?notice=client_saved']
const [request, user] = ['https://id.example/?x=1', 'ann@example.com']

const list = '/desk/webhooks'
const one = `${list}/w1`
const dead = `${one}/dead`
const [ofWebhook, url] = [{ webhook_id: 'w1' }, 'https://audit.example.com/events']

const cases: Case[] = [
  ...below('/desk/messages/sms', [
    ['/retry', 'retryMessages', { reason }, { channel: 'sms', reason }, '?notice=messages_retried'],
    ['/m1/retry', 'retryMessage', { reason }, { id: 'm1', reason }, '?notice=message_retried'],
    ['/m1/drop', 'dropMessage', { reason }, { id: 'm1', reason }, '?notice=message_dropped'],
  ]),
  ...below('/desk/announcements', [
    [
      '/new',
      'addAnnouncement',
      { starts_at: '2026-\u206012-01 02:00', ends_at: '2026-12-01T12:00+08:00', text_en: ' We move ', text_zh: '搬迁' },
      {
        starts_at: '2026-12-01T02:00Z',
        ends_at: '2026-12-01T12:00+08:00',
        texts: { en: 'We move', 'zh-Hans': '搬迁' },
      },
      '?notice=announcement_added',
    ],
    ['/a1/end', 'endAnnouncement', {}, { id: 'a1' }, '?notice=announcement_ended'],
  ]),
  [
    `${list}/new`,
    'addWebhook',
    [
      ['url', url],
      ['groups', 'operator.*'],
      ['groups', 'system.*'],
      ['events', ' account.accountLoginV2 \r\n\r\n*\r\n'],
      ['reason', reason],
    ],
    { url, events: ['operator.*', 'system.*', 'account.accountLoginV2', '*'], reason },
    null,
  ],
  [
    `${one}/change`,
    'changeWebhook',
    { events: 'account.accountLoginV2', reason },
    { ...ofWebhook, events: ['account.accountLoginV2'], reason },
    `${one}?notice=webhook_changed`,
  ],
  [`${one}/rotate`, 'rotateWebhook', { reason }, { ...ofWebhook, reason }, null],
  [`${one}/test`, 'testWebhook', {}, ofWebhook, `${one}?notice=webhook_tested`],
  [`${one}/disable`, 'disableWebhook', { reason }, { ...ofWebhook, reason }, `${one}?notice=webhook_disabled`],
  [`${one}/enable`, 'enableWebhook', {}, ofWebhook, `${one}?notice=webhook_enabled`],
  [`${one}/remove`, 'removeWebhook', { reason }, { ...ofWebhook, reason }, `${list}?notice=webhook_removed`],
  [`${one}/retry`, 'retryDeliveries', {}, ofWebhook, `${dead}?notice=deliveries_retried`],
  [`${dead}/d1/retry`, 'retryDelivery', {}, { delivery_id: 'd1' }, `${dead}?notice=delivery_retried`],
  [`${dead}/d1/drop`, 'dropDelivery', { reason }, { delivery_id: 'd1', reason }, `${dead}?notice=delivery_dropped`],
  ...below('/desk/keys', [
    ['/new', 'makeKey', key, { ...Object.fromEntries(key), scopes: ['read', 'clients'], days: 30 }, null],
    ['/k1/revoke', 'revokeKey', {}, { key_id: 'k1' }, '?notice=operator_key_revoked'],
  ]),
  ...below('/desk/operators', [
    [
      '/new',
      'addOperator',
      { user_id: 'u2', scopes: 'support', reason },
      { user_id: 'u2', scopes: ['support'], reason },
      '?notice=operator_added',
    ],
    ['/u1/remove', 'removeOperator', { reason }, { user_id: 'u1', reason }, '?notice=operator_removed'],
  ]),
  ...below(`${applications}/services`, [
    ['/new', 'addService', shop, shop, '?notice=website_added'],
    [
      '/shop/change',
      'changeService',
      { attributes: 'email', logout_url: '', reason },
      { id: 'shop', attributes: ['email'], logout_url: null, may_gateway: false, reason },
      '?notice=website_saved',
    ],
    ['/shop/remove', 'removeService', {}, { id: 'shop' }, '?notice=website_removed'],
  ]),
  ...below(`${applications}/sites`, [
    ['/new', 'addSite', { ...wiki, everyone: '1' }, { ...wiki, people: [] }, '?notice=website_added'],
    [
      '/wiki/change',
      'changeSite',
      { groups: ' one \r\n\r\none/clerk\r\n' },
      { id: 'wiki', people: ['one', 'one/clerk'], facts: [] },
      '?notice=website_saved',
    ],
    ['/wiki/remove', 'removeSite', {}, { id: 'wiki' }, '?notice=website_removed'],
  ]),
  ...below(`${applications}/web-apps`, [
    ['/new', 'addApplication', pear, pear, null],
    ['/pear/change', 'changeApplication', pears, { ...aid, ...pears }, '?notice=website_saved'],
    ['/pear/key', 'showApplicationKey', { reason }, { ...aid, reason }, null],
    ['/pear/new-key', 'renewApplicationKey', {}, aid, null],
    ['/pear/disable', 'disableApplication', {}, aid, '?notice=website_saved'],
    ['/pear/enable', 'enableApplication', {}, aid, '?notice=website_saved'],
  ]),
  ...below(`${applications}/clients`, [
    [
      '/new',
      'addClient',
      { ...orchard, redirect_uris: back },
      { ...orchard, redirect_uris: [back], app_schemes: [], is_public: false },
      null,
    ],
    ['/orchard/remove', 'removeClientByOperator', {}, ofOne, '?notice=client_removed'],
  ]),
  ...below(`${applications}/clients/orchard`, [
    [
      '/change',
      'changeClient',
      {
        ...{ redirect_uris: 'orchard:/back', app_schemes: 'orchard', scopes: 'openid' },
        ...{ id_token_alg: 'ES256', is_first_party: '1' },
      },
      {
        ...{
          ...ofOne,
          redirect_uris: ['orchard:/back'],
          post_logout_uris: [],
          app_schemes: ['orchard'],
          logout_url: null,
        },
        ...{ scopes: ['openid'], is_first_party: true, requires_pkce: false, requires_par: false },
        ...{ has_device_grant: false, id_token_alg: 'ES256' },
      },
      saved,
    ],
    ['/name', 'nameClient', { name: 'Orchards' }, { ...ofOne, name: 'Orchards' }, saved],
    [
      '/signals',
      'setClientSignals',
      { url: 'https://orchard.example/signals', bearer: 'let-me-in' },
      { ...ofOne, url: 'https://orchard.example/signals', bearer: 'let-me-in' },
      saved,
    ],
    ['/verify', 'verifyClient', { is_verified: '1' }, { ...ofOne, is_verified: true }, saved],
    [
      '/claims',
      'setClientClaims',
      { rules: '{ "id_token": ["email"] }' },
      { ...ofOne, rules: { id_token: ['email'] } },
      saved,
    ],
    ['/explain', 'explainClient', { request }, { ...ofOne, request }, null],
    ['/explain-claims', 'explainClientClaims', { user }, { ...ofOne, user }, null],
    ['/secret', 'rotateSecretOfClient', { reason }, { ...ofOne, reason }, null],
    ['/remove-picture', 'removeClientPicture', {}, ofOne, '?notice=client_icon_removed'],
    ['/disable', 'disableClientByOperator', {}, ofOne, '?notice=client_disabled'],
    ['/enable', 'enableClientByOperator', {}, ofOne, '?notice=client_enabled'],
  ]),
  [`${applications}/signing-keys`, 'rotateSigningKeys', {}, {}, null],
]

type HelpingAct = [path: string, call: OperatorCallName, notice: string, fields?: object, otherwise?: object]

/** The acts that help one person or organisation. Their calls get the fields, whom they help, and what differs. */
const helpingOne = (place: string, whom: object, acts: HelpingAct[], back = place): Case[] =>
  acts.map(([path, call, notice, fields = { reason }, otherwise = {}]) => {
    const input = { ...fields, ...whom, ...otherwise }
    return [`${place}/${path}`, call, fields as Fields, input, `${back}?notice=desk_${notice}`]
  })

const [ofUser, organisation] = [{ user_id: userId }, 's'.repeat(22)]
const sent = { to: 'new@example.com', reason }

const helping: Case[] = [
  ...helpingOne(`/desk/people/${userId}`, ofUser, [
    ['name', 'nameUser', 'person_named', { name: 'Mei Official', reason }],
    ['freeze', 'freezeUser', 'person_frozen'],
    ['unfreeze', 'unfreezeUser', 'person_unfrozen'],
    ['end-sessions', 'endSessionsOfUser', 'person_signed_out'],
    ['restore', 'restoreUser', 'person_restored'],
    ['recover', 'recoverUser', 'recovery_asked', sent, { with_second: false }],
    ['stop-recovery', 'stopRecovery', 'recovery_stopped'],
  ]),
  ...helpingOne(`/desk/people/${userId}`, { whose: userId }, [
    ['release-limits', 'releaseLimits', 'limits_released', { what: 'codes', reason }],
  ]),
  ...helpingOne(`/desk/organisations/${organisation}`, { sec_subject_uid: organisation }, [
    ['name', 'nameOrganisation', 'organisation_named', { name: 'Bank of Orchards', reason }],
    ['freeze', 'freezeOrganisation', 'organisation_frozen'],
    ['unfreeze', 'unfreezeOrganisation', 'organisation_unfrozen'],
    ['manager', 'setManager', 'manager_set', { ...ofUser, reason }],
    ['allow', 'allowInvitations', 'invitations_allowed', { most: '500', days: '７', reason }, { most: 500, days: 7 }],
  ]),
  ...[{ reason }, { reason: '' }].flatMap((fields) =>
    helpingOne(
      `/desk/names/${userId}`,
      ofUser,
      [
        ['approve', 'approveName', 'name_approved', fields, { reason: fields.reason || undefined }],
        ['refuse', 'refuseName', 'name_refused', fields, { reason: fields.reason || undefined }],
      ],
      '/desk/names',
    ),
  ),
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
  setClientSignals: { webhook_id: null },
  rotateSecretOfClient: { secret, previous_until: later },
  rotateSigningKeys: { signs_from: later },
  explainClient: {
    may: ['It can make requests.'],
    can_ask: true,
    request: { faults: [{ about: 'scope', because: 'it is no scope', to_do: 'Take it out' }], notes: ['It has PKCE.'] },
  },
  freezeUser: { was_cancelled: false, sessions_ended: true },
  nameUser: { name: 'Mei Official' },
  recoverUser: { sent_at: later, agree_until: null },
  releaseLimits: ofUser,
  nameOrganisation: { name: 'Orchard' },
  freezeOrganisation: { name: 'Orchard', was_closing: false },
  unfreezeOrganisation: { name: 'Orchard' },
  setManager: { name: 'Orchard', was: 'Bo', is: 'Cy' },
  allowInvitations: { name: 'Orchard', until: later },
  approveName: { username: 'official_desk' },
  refuseName: { username: 'official_desk' },
  explainClientClaims: {
    ...{ user_id: 'u1', username: 'ann', can_sign_in: true, client_key: 'orchard', is_disabled: false },
    ...{ has_agreed: true, scopes: ['openid'], id_token: { sub: 'u1' }, userinfo: { email: 'ann@example.com' } },
  },
}

/** The secret that the calls answer which make one. */
export const shownSecret = secret

/** The calls that answer a secret. */
export const secretCalls: OperatorCallName[] = [
  ...(['makeKey', 'addApplication', 'showApplicationKey', 'renewApplicationKey'] as const),
  ...(['addClient', 'rotateSecretOfClient', 'addWebhook', 'rotateWebhook'] as const),
]

/** The scopes of the acts below a page: one that is enough, and one that is not. */
const scopes: [place: string, scope: OperatorScope, wrongScope: OperatorScope][] = [
  ['/desk/people', 'support', 'clients'],
  ['/desk/names', 'support', 'clients'],
  ['/desk/organisations', 'organisations', 'support'],
  ['/desk/applications', 'all', 'support'],
  ['/desk', 'all', 'organisations'],
]

const actOf = ([url, call, fields, input, to]: Case): ActCase => {
  const [, scope = 'all', wrongScope = 'all'] = scopes.find(([place]) => url.startsWith(place)) ?? []
  return { url, call, fields, input, to, data: data[call] ?? {}, scope, wrongScope }
}

/** Every act of the desk with messages, announcements, webhooks, keys, operators, applications and websites. */
export const actCases: ActCase[] = cases.map(actOf)

/** Every act of the desk with a person, an organisation or a username. */
export const helpingActs: ActCase[] = helping.map(actOf)

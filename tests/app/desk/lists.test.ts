import { beforeEach, describe, expect, it } from 'vitest'
import type { OperatorCallName } from '#contract/operator/operator-calls'
import type { OperatorScope } from '#contract/operator/operator-power'
import { expectRedirect, expectTexts, formOf, refusedAt, withFakeAccountApi } from '#tests/app/browser/browser'
import { webhook } from '#tests/app/desk/samples'
import { answerDesk, browserAtDesk, madeAtDesk, withDeskAnswers } from './at-desk'
import { awaitingRecovery, userId } from './person'
import { announcement, client, key, message, waitingName, webApp } from './samples'

const fake = withFakeAccountApi()
const answer = withDeskAnswers(fake)

const applications = '/desk/applications'

/** A page, the call that it makes, texts on it, links to what may be done there, an answer of nothing, and how it is said. */
const lists: [
  path: string,
  call: OperatorCallName,
  shown: string[],
  acts: string[],
  none: object | null,
  empty?: string,
][] = [
  ['/desk/messages', 'countMessages', ['10000 or more', 'For longer than 10\u00A0minutes: 1'], [], null],
  [
    '/desk/messages/sms',
    'listFailedMessages',
    ['+86\u00A0138****0000', '503 the gateway is closed', 'This is the newest one'],
    ['/desk/messages/sms/retry', '/desk/messages/sms/m1/retry', '/desk/messages/sms/m1/drop'],
    { messages: [], has_more: false },
  ],
  [
    '/desk/announcements',
    'listAnnouncements',
    ['We move to new machines on Sunday.', '周日更换服务器。'],
    ['/desk/announcements/new', '/desk/announcements/a1/end'],
    { announcements: [] },
  ],
  [
    '/desk/webhooks',
    'listWebhooks',
    ['audit.example.com', 'operator.*; account.accountLoginV2', 'it answered 500', 'has failed since', 'newest one'],
    ['/desk/webhooks/new', '/desk/webhooks/w1'],
    { webhooks: [], has_more: false },
  ],
  [
    '/desk/webhooks/w1/dead',
    'listDeadDeliveries',
    ['operator.freezeUser', 'it answered 500', 'This is the newest one'],
    ['/desk/webhooks/w1/retry', '/desk/webhooks/w1/dead/d1/retry', '/desk/webhooks/w1/dead/d1/drop'],
    { deliveries: [], has_more: false },
  ],
  [
    '/desk/names',
    'listNames',
    ['official_desk', 'mei_hua', `/desk/people/${userId}`, 'There are more'],
    [`/desk/names/${userId}/approve`, `/desk/names/${userId}/refuse`],
    { names: [], has_more: false },
    'No usernames to review',
  ],
  [
    '/desk/people/recoveries',
    'listAwaitingRecoveries',
    ['n***@example.com', 'Bo Lee (bo_lee)', awaitingRecovery.reason, 'There may be more', `/desk/people/${userId}"`],
    [`/desk/people/${userId}/confirm-recovery`, `/desk/people/${userId}/stop-recovery`],
    { recoveries: [], has_more: false },
    'No help with signing in is waiting',
  ],
  [
    `${applications}/services`,
    'listServices',
    ['Orchard Shop', '<code>https://shop.example/cas</code>', 'Username, Email'],
    [`${applications}/services/new`, `${applications}/services/shop/change`, `${applications}/services/shop/remove`],
    { services: [] },
  ],
  [
    `${applications}/sites`,
    'listSites',
    ['Orchard wiki', '<code>https://wiki.example.com</code>', `${'e'.repeat(22)}/manager`],
    [`${applications}/sites/new`, `${applications}/sites/wiki/change`, `${applications}/sites/wiki/remove`],
    { sites: [] },
  ],
  [
    `${applications}/web-apps`,
    'listApplications',
    ['Pear', '<code>pear</code>', 'Enabled'],
    [`${applications}/web-apps/pear/new-key`, `${applications}/web-apps/pear/disable`],
    { applications: [] },
  ],
  [
    `${applications}/clients`,
    'listClients',
    ['Orchard', '<code>orchard</code>', 'Verified'],
    [`${applications}/clients/new`],
    { clients: [] },
  ],
  [
    `${applications}/clients/orchard`,
    'showClient',
    ['<code>orchard</code>', 'https://orchard.example/other', 'Was shown once'],
    [`${applications}/clients/orchard/secret`, `${applications}/clients/orchard/disable`],
    null,
  ],
]

beforeEach(() => {
  answer('listNames', { ok: true, data: { names: [waitingName], has_more: true } })
  answer('listAwaitingRecoveries', { ok: true, data: { recoveries: [awaitingRecovery], has_more: true } })
})

const named = lists.map(([path, call, ...rest]) => [path, call, rest] as const)

it.each(named)(
  'happy: the list %s shows the answer of %s, and the available acts',
  async (path, call, [shown, acts]) => {
    const { status, html } = await browserAtDesk(fake).show(path)
    expect(status).toBe(200)
    expectTexts(html, { shown: [...shown, ...acts.map((act) => `href="${act}"`)] })
    expect(madeAtDesk(fake, call)).toHaveLength(1)
  },
)

it.each(named)('security: the list %s (%s) offers no act to a read-only operator', async (path, _, [shown, acts]) => {
  const { status, html } = await browserAtDesk(fake, ['read']).show(path)
  expect(status).toBe(200)
  expectTexts(html, { shown, hidden: acts.map((act) => `href="${act}"`) })
})

it.each(named.filter(([, , [, , none]]) => none !== null))(
  'happy: the list %s shows an empty state if %s answers nothing',
  async (path, call, [shown, , none, empty = '']) => {
    answer(call, { ok: true, data: none as object })
    const { status, html } = await browserAtDesk(fake).show(path)
    expect(status).toBe(200)
    expectTexts(html, { shown: [empty], hidden: shown })
  },
)

describe('who sees the keys and the operators', () => {
  it.each([
    ['/desk/keys', 'listKeys', 'support desk'],
    ['/desk/operators', 'listOperators', 'Mei Lin'],
  ])('security: the page %s needs the scope “all”', async (path, call, text) => {
    for (const scopes of [['read'], ['support', 'clients', 'organisations']] as OperatorScope[][])
      expect((await browserAtDesk(fake, scopes).visit(path)).status).toBe(403)
    expect(madeAtDesk(fake, call)).toEqual([])
    expectTexts((await browserAtDesk(fake).show(path)).html, { shown: [text, `href="${path}/new"`] })
  })

  it('happy: an expired key cannot be revoked', async () => {
    const ended = [
      { ...key, key_id: 'k2', revoked_at: '2026-11-25T08:00:00.000Z' },
      { ...key, key_id: 'k3', expires_at: '2026-11-25T08:00:00.000Z' },
    ]
    answer('listKeys', { ok: true, data: { keys: [key, ...ended] } })
    const { html } = await browserAtDesk(fake).show('/desk/keys')
    expectTexts(html, { shown: ['/k1/revoke', 'Revoked on', 'Expired on'], hidden: ['/k2/revoke', '/k3/revoke'] })
    expect((await browserAtDesk(fake).visit('/desk/keys/k2/revoke')).status).toBe(404)
  })

  it('happy: a person’s page links to the role with the person’s id', async () => {
    expect((await browserAtDesk(fake).show('/desk/operators/new?user=u7')).html).toContain('value="u7"')
  })
})

const [people, organisations] = [`/desk/people/${userId}`, `/desk/organisations/${'s'.repeat(22)}`]

/** The call for something that does not exist, its refusal, and its pages. */
const gone: [OperatorCallName, string, string[]][] = [
  ['showUser', 'no_such_user', ['', '/freeze', '/nonsense', '/constructor'].map((page) => people + page)],
  ['showOrganisation', 'no_such_organisation', ['', '/freeze', '/nonsense'].map((page) => organisations + page)],
  ['listClients', 'no_such_organisation', [`${applications}/clients?organisation=x`]],
  ['showClient', 'no_such_client', ['', '/change', '/remove'].map((page) => `${applications}/clients/orchard${page}`)],
  ['showWebhook', 'no_such_webhook', ['', '/change', '/burn'].map((page) => `/desk/webhooks/w1${page}`)],
  [
    'listDeadDeliveries',
    'no_such_webhook',
    ['', '/d1/drop', '/d1/burn'].map((page) => `/desk/webhooks/w1/dead${page}`),
  ],
]

it.each(gone.flatMap(([call, code, pages]) => pages.map((page) => [page, call, code] as const)))(
  'error: %s gets the 404 page if %s answers %s',
  async (page, call, code) => {
    answer(call, { ok: false, code, description: 'There is none.' })
    expect((await browserAtDesk(fake).visit(page)).status).toBe(404)
  },
)

describe('applications', () => {
  it('happy: an organisation’s applications are found by its id', async () => {
    const { html } = await browserAtDesk(fake, ['clients']).show(
      `${applications}/clients?organisation=${'e'.repeat(22)}`,
    )
    expect(madeAtDesk(fake, 'listClients')).toEqual([{ sec_subject_uid: 'e'.repeat(22) }])
    expect(html).toContain('this organisation has registered')
  })

  it('happy: a disabled application can be enabled again', async () => {
    answer('showClient', { ok: true, data: { ...client, disabled_at: '2026-11-25T08:00:00.000Z' } })
    answer('listApplications', { ok: true, data: { applications: [{ ...webApp, is_enabled: false }] } })
    for (const [path, one] of [
      [`${applications}/clients/orchard`, `${applications}/clients/orchard`],
      [`${applications}/web-apps`, `${applications}/web-apps/pear`],
    ])
      expectTexts((await browserAtDesk(fake).show(path ?? '')).html, {
        shown: [`href="${one}/enable"`],
        hidden: [`href="${one}/disable"`],
      })
  })

  it('happy: applications of all kinds fit on one page', async () => {
    const { html } = await browserAtDesk(fake, ['clients']).show(applications)
    const kinds = ['clients', 'services', 'sites', 'web-apps', 'signing-keys']
    expectTexts(html, { shown: kinds.map((kind) => `href="${applications}/${kind}"`) })
  })

  it('security: an address that names a person never gets into a URL', async () => {
    answer('explainClientClaims', { ok: false, code: 'no_such_user', description: 'There is none.' })
    const landed = await browserAtDesk(fake).submit(`${applications}/clients/orchard/explain-claims`, {
      user: 'ann@example.com',
    })
    expect(landed).toMatchObject({ status: 422, location: null })
  })
})

const [webhooks, one] = ['/desk/webhooks', '/desk/webhooks/w1']
const typed = { url: 'https://audit.example.com/events', groups: 'operator.*' }
const ofLog = { ...typed, groups: 'organisation.*' }

describe('the page of a webhook', () => {
  it('happy: the page shows the address, what waits, and the available acts', async () => {
    expectTexts(await browserAtDesk(fake).mainAt(one), {
      shown: [
        ...['<code>https://audit.example.com/events?of=orchard</code>', '<dd>12</dd>', '1000+', `href="${one}/dead"`],
        ...['change', 'test', 'rotate', 'retry', 'disable', 'remove'].map((act) => `href="${one}/${act}"`),
      ],
      hidden: [`href="${one}/enable"`, '{{'],
    })
  })

  it('happy: a disabled webhook offers only the acts that apply to it', async () => {
    const off = { disabled_at: webhook.created_at, disabled_because: 'failing' }
    answer('showWebhook', { ok: true, data: { ...webhook, ...off } })
    expectTexts(await browserAtDesk(fake).mainAt(one), {
      shown: ['after five days of failures', `href="${one}/enable"`],
      hidden: ['disable', 'test', 'retry'].map((act) => `href="${one}/${act}"`),
    })
  })

  it('security: a read-only operator cannot open the page, but sees its dead letters', async () => {
    const browser = browserAtDesk(fake, ['read'])
    expect((await browser.visit(one)).status).toBe(403)
    expect(madeAtDesk(fake, 'showWebhook')).toEqual([])
    expectTexts(await browser.mainAt(webhooks), { shown: [`href="${one}/dead"`], hidden: [`href="${one}"`] })
    expectTexts(await browser.mainAt(`${one}/dead`), { shown: [`href="${webhooks}"`], hidden: [`href="${one}"`] })
  })

  it('security: an operator of another scope can open none of the pages', async () => {
    const browser = browserAtDesk(fake, ['support', 'clients', 'organisations'])
    for (const url of [webhooks, one, `${one}/dead`]) expect((await browser.visit(url)).status).toBe(403)
  })
})

describe('a new webhook', () => {
  it('happy: a webhook of an organisation names the organisation', async () => {
    answer('addWebhook', { ok: true, data: { webhook_id: 'w2', secret: 's3cret' } })
    const sec_subject_uid = 'e'.repeat(22)
    const { html } = await browserAtDesk(fake).show(`${webhooks}/new`, { fields: { ...ofLog, sec_subject_uid } })
    expect(madeAtDesk(fake, 'addWebhook')).toEqual([{ url: typed.url, events: ['organisation.*'], sec_subject_uid }])
    expect(html).toContain(`href="${webhooks}/w2"`)
  })

  it('error: an unknown organisation is an error at its field, which keeps the typed value', async () => {
    answer('addWebhook', { ok: false, code: 'no_such_organisation', description: 'There is none.' })
    const fields = { ...ofLog, sec_subject_uid: 'nobody' }
    const landed = await browserAtDesk(fake).submit(`${webhooks}/new`, fields)
    expect(refusedAt(landed, 'sec_subject_uid')).toHaveLength(1)
    expect(formOf(landed).initialValue).toEqual(fields)
  })
})

describe('an act with a webhook', () => {
  it('happy: the page of an act names the receiving host', async () => {
    const main = await browserAtDesk(fake).mainAt(`${one}/disable`)
    expectTexts(main, { shown: ['audit.example.com gets no events'], hidden: ['{{'] })
  })

  it('happy: the form ticks the webhook’s event groups, lists other names one per line, and shows all names to copy', async () => {
    expectTexts(await browserAtDesk(fake).mainAt(`${one}/change`), {
      shown: ['checked="" value="operator.*"', '>account.accountLoginV2</textarea>', 'user_activated'],
      hidden: ['value="organisation.*"'],
    })
  })
})

describe('dead letters', () => {
  it('happy: many dead letters are sent again by several presses', async () => {
    answer('retryDeliveries', { ok: true, data: { count: 10_000, has_more: true } })
    const landed = await browserAtDesk(fake).submit(`${one}/retry`)
    expectRedirect(landed, `${one}/dead?notice=deliveries_retried_some`)
  })

  it.each([
    ['test', 'testWebhook'],
    ['retry', 'retryDeliveries'],
    ['dead/d1/retry', 'retryDelivery'],
  ] as const)('error: nothing is sent to a disabled webhook, and the page says why: %s', async (path, call) => {
    answer(call, { ok: false, code: 'not_possible', description: 'It is off.' })
    const { status, html } = await browserAtDesk(fake).show(`${one}/${path}`, { fields: {} })
    expect([status, html]).toEqual([422, expect.stringContaining('Switch it on first')])
  })

  it('error: a secret that someone else just replaced is not replaced twice', async () => {
    answer('rotateWebhook', { ok: false, code: 'already', description: 'It was.' })
    const { status, html } = await browserAtDesk(fake).show(`${one}/rotate`, { fields: {} })
    expect([status, html]).toEqual([422, expect.stringContaining('Ask who did it')])
  })
})

describe('the first page of the desk', () => {
  beforeEach(() => {
    answerDesk(fake, {
      listNames: { names: [waitingName], has_more: true },
      listAwaitingRecoveries: { recoveries: [awaitingRecovery], has_more: false },
      countMessages: {
        channels: [{ channel: 'sms', waiting: 10_000, has_more: true, older_than: [], oldest_at: message.written_at }],
      },
      listAnnouncements: { announcements: [{ ...announcement, texts: { en: 'We move', 'zh-Hans': '搬迁' } }] },
    })
    fake.operator.answer('listFailedMessages', ({ channel }) => ({
      ok: true,
      data: { messages: channel === 'sms' ? [message] : [], has_more: false },
    }))
  })

  it('happy: the page shows what waits, and a search for people', async () => {
    const { html } = await browserAtDesk(fake).show('/desk')
    expectTexts(html, {
      shown: [
        'review: 1+',
        'another operator: 1',
        'href="/desk/people/recoveries"',
        'SMS',
        'Waiting: 10000+. Failed: 1.',
        'We move',
        'action="/desk/people"',
      ],
      hidden: ['Email</a>'],
    })
  })

  it('happy: the page names the operator and the parts that the operator may open', async () => {
    const browser = browserAtDesk(fake)
    fake.operator.be({ holder: 'Mei Lin', scopes: ['support'] })
    const { html } = await browser.show('/desk')
    expectTexts(html, { shown: ['Signed in: Mei Lin', 'href="/desk/people"'], hidden: ['href="/desk/keys"'] })
  })

  it('happy: on a small screen other pages have one link to it instead of the parts of the desk', async () => {
    expectTexts((await browserAtDesk(fake).show('/desk/names')).html, {
      shown: ['<nav class="desk-nav folded"', 'All parts of'],
    })
    expectTexts((await browserAtDesk(fake).show('/desk')).html, {
      shown: ['<nav class="desk-nav"'],
      hidden: ['All parts of'],
    })
  })

  it('security: the page makes no call for what the operator may not see', async () => {
    const { html } = await browserAtDesk(fake, ['clients']).show('/desk')
    expect(fake.operator.received.map(({ name }) => name)).toEqual(['showOperator'])
    expectTexts(html, { shown: ['href="/desk/applications"'], hidden: ['action="/desk/people"', 'href="/desk/names"'] })
  })
})

describe('the guard of the desk', () => {
  it('security: an ended session is dropped', async () => {
    const browser = browserAtDesk(fake)
    browser.jar.set('butterfly_desk', `butterfly_desk_${'x'.repeat(43)}`)
    expect((await browser.visit('/desk')).location).toBe('/desk/sign-in?to=%2Fdesk')
    expect(browser.jar.has('butterfly_desk')).toBe(false)
  })

  it('error: an account API that does not answer gets a page that says so', async () => {
    const browser = browserAtDesk(fake)
    fake.operator.answer('showOperator', () => ({ ok: false, code: 'internal' as never, description: 'failed' }))
    const { status, html } = await browser.show('/desk')
    expect(status).toBe(503)
    expect(html).toContain('href="/desk"')
  })
})

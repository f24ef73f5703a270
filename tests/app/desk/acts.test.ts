import { describe, expect, it } from 'vitest'
import type { OperatorScope } from '#contract/operator/operator-power'
import {
  errorsAt,
  expectRedirect,
  expectTexts,
  type Fields,
  formOf,
  openBrowser,
  withFakeAccountApi,
} from '#tests/app/browser/browser'
import { actCases, helpingActs, secretCalls, shownSecret } from './act-cases'
import { browserAtDesk, madeAtDesk, withDeskAnswers } from './at-desk'
import { userId } from './person'
import { client } from './samples'

const fake = withFakeAccountApi()
const answer = withDeskAnswers(fake)

const named = actCases.map((each) => [each.url, each.call, each] as const)
const helping = helpingActs.map((each) => [each.url, each.call, each] as const)
const fieldsOf = (fields: Fields) => fields as Record<string, string>

/** What a form of the desk must not decide: whom or what its page is about. */
const others = { user_id: 'another', sec_subject_uid: 'another', whose: 'another' }
/** What the page of each act with a person, a username or an organisation says. */
const about: Record<string, string[]> = {
  people: ['mei_hua', 'm***@example.com', 'name="reason"'],
  names: ['official_desk', 'mei_hua', 'Reason (optional)'],
  organisations: ['Orchard', 'name="reason"'],
}

it.each(named)('happy: the form at %s makes the call %s', async (url, call, { fields, input, data, to, scope }) => {
  answer(call, { ok: true, data })
  const browser = browserAtDesk(fake, [scope])
  expect((await browser.visit(url)).status).toBe(200)
  const landed = await browser.submit(url, fields)
  expect(madeAtDesk(fake, call)).toEqual([input])
  if (to === null) expect(landed).toMatchObject({ status: 200, data: { shown: data } })
  else expectRedirect(landed, to)
})

it.each(helping)(
  'happy: the page %s names whom it is about, makes the call %s, and leads to a page that says so',
  async (url, call, act) => {
    answer(call, { ok: true, data: act.data })
    const browser = browserAtDesk(fake, [act.scope])
    expectTexts(await browser.mainAt(url), { shown: about[url.split('/')[2] ?? ''] ?? ['?'] })
    expectRedirect(await browser.submit(url, { ...others, ...fieldsOf(act.fields) }), act.to)
    expect(madeAtDesk(fake, call)).toEqual([act.input])
    expect(await browser.mainAt(act.to ?? '')).toContain('class="notice"')
  },
)

it.each(named)(
  'error: the page %s says why the call %s failed, and keeps the typed values',
  async (url, call, { fields }) => {
    answer(call, { ok: false, code: 'invalid_input', description: 'The account API says why.' })
    const landed = await browserAtDesk(fake).submit(url, fields)
    expect(landed.status).toBe(422)
    const errors = Object.values(formOf(landed).error ?? {}).flat()
    expect(errors).toHaveLength(1)
    expect(errors[0]).toMatch(call === 'addAnnouncement' ? /thirty Chinese characters/ : /^The account API says why\./)
    expect(Object.values(formOf(landed).initialValue)).toHaveLength(
      new Set((Array.isArray(fields) ? fields : Object.entries(fields)).flatMap(([name, value]) => (value ? name : [])))
        .size,
    )
  },
)

const [mei, orchard] = [`/desk/people/${userId}`, `/desk/organisations/${'s'.repeat(22)}`]
const limits = { what: 'codes', reason: 'case 4711', whose: '203.0.113.7' }

/** The forms of the desk that look for something, reveal it, or agree to a recovery. */
const otherForms: [url: string, call: string, fields: Record<string, string>, wrongScope: OperatorScope][] = [
  [`${mei}/reveal`, 'revealUser', {}, 'clients'],
  ['/desk/people', 'showUser', { user: 'mei' }, 'clients'],
  ['/desk/people/limits', 'releaseLimits', limits, 'clients'],
  [`${mei}/confirm-recovery`, 'confirmRecovery', { to: 'new@example.com', reason: 'case 4711' }, 'clients'],
  ['/desk/organisations', 'findOrganisations', { search: 'orch' }, 'support'],
]
const forms = [...actCases, ...helpingActs].map((each) => [each.url, each.call, each.fields, each.wrongScope] as const)
const forReaders = ['explainClient', 'showUser', 'findOrganisations']

it.each([...forms, ...otherForms])(
  'security: %s lets nobody make the call %s without its scope, a session, the form token or the desk’s address',
  async (url, call, fields, wrongScope) => {
    const other = browserAtDesk(fake, [wrongScope])
    expect((await other.submit(url, fields)).status).toBe(403)
    expect((await other.visit(url)).status).toBe(403)
    if (!forReaders.includes(call)) expect((await browserAtDesk(fake, ['read']).submit(url, fields)).status).toBe(403)
    const outside = openBrowser()
    for (const landed of [await outside.visit(url), await outside.submit(url, fields)])
      expect(landed).toMatchObject({ status: 303, location: expect.stringMatching(/^\/desk\/sign-in\?to=/) })
    const browser = browserAtDesk(fake)
    for (const token of [openBrowser().formToken(), ''])
      expect((await browser.submit(url, fields, { token })).status).toBe(403)
    const atPublicAddress = { door: undefined } as never
    expect((await browser.submit(url, fields, { context: atPublicAddress })).status).toBe(404)
    expect(madeAtDesk(fake, call)).toEqual([])
  },
)

it.each(helping.filter(([url]) => !/name/.test(url)))(
  'error: the act %s (%s) requires a reason, and keeps the typed values',
  async (url, call, { fields }) => {
    const browser = browserAtDesk(fake)
    for (const reason of ['', ' . ', 'x'.repeat(151)]) {
      const landed = await browser.submit(url, { ...fieldsOf(fields), reason })
      const text = reason === '' ? 'Say why, in words for the people concerned to read' : expect.any(String)
      expect(errorsAt(landed, 'reason')).toEqual([text])
      expect(formOf(landed).initialValue).toEqual({ ...fieldsOf(fields), reason: reason === '' ? undefined : reason })
    }
    expect(madeAtDesk(fake, call)).toEqual([])
  },
)

const atField = [
  ['recoverUser', 'to', ['taken', 'own_address', 'not_reached', 'invalid_input']],
  ['setManager', 'user_id', ['no_such_user', 'not_open', 'no_address', 'already', 'too_many']],
  [
    'confirmRecovery',
    'to',
    ['other_address', 'mail_domain_refused', 'not_reached', 'own_address', 'taken', 'invalid_input'],
  ],
] as const

it.each(atField.flatMap(([call, field, codes]) => codes.map((code) => [call, code, field] as const)))(
  'error: the refusal of %s for %s is reported at the field %s',
  async (call, code, field) => {
    const [url = '', , fields = {}] = [...forms, ...otherForms].find(([, made]) => made === call) ?? []
    answer(call, { ok: false, code, description: 'No.' })
    const landed = await browserAtDesk(fake).submit(url, fields)
    expect(errorsAt(landed, field)).toHaveLength(1)
    expect(formOf(landed).initialValue).toEqual(fields)
  },
)

describe('a secret', () => {
  it.each(named.filter(([, call]) => secretCalls.includes(call)))(
    'security: the secret of %s (%s) is only in the form’s answer, which is not stored',
    async (url, call, { fields, data }) => {
      answer(call, { ok: true, data })
      const browser = browserAtDesk(fake)
      const landed = await browser.show(url, { fields })
      expect(landed.status).toBe(200)
      expect(landed.html).toContain(`<code>${shownSecret}</code>`)
      expect(landed.headers.get('cache-control')).toBe('no-store')
      expect(landed.headers.get('location')).toBeNull()
      expect(landed.headers.getSetCookie().join()).not.toContain(shownSecret)
      expect((await browser.show(url)).html).not.toContain(shownSecret)
    },
  )

  it('happy: a client that cannot keep a secret has none', async () => {
    answer('addClient', { ok: true, data: { secret: null } })
    const fields = { client_key: 'app', name: 'App', redirect_uris: 'com.example.app:/back', is_public: '1' }
    const { html } = await browserAtDesk(fake).show('/desk/applications/clients/new', { fields })
    expect(madeAtDesk(fake, 'addClient')).toMatchObject([{ is_public: true }])
    expectTexts(html, { shown: ['It has no secret', 'href="/desk/applications/clients/app"'] })
  })
})

/** The second click at a page: the call, its refusal, and what the page above says. */
const seconds: [place: string, page: string, call: string, code: string, notice: string][] = [
  ['/desk/announcements', '/a1/end', 'endAnnouncement', 'no_such_announcement', 'announcement_ended'],
  ['/desk/keys', '/k1/revoke', 'revokeKey', 'already', 'operator_key_revoked'],
  ['/desk/webhooks/w1', '/disable', 'disableWebhook', 'already', 'desk_was_so'],
  ['/desk/webhooks/w1', '/enable', 'enableWebhook', 'already', 'desk_was_so'],
  ['/desk/webhooks', '/w1/remove', 'removeWebhook', 'no_such_webhook', 'webhook_removed'],
  ['/desk/webhooks/w1/dead', '/d1/drop', 'dropDelivery', 'no_such_delivery', 'delivery_dropped'],
  ['/desk/operators', '/u1/remove', 'removeOperator', 'no_such_operator', 'operator_removed'],
  ['/desk/applications/sites', '/wiki/remove', 'removeSite', 'no_such_site', 'website_removed'],
  ['/desk/applications/clients', '/a/remove', 'removeClientByOperator', 'no_such_client', 'client_removed'],
  [mei, '/freeze', 'freezeUser', 'already', 'desk_was_so'],
  [mei, '/unfreeze', 'unfreezeUser', 'not_frozen', 'desk_was_so'],
  [mei, '/restore', 'restoreUser', 'not_cancelled', 'desk_was_so'],
  [mei, '/stop-recovery', 'stopRecovery', 'nothing_pending', 'desk_was_so'],
  [mei, '/recover', 'recoverUser', 'already', 'desk_recovery_is_open'],
  [orchard, '/freeze', 'freezeOrganisation', 'already', 'desk_was_so'],
  [orchard, '/unfreeze', 'unfreezeOrganisation', 'not_frozen', 'desk_was_so'],
  ['/desk/names', `/${userId}/approve`, 'approveName', 'nothing_pending', 'desk_name_decided'],
  ['/desk/names', `/${userId}/refuse`, 'refuseName', 'nothing_pending', 'desk_name_decided'],
]

it.each(seconds)(
  'happy: a second click at %s%s finds the act %s done, and redirects',
  async (place, page, call, code, notice) => {
    answer(call, { ok: false, code, description: 'It is gone.' })
    const landed = await browserAtDesk(fake).submit(place + page, { to: 'x@example.com', reason: 'case 4711' })
    expectRedirect(landed, `${place}?notice=${notice}`)
  },
)

type Refused = [kind: 'error' | 'security', url: string, fields: Fields, errors: Record<string, string>]

const applications = '/desk/applications'
const wiki = { id: 'wiki', name: 'Wiki', origin: 'https://wiki.example.com' }
const pipeline = { name: 'pipeline', holder: 'Ann', scopes: 'read' }
const atWebhook = { url: 'https://audit.example.com/events', groups: 'operator.*' }
const ofLog = { ...atWebhook, groups: 'organisation.*' }
const allowed = { most: '500', days: '7', reason: 'case 4711' }

/** What is typed into a form, and the errors at its fields. */
const refused: Refused[] = [
  ['error', '/desk/messages/sms/m1/drop', { reason: ' ' }, { reason: '' }],
  // A site that is saved without a clear answer admits nobody.
  ...['/sites/new', '/sites/wiki/change'].flatMap((page): Refused[] => [
    ['security', applications + page, page.endsWith('new') ? wiki : {}, { groups: 'Say who may enter' }],
    ['security', applications + page, { ...wiki, everyone: '1', groups: 'one' }, { groups: 'Choose one' }],
  ]),
  // A typing mistake does not delete claim rules.
  ...[
    [{ rules: '' }, 'tick that there are none'] as const,
    [{ rules: '{', no_rules: '' }, 'not JSON'] as const,
    [{ rules: 'null' }, 'not JSON'] as const,
    [{ rules: '{}', no_rules: '1' }, 'Choose one'] as const,
  ].map(([typed, rules]): Refused => ['security', `${applications}/clients/orchard/claims`, typed, { rules }]),
  ...['0', '367', 'a week'].map((days): Refused => ['error', '/desk/keys/new', { ...pipeline, days }, { days: '' }]),
  [
    'error',
    '/desk/keys/new',
    { name: 'ann@example.com', holder: '', days: '30' },
    { name: '', holder: '', scopes: '' },
  ],
  ...[
    [{ ...atWebhook, url: '' }, { url: 'Enter the address' }] as const,
    [{ url: atWebhook.url, events: ' \r\n' }, { groups: 'at least one group' }] as const,
    [ofLog, { sec_subject_uid: 'Enter the id of the organisation' }] as const,
    [{ ...atWebhook, sec_subject_uid: 'e'.repeat(22) }, { groups: 'only the log of the organisation' }] as const,
    [{ ...atWebhook, events: 'operator.*\r\nwho, what' }, { events: 'one a line' }] as const,
  ].map(([typed, errors]): Refused => ['error', '/desk/webhooks/new', typed, errors]),
  ['error', `${orchard}/allow`, { ...allowed, most: 'many' }, { most: 'Enter a whole number' }],
  ['error', `${orchard}/allow`, { ...allowed, most: '-1' }, { most: 'Enter a whole number' }],
  ['error', `${orchard}/allow`, { ...allowed, days: '' }, { days: 'Enter for how many days it may' }],
  ['error', `${mei}/recover`, {}, { to: '', reason: '' }],
  ['error', `${mei}/confirm-recovery`, {}, { to: '', reason: '' }],
  ['error', '/desk/organisations', { search: ' ' }, { search: '' }],
  ['error', '/desk/people/limits', { whose: '', reason: '' }, { what: '', whose: '', reason: '' }],
  ['error', '/desk/names/u1/approve', { reason: 'x'.repeat(151) }, { reason: '150' }],
]

describe('what is typed', () => {
  it.each([
    ['no channel', '/desk/messages/pigeon/retry'],
    ['no kind', '/desk/applications/planes/new'],
    ['no act', '/desk/applications/services/shop/burn'],
    ['no act of a message', '/desk/messages/sms/m1/read'],
    ['no act of every object', '/desk/applications/clients/orchard/constructor'],
  ])('error: a URL with %s is refused', async (_, url) => {
    const browser = browserAtDesk(fake)
    expect((await browser.visit(url)).status).toBe(404)
    expect([404, 422]).toContain((await browser.submit(url, { reason: 'case 4711' })).status)
  })

  it.each(refused)(
    '%s: the form at %s refuses invalid values at their fields, in their order, and makes no call (%#)',
    async (_, url, fields, errors) => {
      const landed = await browserAtDesk(fake).submit(url, fields)
      expect(landed.status).toBe(422)
      expect(Object.entries(formOf(landed).error ?? {}).flatMap(([name, texts]) => [name, ...texts])).toEqual(
        Object.entries(errors).flatMap(([name, text]) => [name, expect.stringContaining(text)]),
      )
      const made = fake.operator.received.map(({ name }) => name)
      expect(made.filter((name) => !/^(show|list)[A-Z]/.test(name))).toEqual([])
    },
  )

  it.each([
    ['/desk/keys/k1/revoke', 'support desk'],
    ['/desk/operators/u1/remove', 'Mei Lin'],
    ['/desk/applications/sites/wiki/remove', 'Orchard wiki'],
    ['/desk/applications/clients/orchard/disable', 'Orchard'],
  ])('happy: the page %s names what it changes', async (url, name) => {
    expect((await browserAtDesk(fake).show(url)).html).toContain(`<strong><bdi>${name}</bdi></strong>`)
  })

  it('security: an application whose name is a word of the text is named too', async () => {
    answer('showClient', { ok: true, data: { ...client, name: 'tokens' } })
    const { html } = await browserAtDesk(fake).show('/desk/applications/clients/orchard/disable')
    expect(html).toContain('<strong><bdi>tokens</bdi></strong>')
  })

  it('happy: claim rules are deleted if the form says so', async () => {
    answer('setClientClaims', { ok: true, data: {} })
    await browserAtDesk(fake).submit('/desk/applications/clients/orchard/claims', { rules: '', no_rules: '1' })
    expect(madeAtDesk(fake, 'setClientClaims')).toEqual([{ client_key: 'orchard', rules: null }])
  })

  it('security: an organisation’s client cannot be first-party, and one without a secret needs PKCE', async () => {
    answer('showClient', { ok: true, data: { ...client, is_public: true, owner: { name: 'Mill', is_frozen: false } } })
    answer('changeClient', { ok: true, data: {} })
    const url = '/desk/applications/clients/orchard/change'
    const browser = browserAtDesk(fake)
    await browser.submit(url, { redirect_uris: 'https://a.example/', is_first_party: '1', requires_pkce: '' })
    const [input] = madeAtDesk(fake, 'changeClient')
    expect(Object.keys(input ?? {})).not.toContain('is_first_party')
    expect(Object.keys(input ?? {})).not.toContain('requires_pkce')
    expect((await browser.show(url)).html).not.toContain('name="is_first_party"')
  })
})

describe('a factor that was shown too long ago', () => {
  const url = '/desk/keys/new'
  const fields = { name: 'pipeline', holder: 'Ann', scopes: 'read', days: '30', reason: 'case 4711' }
  const stale = () => fake.operator.be({ factor_until: '2020-01-01T00:00:00.000Z' })

  it('happy: an old factor redirects to the sign-in before the form is filled in, and returns to the desk', async () => {
    const browser = browserAtDesk(fake)
    stale()
    expectRedirect(await browser.visit(url), '/desk/sign-in?to=%2Fdesk%2Fkeys%2Fnew')
    expect(browser.jar.get('butterfly_desk')).not.toBe('')
    expect((await browser.visit('/desk/keys')).status).toBe(200)
  })

  it('happy: the form keeps its typed values, and the factor is confirmed in another tab before it is sent again', async () => {
    const browser = browserAtDesk(fake)
    await browser.visit(url)
    stale()
    answer('makeKey', { ok: false, code: 'factor_lacking', description: 'Enter again.' })
    const page = await browser.show(url, { fields })
    expect(page.status).toBe(422)
    expect(page.html).toMatch(/<a href="\/desk\/sign-in\?to=%2Fdesk%2Fconfirmed" target="_blank" rel="noopener">/)
    for (const typed of ['pipeline', 'Ann', 'case 4711']) expect(page.html).toContain(`value="${typed}"`)
    fake.operator.be({})
    expect((await browser.show('/desk/confirmed')).main).toContain('send it again')
    answer('makeKey', { ok: true, data: { key: 'k', key_id: 'k1', expires_at: '2027-01-01T00:00:00.000Z' } })
    expect((await browser.submit(url, fields)).status).toBe(200)
  })

  it('happy: an act without fields redirects to the sign-in at once', async () => {
    answer('revealUser', { ok: false, code: 'factor_lacking', description: 'Enter again.' })
    const landed = await browserAtDesk(fake).submit('/desk/people/u1/reveal')
    expectRedirect(landed, '/desk/sign-in?to=%2Fdesk%2Fpeople%2Fu1%2Freveal')
  })
})

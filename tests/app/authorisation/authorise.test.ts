import { beforeEach, describe, expect } from 'vitest'
import { done, refuse } from '#contract/server'
import { expectRedirect, expectTexts, openBrowser, withFakeAccountApi } from '#tests/app/browser/browser'
import { signedInBrowser, visiting } from '#tests/app/browser/person'
import { challenge, decision } from '#tests/app/step-up/challenges'
import { keepAuthTicket, readAuthTicket } from '~/features/authorisation/auth-ticket.server'
import { translator } from '~/i18n/texts'
import { apiScope, argsOf, authorisation, openInfo, page, ticketIn, uid } from './authorise'

const fake = withFakeAccountApi()
const it = visiting(fake).extend('begun', () => browserWithTicket())
const t = translator('en')

const back = `http://localhost:3000/oidc/auth/${uid}`

beforeEach(() => fake.answers({ openAuthInfo: done(openInfo), openWebAuth: done({ redirect_url: back }) }))

const parameters = { redirect_uri: 'https://orchard.example/cb', state: 'a&b', source: 'mail' }

it.each([
  [`client_key=orchard&scope=openid&${new URLSearchParams(parameters)}`, { scope: 'openid', ...parameters }],
  ['client_key=orchard&client_id=orchard&scope=openid', { scope: 'openid' }],
  ['client_key=orchard&scopes=profile', { scope: 'openid profile' }],
  ['client_key=orchard&scope=profile+openid&scopes=profile+openid', { scope: 'openid profile' }],
  ['client_key=orchard', { scope: 'openid' }],
  // A pushed request keeps its scope.
  ['client_key=orchard&request_uri=urn%3Ax', { request_uri: 'urn:x', response_type: undefined }],
])('happy: the request %s of open authorisation is redirected to the OpenID address', async (query, asked) => {
  const { location } = await openBrowser().visit(`/login/authorize?${query}`)
  const to = new URL(location ?? '', 'http://localhost')
  expect(to.pathname).toBe('/oidc/auth')
  expect(Object.fromEntries(to.searchParams)).toEqual({ client_id: 'orchard', response_type: 'code', ...asked })
})

it.each(['client_key=orchard&client_id=thief', 'client_key=orchard&client_key=thief', 'client_id=a&client_id=b'])(
  'security: two applications in one request are refused: %s',
  async (query) => {
    const landed = await openBrowser().visit(`/login/authorize?${query}&scope=openid`)
    expect([landed.status, landed.location]).toEqual([400, null])
  },
)

it('error: a request without an application gets a page that says so', async () => {
  expect((await openBrowser().visit('/login/authorize?scope=openid')).status).toBe(404)
})

it('happy: an agreement covers the ticked scopes and the required ones', async ({ person: browser }) => {
  const { main } = await browser.show(page)
  expect(main).toContain(t('authorise.asks', { name: 'Orchard' }))
  // Text in words stays, next to the person's own value.
  expect(main).toContain(`${t('authorisation.about.email')}<br/>a***@example.com`)
  expect((await browser.submit(page, { scopes: 'email' })).location).toBe(back)
  expect(fake.inputsOf('openWebAuth')).toEqual([
    { request_uid: uid, browser_key: '', scopes: ['openid', 'email'], deny: 0 },
  ])
})

it('happy: one button declines everything, whatever is ticked', async ({ person }) => {
  expect((await person.submit(page, { scopes: 'email', deny: 'x' })).location).toBe(back)
  expect(fake.inputsOf('openWebAuth')).toMatchObject([{ scopes: [], deny: 1 }])
})

it.each([
  [null, '“Ledger” belongs to “Riverside School”, an organisation on Butterfly.'],
  ['school.example', '“Ledger” belongs to “Riverside School”, an organisation on Butterfly (school.example, verified)'],
])('security: an organisation’s application (domain %s) is never shown as ours', async (owner_domain, text) => {
  const client = { ...openInfo.client, name: 'Ledger', is_verified: false, owner: 'Riverside School', owner_domain }
  fake.answer('openAuthInfo', done({ ...openInfo, client }))
  expect((await (await signedInBrowser(fake)).show(page)).main).toContain(text)
})

it('security: a client that describes itself is shown with its host, and not as anybody’s application', async () => {
  const client = { ...openInfo.client, name: 'Notebook', is_verified: false, document_host: 'notebook.example' }
  fake.answer('openAuthInfo', done({ ...openInfo, client }))
  expect((await (await signedInBrowser(fake)).show(page)).main).toContain(
    '“Notebook” is what this application calls itself at notebook.example.',
  )
})

it('happy: the page marks sensitive scopes and those that the account has no value for', async ({ person }) => {
  const scopes = (openInfo.scopes ?? []).map((each) => ({ ...each, value: each.scope === 'email' ? each.value : null }))
  fake.answer('openAuthInfo', done({ ...openInfo, scopes }))
  const main = await person.mainAt(page)
  expect(main).toMatch(/Your email address<strong> \(sensitive\)<\/strong>/)
  expect(main.match(/You have none/g)).toHaveLength(1)
})

it('happy: API scopes are named with their API, agreed to, listed and revoked', async ({ person: browser }) => {
  fake.answer('openAuthInfo', done({ ...openInfo, scopes: [...(openInfo.scopes ?? []), apiScope] }))
  expectTexts((await browser.show(page)).main, { shown: ['See your trees', 'At “Orchard trees”.'] })
  await browser.submit(page, { scopes: apiScope.scope })
  expect(fake.inputsOf('openWebAuth')).toMatchObject([{ scopes: ['openid', apiScope.scope] }])
  const scopes = [...authorisation.scopes, apiScope]
  fake.answer('listAuthorisations', done({ authorisations: [{ ...authorisation, scopes }], time_zone: 'UTC' }))
  expect((await browser.show('/settings/authorisations')).main).toContain('See your trees')
  fake.answer('revokeAuthorisation', done({ done: true }))
  await browser.submit('/settings/authorisations/orchard', { scope: apiScope.scope })
  expect(fake.inputsOf('revokeAuthorisation')).toMatchObject([{ scope: apiScope.scope }])
})

it('happy: a member agrees on behalf of an organisation', async ({ person }) => {
  const subject = 's'.repeat(22)
  fake.answer('openAuthInfo', done({ ...openInfo, subjects: [{ sec_subject_uid: subject, subject_name: 'Acme' }] }))
  expect((await person.show(page)).main).toContain('Acme')
  await person.submit(page, { sec_subject_uid: subject })
  expect(fake.inputsOf('openWebAuth')).toMatchObject([{ scopes: ['openid'], sec_subject_uid: subject }])
})

it('happy: signed out, each sign-in method returns here, and declining needs no sign-in', async ({ browser }) => {
  fake.answer('openAuthInfo', done({ ...openInfo, person: null, needs: ['sign_in'] }))
  const { main } = await browser.show(page)
  expect(main).toContain(`action="${page}/password"`)
  for (const way of ['sms', 'qr']) expect(main).toContain(`href="${page}/${way}"`)
  expect(main).toContain(`href="/login/register?next=${encodeURIComponent(page)}"`)
  expect((await browser.submit(page, { deny: 'x' })).location).toBe(back)
})

/** A browser in which a person was proven for this request alone. */
const browserWithTicket = async () => {
  const browser = openBrowser()
  const cookie = await keepAuthTicket(argsOf(browser), 't'.repeat(22))
  browser.keep(new Response(null, { headers: { 'set-cookie': cookie } }))
  return browser
}

it('happy: a person who is proven for one request agrees without a session, and the answer ends the ticket', async () => {
  const browser = await browserWithTicket()
  const { main } = await browser.show(page)
  expectTexts(main, { shown: [t('authorise.as_proven', { username: 'ann' })], hidden: ['/passport/web/logout'] })
  expect((await browser.submit(page)).location).toBe(back)
  expect(fake.inputsOf('openAuthInfo')).toContainEqual(expect.objectContaining({ auth_ticket: 't'.repeat(22) }))
  expect(fake.inputsOf('openWebAuth')).toMatchObject([{ auth_ticket: 't'.repeat(22) }])
  expect(await ticketIn(browser)).toBeUndefined()
})

it('happy: choosing “I am somebody else” drops the ticket, and the request stays open', async ({ begun: browser }) => {
  expect((await browser.submit(page, { not_me: 'x' })).location).toBe(page)
  expect(fake.inputsOf('openWebAuth')).toEqual([])
  await browser.visit(page)
  expect(fake.inputsOf('openAuthInfo').at(-1)).not.toHaveProperty('auth_ticket')
})

it('error: a used or expired ticket is dropped, and the page asks for a new sign-in', async ({ begun: browser }) => {
  fake.answer('openAuthInfo', refuse('ticket_refused', {}))
  const over = `${page}?notice=auth_ticket_over`
  expect((await browser.visit(page)).location).toBe(over)
  fake.answer('openAuthInfo', done({ ...openInfo, person: null, needs: ['sign_in'] }))
  expect((await browser.show(over)).main).toContain(t('notice.auth_ticket_over'))
  expect(fake.inputsOf('openAuthInfo').at(-1)).not.toHaveProperty('auth_ticket')
})

it('error: a ticket that is refused with the answer is dropped, too', async ({ begun: browser }) => {
  fake.answer('openWebAuth', refuse('ticket_refused', {}))
  expect((await browser.submit(page)).location).toBe(`${page}?notice=auth_ticket_over`)
  expect(await ticketIn(browser)).toBeUndefined()
})

it('happy: the second of two clicks gets the answer of the first', async ({ begun: browser }) => {
  fake.answer('openAuthInfo', ({ input }) =>
    'auth_ticket' in (input as object) ? refuse('ticket_refused', {}) : done({ ...openInfo, goes_on_at: back }),
  )
  expect((await browser.submit(page)).location).toBe(back)
  expect(fake.inputsOf('openWebAuth')).toEqual([])
})

it('security: a ticket works for its request and its browser only', async ({ begun: browser }) => {
  expect([...browser.jar.values()].join()).not.toContain('t'.repeat(22))
  const args = argsOf(browser, `${page}/on`)
  expect(await readAuthTicket(args)).toBe('t'.repeat(22))
  const cookie = `butterfly_auth_ticket=${browser.jar.get('butterfly_auth_ticket')}`
  const elsewhere = new Request('http://localhost:3299/login/authorize/another', { headers: { cookie } })
  expect(await readAuthTicket({ ...args, request: elsewhere, params: { request: 'another' } })).toBeUndefined()
  const other = openBrowser()
  other.jar.set('butterfly_auth_ticket', browser.jar.get('butterfly_auth_ticket') ?? '')
  expect(await ticketIn(other)).toBeUndefined()
  expect(browser.cookieHeader('/login/authorize/another')).not.toContain('butterfly_auth_ticket')
})

it('happy: earlier consents are not requested again', async ({ person }) => {
  fake.answer('openAuthInfo', done({ ...openInfo, already_granted: true }))
  expect((await person.visit(page)).data).toMatchObject({ goesOn: `${page}/on` })
  expect((await person.visit(`${page}/on`)).location).toBe(back)
  expect(fake.inputsOf('openWebAuth')).toMatchObject([{ scopes: ['openid', 'email', 'mobile'], deny: 0 }])
})

it('security: an application that changed since the agreement shows its old and new values', async () => {
  const changed = [
    { what: 'name' as const, was: 'Meadow' },
    { what: 'owner' as const, was: 'Meadow Ltd' },
    { what: 'place' as const, was: 'https://meadow.example' },
  ]
  fake.answer('openAuthInfo', done({ ...openInfo, changed }))
  const { main } = await (await signedInBrowser(fake)).show(page)
  expect(main).toContain('Its name was “Meadow”. Now it is “Orchard”.')
  expect(main).toContain('It belonged to Meadow Ltd. Now it belongs to the operator of this site.')
  expect(main).toContain('It led you to https://meadow.example. Now it leads you to https://orchard.example/callback.')
})

it.each([
  ['factor', 'the code of your authenticator app', true],
  ['new_factor', 'you have none that counts yet', false],
] as const)('happy: a required second factor (%s) is announced before the answer', async (need, told, may) => {
  fake.answer('openAuthInfo', done({ ...openInfo, already_granted: true, needs: [need] }))
  const { main } = await (await signedInBrowser(fake)).show(page)
  expect(main).toContain(told)
  expect(main.includes(t('authorise.agree'))).toBe(may)
})

it.each([{ needs: ['proof' as const] }, { already_granted: false }])(
  'security: the page that continues automatically asks first if something is missing (%o)',
  async (missing) => {
    const browser = await signedInBrowser(fake)
    fake.answer('openAuthInfo', done({ ...openInfo, already_granted: true, ...missing }))
    expect((await browser.visit(`${page}/on`)).location).toBe(page)
    expect(fake.inputsOf('openWebAuth')).toEqual([])
  },
)

it('error: a refusal while continuing leads to the page that asks, without a loop', async ({ person }) => {
  fake.answer('openAuthInfo', done({ ...openInfo, already_granted: true }))
  fake.answer('openWebAuth', refuse('no_such_client', {}))
  expect((await person.visit(`${page}/on`)).location).toBe(`${page}?ask=1`)
  expect((await person.visit(`${page}?ask=1`)).data).toMatchObject({ goesOn: null })
})

it.each([
  ['no_such_open_request', 'over', 404],
  ['open_request_elsewhere', 'elsewhere', 403],
  ['no_such_client', 'no_client', 404],
] as const)('error: %s is reported on its own page, and no answer is sent', async (code, reason, status) => {
  const browser = await signedInBrowser(fake)
  fake.answer('openAuthInfo', refuse(code, {}))
  expect((await browser.show(page)).main).toContain(t(`authorise.${reason}.title`))
  expect((await browser.visit(page)).status).toBe(status)
  expect((await browser.submit(page)).location).toBe(page)
  expect(fake.inputsOf('openWebAuth')).toEqual([])
})

describe('the page before an unverified application', () => {
  const leaving = `/login/leave/${'l'.repeat(22)}`
  const address = 'https://evil.example/cb?error=login_required#x'
  const info = { client: { ...openInfo.client, is_verified: false, owner: 'Acme' }, leads_to: address, posts: null }

  it('security: the page names the host, and only a press leads there', async () => {
    fake.answer('openLeavingInfo', done(info))
    const shown = await openBrowser().show(leaving)
    expect([shown.status, shown.headers.get('refresh')]).toEqual([200, null])
    expect(shown.headers.get('content-security-policy')).not.toContain('evil.example')
    expectTexts(shown.main, { shown: ['<strong>evil.example</strong>', `href="${address}"`, 'Acme'] })
  })

  it('happy: an answer to post is a form for that host alone; for an app’s address, the page shows the scheme', async () => {
    fake.answer('openLeavingInfo', done({ ...info, posts: { error: 'login_required' } }))
    const shown = await openBrowser().show(leaving)
    expect(shown.headers.get('content-security-policy')).toContain("form-action 'self' https://evil.example;")
    expectTexts(shown.main, { shown: [`action="${address}"`, 'name="error"'], hidden: ['form_token'] })
    fake.answer('openLeavingInfo', done({ ...info, leads_to: 'com.evil.app:/cb?error=x' }))
    expect(await openBrowser().mainAt(leaving)).toContain('<strong>com.evil.app:</strong>')
  })

  it('error: a request that has ended says so, and leads nowhere', async () => {
    fake.answer('openLeavingInfo', refuse('no_such_leaving', {}))
    const shown = await openBrowser().show(leaving)
    expect([shown.status, shown.main.includes(t('authorise.over.title'))]).toEqual([404, true])
  })
})

describe('the page of a request that came after many others', () => {
  const begin = `/login/begin/${'b'.repeat(22)}`
  const on = `http://localhost:3000/oidc/auth?client_id=orchard&beginning=${'b'.repeat(22)}`

  it('happy: a captcha is required, and then the browser continues automatically, outside of the form', async () => {
    fake.answers({ openBeginInfo: done({ goes_on_at: null }), openBegin: decision('slide') })
    fake.answer('getCaptcha', challenge('slide'))
    const browser = openBrowser()
    expect((await browser.show(begin)).main).toContain(t('begin.text'))
    expect((await browser.show(begin, { fields: {} })).html).toContain(t('stepUp.title.captcha'))
    fake.answer('openBegin', done({ done: true }))
    expect((await browser.submit(begin)).location).toBe(begin)
    fake.answer('openBeginInfo', done({ goes_on_at: on }))
    const shown = await browser.show(begin)
    expect(shown.headers.get('refresh')).toBe(`0; url=${on}`)
    expect(shown.main).toContain('href="http://localhost:3000/oidc/auth?client_id=orchard&amp;beginning=')
  })

  it('error: a request that has ended says so', async () => {
    fake.answers({ openBeginInfo: refuse('no_such_beginning', {}), openBegin: refuse('no_such_beginning', {}) })
    const shown = await openBrowser().show(begin)
    expect([shown.status, shown.main.includes(t('authorise.over.title'))]).toEqual([404, true])
    expect((await openBrowser().submit(begin)).location).toBe(begin)
  })
})

it('happy: the list shows what was authorised, and revokes one entry or all of them', async ({ person }) => {
  fake.answer('listAuthorisations', done({ authorisations: [authorisation], time_zone: 'UTC' }))
  fake.answer('revokeAuthorisation', done({ done: true }))
  const home = '/settings/authorisations'
  expect((await person.show(home)).main).toContain(`href="${home}/orchard"`)
  expectRedirect(await person.submit(`${home}/orchard`, { scope: 'email' }), `${home}/orchard?notice=scope_revoked`)
  expect((await person.submit(`${home}/orchard`)).location).toBe(`${home}?notice=authorisation_revoked`)
  const client_key = 'orchard'
  expect(fake.inputsOf('revokeAuthorisation')).toEqual([{ client_key, scope: 'email' }, { client_key }])
})

it('error: an authorisation that has ended redirects to the list, which says so', async ({ person }) => {
  fake.answer('listAuthorisations', done({ authorisations: [], time_zone: 'UTC' }))
  fake.answer('revokeAuthorisation', refuse('no_such_authorisation', {}))
  const over = '/settings/authorisations?notice=authorisation_over'
  expect((await person.visit('/settings/authorisations/orchard')).location).toBe(over)
  expect((await person.submit('/settings/authorisations/orchard')).location).toBe(over)
})

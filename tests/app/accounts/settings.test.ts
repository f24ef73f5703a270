import { describe, expect } from 'vitest'
import { done, entry, infoOf, refuse } from '#tests/app/browser/answers'
import { expectRedirect, expectTexts, openBrowser, withFakeAccountApi } from '#tests/app/browser/browser'
import { signedInBrowser, visiting } from '#tests/app/browser/person'
import { welcomeTo } from '~/routes/settings/welcome'

const fake = withFakeAccountApi()
const it = visiting(fake)

it('happy: the settings show the account and its recent activity, with the session of the sign-in', async ({
  person: browser,
}) => {
  const account = infoOf({ overview: { ways: ['mobile', 'password'], activity: [entry()] } })
  fake.answer('accountInfo', done(account))
  const landed = await browser.visit('/settings')
  expect(landed).toMatchObject({ status: 200, data: { account, activity: [entry()], notice: null } })
  expect(fake.received.at(-1)?.cookies).toHaveProperty('passport_session')
  expect(fake.inputsOf('accountInfo')).toEqual([{ need_plaintext: 0, need_overview: 1, need_changes: 0 }])
})

it('happy: the settings begin with the name, and each row shows its state', async ({ person: browser }) => {
  const counts = { devices: 3, passkeys: 0, applications: 2 }
  const overview = { ways: ['mobile', 'example'], activity: [], counts }
  fake.answer('accountInfo', done(infoOf({ has_authenticator: true, overview })))
  const main = await browser.mainAt('/settings')
  expect(main).toMatch(/<dl class="facts"><div><dt>Name<\/dt><dd>Not added<\/dd>/)
  const states = [...main.matchAll(/<a href="([^"]+)">[^<]+<\/a> <span class="row-state">([^<]+)</g)].map(
    ([, ...row]) => row,
  )
  expect(states).toEqual([
    ['/settings/third-party', '1'],
    ['/settings/authenticator', 'Set up'],
    ['/settings/passkeys', 'None'],
    ['/settings/accounts', '3 devices'],
    ['/settings/authorisations', '2'],
  ])
})

it('happy: a pending change is a warning above the facts, with a link to stop it', async ({ person: browser }) => {
  const at = '2026-11-30T08:00:00.000Z'
  const ways = ['mobile', 'authenticator', 'passkey', 'recovery_email', 'recovery_link', 'github']
  // A recovery always has the address that gets the link.
  const pending = ways.map((way) => ({
    way,
    becomes: way === 'recovery_link' ? 'n***@example.com' : null,
    takes_effect_at: at,
  }))
  fake.answer('accountInfo', done(infoOf({ pending_changes: pending })))
  const { main } = await browser.show('/settings')
  const [warnings = ''] = main.split('<dl')
  expect([...warnings.matchAll(/class="problem"><p>[^<]+30[^<]+<br\/><a href="([^"]+)"/g)].map(([, to]) => to)).toEqual(
    [
      '/settings/mobile',
      '/settings/authenticator',
      '/settings/passkeys',
      '/settings/recovery-email',
      '/settings/recovery-link/keep',
      '/settings/third-party/github',
    ],
  )
})

it.each([
  ['an email', { mobile: '+86 138****0001', email: null }, 'account_created_email'],
  ['a mobile number', { mobile: null, email: 'a***@example.com' }, 'account_created_mobile'],
  ['its name alone', { mobile: '+86 138****0001', email: 'a***@example.com' }, 'account_created'],
])('happy: a new account without %s is asked to add it', (_lacks, account, expected) => {
  expect(welcomeTo(account, ['mobile', 'email'], 'account_created')).toBe(expected)
})

describe('advice', () => {
  const adviceTo = async (account: Partial<ReturnType<typeof infoOf>>, ways?: string[]) => {
    const browser = await signedInBrowser(fake)
    fake.answer('accountInfo', done(infoOf({ ...account, ...(ways && { overview: { ways, activity: [] } }) })))
    const { data } = await browser.visit('/settings')
    const { advice } = data as { advice: { why: string; path: string }[] }
    return advice.map(({ why, path }) => [why.replace('settings.advice.', ''), path])
  }
  const noEmail = { email: null, email_verified: false }

  const neither = { ...noEmail, mobile: null }
  const unproven = { email: 'a***@example.com', email_verified: false }
  const proven = { email: 'a***@example.com', email_verified: true }
  const noPassword = ['no_password', '/settings/password']
  const breached = ['password_breached', '/settings/password']

  it.each([
    [proven, ['mobile', 'email', 'password'], []],
    [noEmail, ['mobile', 'password'], [['no_email', '/settings/email']]],
    [{ ...noEmail, has_password: false }, ['mobile'], [['one_way_mobile', '/settings/email'], noPassword]],
    [{ ...proven, mobile: null, has_password: false }, ['email'], [['one_way_email', '/settings/password']]],
    [{ ...unproven, mobile: null }, ['password'], [['one_way_password', '/settings/email']]],
    [{ ...neither, has_password: false }, ['example'], [['one_way_platform', '/settings/email'], noPassword]],
    [{ ...noEmail, has_password: false }, ['mobile', 'example'], [['no_email', '/settings/email'], noPassword]],
    [{ ...noEmail, password_breached: true }, ['password'], [breached, ['no_email', '/settings/email']]],
    [{ ...proven, password_breached: true }, ['mobile', 'email', 'password'], [breached]],
  ])('happy: %j with the sign-in methods %j gets the advice %j', async (account, ways, expected) => {
    expect(await adviceTo(account, ways)).toEqual(expected)
  })

  it('error: if the answer lists no sign-in methods, no advice names them', async () => {
    expect(await adviceTo(noEmail)).toEqual([['no_email', '/settings/email']])
  })
})

const unknown = { message: 'error', data: { error_code: 4711, description: 'Busy.', retry_after: 60 } }

it.each([
  ['too many requests', refuse('too_many_requests', { retry_after: 30 }), 429, 'too_many'],
  ['an undeclared failure', () => new Response(JSON.stringify(unknown), { status: 400 }), 503, 'unavailable'],
  ['one with 403', () => new Response(JSON.stringify(unknown), { status: 403 }), 403, 'forbidden'],
  ['one with 404', () => new Response(JSON.stringify(unknown), { status: 404 }), 404, 'not_found'],
  ['one with 429', () => new Response(JSON.stringify(unknown), { status: 429 }), 429, 'too_many'],
  ['an account API that is down', () => Response.error(), 503, 'unavailable'],
])('error: %s leads to a problem page', async (_, answer, status, kind) => {
  const browser = await signedInBrowser(fake)
  fake.answer('accountInfo', answer as never)
  expect(await browser.visit('/settings')).toMatchObject({ status, data: { kind } })
})

it('happy: if the browser names no language, every page uses the account’s language, from the first page on', async () => {
  const browser = await signedInBrowser(fake, { language: '' })
  fake.answer('accountInfo', done(infoOf({ language: 'en' })))
  const led = await browser.visit('/settings')
  expectRedirect(led, '/settings?lng=en')
  expect((await browser.show(led.location ?? '')).html).toContain('<html lang="en">')
  expect((await browser.visit('/settings')).status).toBe(200)
})

it.each([
  ['the empty text', ''],
  ['a language that is not offered', 'tlh'],
])('error: a URL that names %s does not override the browser’s language', async (_, named) => {
  const browser = await signedInBrowser(fake, { language: 'zh-CN' })
  fake.answer('accountInfo', done(infoOf({ language: 'en' })))
  expect((await browser.visit(`/settings?lng=${named}`)).status).toBe(200)
})

it('happy: signed out, the home page redirects to the sign-in without a call', async () => {
  expectTexts(await openBrowser().mainAt('/'), { shown: ['href="/login"'], hidden: ['href="/settings"'] })
  expect(fake.received).toEqual([])
})

it('happy: signed in, the home page redirects to the account', async ({ person }) => {
  fake.answer('checkLogin', done({ signed_in: true }))
  expectTexts(await person.mainAt('/'), { shown: ['href="/settings"'], hidden: ['href="/login"'] })
})

it('error: a session that ended elsewhere is dropped, and home redirects to the sign-in', async ({ person }) => {
  fake.answer('checkLogin', done({ signed_in: false }))
  expect((await person.show('/')).main).toContain('href="/login"')
  expect(person.jar.has('butterfly_session')).toBe(false)
})

it('error: while the account API does not answer, the home page still redirects to the account', async ({ person }) => {
  fake.answer('checkLogin', () => Response.error())
  const { status, main } = await person.show('/')
  expect(status).toBe(200)
  expect(main).toContain('href="/settings"')
  expect(person.jar.has('butterfly_session')).toBe(true)
})

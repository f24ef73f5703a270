import { beforeEach, expect, it } from 'vitest'
import * as bind from '../../app/routes/login/bind/route'
import * as callback from '../../app/routes/passport/web/auth/$platform/callback/route'
import * as start from '../../app/routes/passport/web/auth/$platform/route'
import * as connect from '../../app/routes/settings/third-party/new/route'
import { done, refuse } from '../../contract/server'
import { vouchedUrl } from '../../contract/vouched-url'
import { signedIn } from './answers'
import { openBrowser, withFakeAccountApi } from './browser'
import { signedInBrowser } from './person'

const fake = withFakeAccountApi()
type Browser = ReturnType<typeof openBrowser>

const at = '/passport/web/auth/github'
const params = { params: { platform: 'github' } }
const secrets = { nonce: 'n'.repeat(22), code_verifier: 'v'.repeat(43) }
const redirect_uri = `http://localhost:3299${at}/callback`
const profile = { profile_key: 'p'.repeat(22), platform: 'github', name: 'Ann' }
const tooLate = '/login?notice=platform_visit_over'

beforeEach(() => {
  const url = vouchedUrl.parse('https://github.com/login/oauth/authorize?state=the-state')
  fake.answer('thirdPartyStart', done({ platform: 'github', url, state: 'the-state', ...secrets, redirect_uri }))
})

const leave = (browser: Browser, query = '') => browser.open(start, at + query, params)
const comeBack = (browser: Browser, query = 'code=the-code&state=the-state', platform = 'github') =>
  browser.open(callback, `/passport/web/auth/${platform}/callback?${query}`, { params: { platform } })

it('happy: a browser goes to the provider, comes back and is signed in where it wanted to go', async () => {
  const browser = openBrowser()
  const left = await leave(browser, '?next=%2Fsettings%2Fprofile')
  expect(left.location).toBe('https://github.com/login/oauth/authorize?state=the-state')
  fake.answer('authLogin', signedIn())
  expect((await comeBack(browser)).location).toBe('/settings/profile')
  expect(fake.inputsOf('authLogin')).toMatchObject([{ platform: 'github', code: 'the-code', ...secrets, redirect_uri }])
})

it('security: nothing of the visit can be read in its cookie', async () => {
  const { setCookies } = await leave(openBrowser())
  const all = setCookies.join('\n')
  for (const secret of ['the-state', ...Object.values(secrets)]) expect(all).not.toContain(secret)
})

it('happy: an identity that is not bound is bound by the password of an account', async () => {
  const browser = openBrowser()
  await leave(browser)
  fake.answer('authLogin', refuse('not_bound', profile))
  expect((await comeBack(browser)).location).toBe('/login/bind')
  expect((await browser.open(bind, '/login/bind')).data).toEqual({ platform: 'github', name: 'Ann' })
  const session = { user_id: '1', is_new_user: false, expires_at: '2030-01-01T00:00:00.000Z' }
  fake.answer('bindLogin', done({ ...session, bound: true }))
  const answer = await browser.send(bind, '/login/bind', { account: 'ann', password: 'x' })
  expect(answer.location).toBe('/settings')
  expect(fake.inputsOf('bindLogin')).toMatchObject([{ profile_key: profile.profile_key, account: 'ann' }])
})

it('happy: a signed-in person is asked before anything is connected', async () => {
  const browser = await signedInBrowser(fake)
  await leave(browser)
  fake.answer('authProfile', done(profile))
  expect((await comeBack(browser)).location).toBe('/settings/third-party/new')
  expect(fake.inputsOf('bindAuth')).toEqual([])
  fake.answer('bindVerifyInfo', done({ ways: [], platforms: [] }))
  fake.answer('checkLogin', done({ signed_in: true, account: { user_id: '1', username: 'ann' } }))
  const page = await browser.open(connect, '/settings/third-party/new')
  expect(page.data).toEqual({ platform: 'github', name: 'Ann', replaces: null, username: 'ann' })
  fake.answer('bindAuth', done({ platform: 'github', name: 'Ann' }))
  const answer = await browser.send(connect, '/settings/third-party/new', {})
  expect(answer.location).toBe('/settings/third-party?notice=platform_connected')
})

it.each([
  ['without a state', 'code=the-code'],
  ['with a foreign state', 'code=the-code&state=another'],
])('security: an answer %s is not used, and the visit goes on', async (_, query) => {
  const browser = openBrowser()
  await leave(browser)
  expect((await comeBack(browser, query)).location).toBe(tooLate)
  expect(fake.inputsOf('authLogin')).toEqual([])
  fake.answer('authLogin', signedIn())
  expect((await comeBack(browser)).location).toBe('/settings')
})

it('security: an answer is used once, by the browser that began, at its own platform', async () => {
  const browser = openBrowser()
  await leave(browser)
  expect((await comeBack(openBrowser())).location).toBe(tooLate)
  expect((await comeBack(browser, undefined, 'google')).location).toBe(tooLate)
  fake.answer('authLogin', refuse('platform_refused', {}))
  expect((await comeBack(browser)).location).toBe(tooLate)
  expect((await comeBack(browser)).location).toBe(tooLate)
  expect(fake.inputsOf('authLogin')).toHaveLength(1)
})

it('error: whoever declines, and whose provider is away, is told so where they began', async () => {
  const browser = openBrowser()
  await leave(browser)
  expect((await comeBack(browser, 'state=the-state')).location).toBe('/login?notice=platform_declined')
  await leave(browser)
  fake.answer('authLogin', refuse('platform_unreachable', {}))
  expect((await comeBack(browser)).location).toBe('/login?notice=platform_unreachable')
  fake.answer('thirdPartyStart', refuse('platform_unreachable', {}))
  expect((await leave(browser)).location).toBe('/login?notice=platform_unreachable')
})

it('happy: whoever cancelled their account is led to restore it, and ends where they wanted to go', async () => {
  const browser = openBrowser()
  await leave(browser, '?next=%2Fsettings%2Fprofile')
  const until = { restorable_until: '2030-01-01T00:00:00.000Z', time_zone: null }
  fake.answer('authLogin', refuse('account_cancelled', { ticket: 't'.repeat(22), ...until }))
  const arrived = await comeBack(browser)
  expect(arrived.location).toBe('/account-help/restore/confirm?next=%2Fsettings%2Fprofile')
  expect(arrived.setCookies.join()).toMatch(/butterfly_visit=;/)
})

it('error: a platform that is not set up is not found', async () => {
  fake.answer('thirdPartyStart', refuse('no_such_platform', {}))
  expect((await leave(openBrowser())).status).toBe(404)
})

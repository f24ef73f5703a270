import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { vouchedUrl } from '#contract/terms/vouched-url'
import { done, refuse, signedIn, smsSent, ticket } from '#tests/app/browser/answers'
import { type Browser, expectRedirect, expectTexts, openBrowser, withFakeAccountApi } from '#tests/app/browser/browser'
import { signedInBrowser, withPerson } from '#tests/app/browser/person'
import { platformAccount } from '~/i18n/platforms'
import { translator } from '~/i18n/texts'

const fake = withFakeAccountApi()
const it = test.extend('browser', () => leaving())

const t = translator('en')
const deviceToken = `${'f'.repeat(22)}.${'t'.repeat(22)}`
const at = '/passport/web/auth/github'
const secrets = { nonce: 'n'.repeat(22), code_verifier: 'v'.repeat(43) }
const redirect_uri = `http://localhost:3299${at}/callback`
const profile = { profile_key: 'p'.repeat(22), platform: 'github', name: 'Ann' }
const tooLate = '/login?notice=platform_visit_over'

beforeEach(() => {
  const url = vouchedUrl.parse('https://github.com/login/oauth/authorize?state=the-state')
  fake.answer('thirdPartyStart', done({ platform: 'github', url, state: 'the-state', ...secrets, redirect_uri }))
})

afterEach(() => vi.useRealTimers())

const leave = (browser: Browser, query = '') => browser.visit(at + query)
const leaving = async (query = '') => {
  const browser = openBrowser()
  await leave(browser, query)
  return browser
}
const comeBack = (browser: Browser, query = 'code=the-code&state=the-state', platform = 'github') =>
  browser.visit(`/passport/web/auth/${platform}/callback?${query}`)

it('security: a browser goes to a provider with a cookie that reveals nothing, and is signed in at the page', async () => {
  const browser = openBrowser()
  const left = await leave(browser, '?next=%2Fsettings%2Fprofile')
  expect(left.location).toBe('https://github.com/login/oauth/authorize?state=the-state')
  for (const secret of ['the-state', ...Object.values(secrets)]) expect(left.setCookies.join()).not.toContain(secret)
  fake.answer('authLogin', signedIn())
  expect((await comeBack(browser)).location).toBe('/settings/profile')
  expect(fake.inputsOf('authLogin')).toMatchObject([{ platform: 'github', code: 'the-code', ...secrets, redirect_uri }])
})

it('happy: an unbound identity is bound with the password of an account', async ({ browser }) => {
  fake.answer('authLogin', refuse('not_bound', profile))
  expect((await comeBack(browser)).location).toBe('/login/bind')
  expect((await browser.visit('/login/bind')).data).toEqual({ platform: 'github', name: 'Ann' })
  fake.answer('bindLogin', done({ ...session, bound: true }))
  fake.answer('rememberAccount', done({ device_token: deviceToken, masked: 'a***', expires_at: session.expires_at }))
  expectRedirect(await browser.submit('/login/bind', { account: 'ann', password: 'x', remember: '1' }), '/settings')
  expect(fake.inputsOf('rememberAccount')).toHaveLength(1)
  expect(fake.inputsOf('bindLogin')).toMatchObject([{ profile_key: profile.profile_key, account: 'ann' }])
})

const session = { user_id: '1', is_new_user: false, expires_at: '2030-01-01T00:00:00.000Z' }
const restorable = { restorable_until: '2030-01-01T00:00:00.000Z', time_zone: null }
const connection = [{ platform: 'github', profile_key: profile.profile_key }]

/** A browser that returned with an unbound identity. */
const atTheBinding = async (query = '') => {
  const browser = await leaving(query)
  fake.answer('authLogin', refuse('not_bound', profile))
  await comeBack(browser)
  return browser
}

/** The same, with the number of an account, at the page of its code. */
const atTheCode = async (query = '') => {
  const browser = await atTheBinding(query)
  fake.answer('sendCode', smsSent())
  await browser.submit('/login/bind/mobile', { mobile: '138 0000 0001', region: 'CN' })
  return browser
}

const toConfirm = refuse('confirmation_required', { ticket, ways: [{ way: 'password', masked: '' }] })

it('happy: a sign-in that needs confirmation connects the identity afterwards, and the page says so', async () => {
  const wanted = '?next=%2Fsettings%2Fprofile'
  const browser = await atTheCode(wanted)
  fake.answer('bindLogin', toConfirm)
  const asked = await browser.submit(`/login/bind/code${wanted}`, { code: '123456', remember: '1' })
  expect(asked.location).toMatch(/^\/login\/sms\/confirm/)
  const main = await browser.mainAt('/login/sms/confirm')
  expect(main).toContain(t('bindLogin.waits', { identity: platformAccount('en', 'github', 'Ann') }))
  expect(main).not.toContain(profile.profile_key)
  expect(fake.inputsOf('bindAuth')).toEqual([])
  fake.answer('confirmSignIn', signedIn())
  fake.answer('rememberAccount', done({ device_token: deviceToken, masked: 'a***', expires_at: session.expires_at }))
  fake.answer('bindAuth', done({ platform: 'github', name: 'Ann' }))
  const landed = await browser.submit('/login/sms/confirm', { password: 'x' })
  expect(fake.inputsOf('bindAuth')).toMatchObject(connection)
  expect(fake.inputsOf('rememberAccount')).toHaveLength(1)
  expect(landed.location).toBe('/settings/profile')
})

it('happy: a cancelled account that is restored receives the identity', async () => {
  const browser = await atTheBinding()
  fake.answer('bindLogin', refuse('account_cancelled', { ticket, ...restorable }))
  await browser.submit('/login/bind', { account: 'ann', password: 'x' })
  expect(fake.inputsOf('bindLogin')).toMatchObject([{ need_frozen_user: 1 }])
  const path = '/account-help/restore/confirm'
  expect(await browser.mainAt(path)).toContain(platformAccount('en', 'github', 'Ann'))
  fake.answers({ undoCancellation: signedIn(), bindAuth: done({ platform: 'github', name: 'Ann' }) })
  expect(await browser.submit(path, {})).toMatchObject({ location: '/settings?notice=account_restored' })
  expect(fake.inputsOf('bindAuth')).toMatchObject(connection)
})

it('error: a signed-in person without the identity gets a message, and continues from there', async () => {
  const wanted = '?next=%2Fsettings%2Fprofile'
  const told = '/settings/third-party?notice=platform_not_connected&next=%2Fsettings%2Fprofile'
  const browser = await atTheCode(wanted)
  fake.answer('bindLogin', toConfirm)
  await browser.submit(`/login/bind/code${wanted}`, { code: '123456' })
  fake.answers({ confirmSignIn: signedIn(), bindAuth: refuse('ticket_refused', {}) })
  expect((await browser.submit('/login/sms/confirm', { password: 'x' })).location).toBe(told)
  fake.answer('bindVerifyInfo', done({ ways: [], platforms: [] }))
  expectTexts(await browser.mainAt(told), { shown: [t('notice.platform_not_connected'), 'href="/settings/profile"'] })
  const other = await atTheBinding(wanted)
  fake.answer('bindLogin', done({ ...session, bound: false }))
  expect((await other.submit('/login/bind', { account: 'ann', password: 'x' })).location).toBe(told)
})

it('security: an ordinary sign-in that needs confirmation connects nothing', async () => {
  const browser = openBrowser()
  fake.answer('sendCode', smsSent())
  await browser.submit('/login/sms', { mobile: '138 0000 0001', region: 'CN' })
  fake.answer('smsLoginOnly', toConfirm)
  await browser.submit('/login/sms/code', { code: '123456' })
  fake.answer('confirmSignIn', signedIn())
  expect(await browser.submit('/login/sms/confirm', { password: 'x' })).toMatchObject({ location: '/settings' })
  expect(fake.inputsOf('bindAuth')).toEqual([])
})

/** A signed-in person who has come back, before anything is connected. */
const atTheQuestion = async () => {
  const browser = await signedInBrowser(fake)
  await leave(browser)
  fake.answer('authProfile', done(profile))
  expect((await comeBack(browser)).location).toBe('/settings/third-party/new')
  fake.answer('bindVerifyInfo', done({ ways: [], platforms: [] }))
  fake.answer('checkLogin', done({ signed_in: true, account: { user_id: '1', username: 'ann' } }))
  return browser
}

it('security: only the form connects, and an identity of another account is refused with a link to choose another', async () => {
  const browser = await atTheQuestion()
  await browser.visit('/settings/third-party/new')
  expect(fake.inputsOf('bindAuth')).toEqual([])
  fake.answer('bindAuth', refuse('held_by_other', { field: 'platform' }))
  const { status, main } = await browser.show('/settings/third-party/new', { fields: {} })
  expect(status).toBe(422)
  expect(main).toContain('This account of the other service is connected to another account here.')
  expect(main).toContain(`<a class="button" href="${at}">Choose a different account</a>`)
  expect(main).not.toContain('value="Connect"')
  // Nor what connecting it would have done.
  expect(main).not.toContain('to the account ann')
})

it.each([
  ['without a state', 'code=the-code'],
  ['with a foreign state', 'code=the-code&state=another'],
])('security: an answer %s is ignored, and the visit continues', async (_, query) => {
  const browser = await leaving()
  expect((await comeBack(browser, query)).location).toBe(tooLate)
  expect(fake.inputsOf('authLogin')).toEqual([])
  fake.answer('authLogin', signedIn())
  expect((await comeBack(browser)).location).toBe('/settings')
})

it('security: an answer is used once, by the browser that began, at the same platform', async ({ browser }) => {
  expect((await comeBack(openBrowser())).location).toBe(tooLate)
  expect((await comeBack(browser, undefined, 'google')).location).toBe(tooLate)
  fake.answer('authLogin', refuse('platform_refused', {}))
  expect((await comeBack(browser)).location).toBe(tooLate)
  expect((await comeBack(browser)).location).toBe(tooLate)
  expect(fake.inputsOf('authLogin')).toHaveLength(1)
})

it('error: an account that an operator suspended is reported where the visit began', async ({ browser }) => {
  fake.answer(
    'authLogin',
    refuse('account_frozen', { frozen_at: restorable.restorable_until, reason: 'x', time_zone: null }),
  )
  expect((await comeBack(browser)).location).toBe('/login?notice=account_frozen')
})

it('security: a visit ends for the person who began it: signed out, or signed in', async ({ browser }) => {
  const kept = browser.jar.get('butterfly_visit') ?? ''
  const other = await signedInBrowser(fake)
  other.jar.set('butterfly_visit', kept)
  const over = '/settings/third-party?notice=platform_visit_over'
  expect((await comeBack(other)).location).toBe(over)
  await leave(other)
  other.jar.delete('butterfly_session')
  expect((await comeBack(other)).location).toBe(tooLate)
  for (const call of ['authLogin', 'authProfile'] as const) expect(fake.inputsOf(call)).toEqual([])
})

it('error: a visit longer than 10 minutes has expired', async ({ browser }) => {
  vi.useFakeTimers({ now: Date.now() + 11 * 60_000, toFake: ['Date'] })
  expect((await comeBack(browser)).location).toBe(tooLate)
  expect(fake.inputsOf('authLogin')).toEqual([])
})

it('error: a code that is too long is not sent to the provider', async ({ browser }) => {
  expectRedirect(await comeBack(browser, `state=the-state&code=${'x'.repeat(2049)}`), '/login?notice=platform_declined')
})

it('error: a person who declines, or whose provider is down, gets a message where they began', async ({ browser }) => {
  expect((await comeBack(browser, 'state=the-state')).location).toBe('/login?notice=platform_declined')
  await leave(browser)
  fake.answer('authLogin', refuse('platform_unreachable', {}))
  expect((await comeBack(browser)).location).toBe('/login?notice=platform_unreachable')
  fake.answer('thirdPartyStart', refuse('platform_unreachable', {}))
  expect((await leave(browser)).location).toBe('/login?notice=platform_unreachable')
})

it('happy: a person who cancelled their account is led to restore it, and continues to the requested page', async () => {
  const browser = await leaving('?next=%2Fsettings%2Fprofile')
  fake.answer('authLogin', refuse('account_cancelled', { ticket, ...restorable }))
  const arrived = await comeBack(browser)
  expect(fake.inputsOf('authLogin')).toMatchObject([{ need_frozen_user: 1 }])
  expect(arrived.location).toBe('/account-help/restore/confirm?next=%2Fsettings%2Fprofile')
  expect(arrived.setCookies.join()).toMatch(/butterfly_visit=;/)
})

it('error: a platform that is not set up is not found', async () => {
  fake.answer('thirdPartyStart', refuse('no_such_platform', {}))
  expect((await leave(openBrowser())).status).toBe(404)
})

describe('the third-party identities of an account', () => {
  const home = '/settings/third-party'
  const removed = `${home}?notice=platform_removed`

  const platforms = [
    { platform: 'wechat', name: 'Ann at WeChat', bound_at: '2026-01-02T03:04:05.000Z' },
    { platform: 'qq', name: 'Ann at QQ', bound_at: '2026-02-03T04:05:06.000Z' },
  ]
  const browser = withPerson(fake)
  beforeEach(() => {
    fake.answer('bindVerifyInfo', done({ ways: [{ way: 'mobile', masked: '+86 138****0001' }], platforms }))
  })

  it('happy: the page lists the third-party identities, and shows the flash message', async () => {
    expect(await browser.arrive(removed)).toMatchObject({
      status: 200,
      data: { platforms, notice: 'platform_removed' },
    })
  })

  it('happy: an identity with a picture is shown with it, served from our site', async () => {
    const pictured = platforms.map((each, nth) => ({ ...each, picture: nth === 0 ? 'key-of-the-picture' : null }))
    fake.answer('bindVerifyInfo', done({ ways: [], platforms: pictured }))
    const main = await browser.mainAt(home)
    expect(main.match(/<img [^>]*src="([^"]+)"/g)).toHaveLength(1)
    expect(main).toContain('src="/passport/image/key-of-the-picture"')
  })

  it('happy: without a third-party identity the list is empty', async () => {
    fake.answer('bindVerifyInfo', done({ ways: [], platforms: [] }))
    expect((await browser.visit(home)).data).toEqual({ platforms: [], offered: [], notice: null, goesOn: null })
  })

  it('happy: a pending removal is shown once, with its time and platform, and can be stopped but not repeated', async () => {
    const at = '2030-01-03T00:00:00.000Z'
    fake.answer('unbindPlatform', done({ done: false, takes_effect_at: at }))
    const { location } = await browser.submit(`${home}/qq`)
    expect(location).toBe(`${home}?notice=platform_removal_asked`)
    const pending = platforms.slice(1).map((each) => ({ ...each, changes_at: at, becomes: null }))
    fake.answer('bindVerifyInfo', done({ ways: [], platforms: pending }))
    expect((await browser.visit(home)).data).toMatchObject({ platforms: [{ pending: { at, becomes: null } }] })
    const main = await browser.mainAt(location ?? '')
    expect(main).toContain('<strong>QQ</strong>')
    expect(main.match(/role="status"/g)).toHaveLength(1)
    expectTexts(main, { hidden: [t('notice.platform_removal_asked'), `href="${home}/qq"`] })
    expect((await browser.visit(`${home}/qq`)).location).toBe(home)
    expect((await browser.visit(`${home}/qq/keep`)).data).toMatchObject({ pending: { at } })
    fake.answer('stopPendingChange', done({ done: true }))
    expect((await browser.submit(`${home}/qq/keep`)).location).toBe(`${home}?notice=platform_kept`)
    expect(fake.inputsOf('stopPendingChange')).toEqual([{ platform: 'qq' }])
  })

  it('error: the page that cannot unbind the last sign-in method says so without a form error', async () => {
    fake.answer('unbindPlatform', refuse('last_way', { of: 'own' }))
    const { main } = await browser.show(`${home}/qq`, { fields: {} })
    expect(main).toContain(`<h2>${t('form.errors_title_general')}</h2><p>`)
  })

  it('error: an unbound platform redirects to the list', async () => {
    expect((await browser.visit(`${home}/nowhere`)).location).toBe(home)
  })

  it.each(['mobile', 'email', '__proto__'])(
    'security: the platform %s does not exist, and nothing is unbound',
    async (platform) => {
      expect((await browser.visit(`${home}/${platform}`)).location).toBe(home)
      expect((await browser.submit(`${home}/${platform}`)).location).toBe(removed)
      expect(fake.inputsOf('unbindPlatform')).toEqual([])
    },
  )
})

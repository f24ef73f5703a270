import { beforeEach, describe, expect } from 'vitest'
import { done, emailSent, infoOf, refuse, signedIn, smsSent, ticket } from '#tests/app/browser/answers'
import { type Browser, expectRedirect, expectTexts, openBrowser, withFakeAccountApi } from '#tests/app/browser/browser'
import { signedInBrowser, visiting } from '#tests/app/browser/person'
import { forged } from '#tests/fixtures/forged'
import { listsAccounts } from '~/session/remembered-accounts.server'

const fake = withFakeAccountApi()
const it = visiting(fake).extend('begun', () => remembering())

const expires_at = '2030-01-01T00:00:00.000Z'
const family = 'f'.repeat(22)
const [first, second] = [`${family}.${'1'.repeat(22)}`, `${family}.${'2'.repeat(22)}`]
const masked = '+86 138****0001'
/** As pages show it: in one line. */
const shown = '+86\u00a0138****0001'
const remembered = (device_token: string) => ({ device_token, masked, name: 'Ann', avatar: 'a'.repeat(43), expires_at })
const entered = () => done({ user_id: '1', is_new_user: false, expires_at, remembered: remembered(second) })
const needed = refuse('code_needed', { sms_code_key: 'key-of-the-code-1', way: 'mobile', masked, retry_after: 60 })
const over = refuse('remembered_over', {})

const typed = { account: 'ann', password: 'fourteen calm violins' }
const inputs = (name: Parameters<typeof fake.inputsOf>[0]) => fake.inputsOf(name)

/** A browser that remembers an account, and is signed out. */
const remembering = async () => {
  const browser = openBrowser()
  await browser.submit('/login', { ...typed, remember: '1' })
  browser.jar.delete('butterfly_session')
  return browser
}

/** What the list of the sign-in page names the account by. */
const keyIn = async (browser: Browser, path = '/login'): Promise<string> => {
  return /name="account" value="([\w-]{11})"/.exec(await browser.mainAt(path))?.[1] ?? ''
}

/** A browser that remembers an account, at the page that requires its code. */
const atTheCode = async () => {
  const browser = await remembering()
  fake.answer('quickLogin', needed)
  expect((await browser.submit('/login/quick', { account: await keyIn(browser) })).location).toBe('/login/quick/code')
  return browser
}

beforeEach(() => fake.answers({ accountLoginV2: signedIn(), rememberAccount: done(remembered(first)) }))

describe('an account that this device remembers', () => {
  it('happy: an account is remembered only by a tick at the sign-in', async () => {
    await openBrowser().submit('/login', typed)
    expect(inputs('rememberAccount')).toEqual([])
    expect(inputs('accountLoginV2')).toMatchObject([{ ...typed, kick_other: 0 }])
    const browser = await remembering()
    expect(inputs('rememberAccount')).toEqual([{}])
    const page = await browser.mainAt('/login')
    expect(page).toMatch(/\/passport\/image\/a{43}[^>]*\/> <bdi>Ann<\/bdi>[\s\S]*class="button" value="Sign in as/)
    expectTexts(page, { shown: [`Sign in as ${shown}`, 'class="button quiet" value="Sign in"'] })
  })

  it('happy: a tick at a sign-in with a code, or with an email and a password, also remembers the account', async () => {
    const isListed = async (browser: Browser) => {
      browser.jar.delete('butterfly_session')
      return (await keyIn(browser)) !== ''
    }
    const [email, code, tick] = ['ann@example.com', '123456', { remember: '1' }]
    const mobile = { mobile: '13800000001', region: 'CN' }
    fake.answers({ sendCode: smsSent(), sendEmailCode: emailSent() })
    for (const name of ['smsLoginOnly', 'emailCodeLogin', 'emailLogin'] as const) fake.answer(name, signedIn())
    const ways = [
      { begin: ['/login/sms', mobile], end: ['/login/sms/code', { code }] },
      { begin: ['/login/email', { email }], end: ['/login/email/code', { code }] },
      { begin: null, end: ['/login/email/password', { email, password: 'x' }] },
    ] as const
    for (const { begin, end } of ways)
      for (const ticked of [tick, {}]) {
        const browser = openBrowser()
        if (begin) await browser.submit(begin[0], begin[1])
        expect((await browser.submit(end[0], { ...end[1], ...ticked })).location).toBe('/settings')
        expect(await isListed(browser)).toBe(ticked === tick)
      }
  })

  it('happy: the tick is kept on the page that creates an account', async ({ browser }) => {
    fake.answers({ sendCode: smsSent(), smsLoginOnly: refuse('not_registered', { ticket }) })
    fake.answer('smsLoginContinue', signedIn(true))
    await browser.submit('/login/sms', { mobile: '13800000001', region: 'CN' })
    const { location } = await browser.submit('/login/sms/code', { code: '123456', remember: '1' })
    expect(await browser.submit(location ?? '')).toMatchObject({ location: '/settings?notice=account_created' })
    expect(inputs('rememberAccount')).toEqual([{}])
  })

  it('happy: one tap signs in, continues to the requested page, and keeps the next token', async () => {
    const browser = await remembering()
    fake.answer('quickLogin', entered)
    const account = await keyIn(browser)
    expectRedirect(await browser.submit('/login/quick?next=%2Fsettings%2Fprofile', { account }), '/settings/profile')
    browser.jar.delete('butterfly_session')
    await browser.submit('/login/quick', { account })
    expect(inputs('quickLogin')).toMatchObject([{ device_token: first }, { device_token: second }])
  })

  it('happy: a required code can be resent, and signs in', async () => {
    const browser = await atTheCode()
    expect(await browser.mainAt('/login/quick/code')).toContain(shown)
    expect((await browser.submit('/login/quick/code', { resend_code: 'x' })).location).toBe('/login/quick/code')
    fake.answer('quickLogin', entered)
    expect(await browser.submit('/login/quick/code', { code: '123456' })).toMatchObject({ location: '/settings' })
    const judged = { device_token: first, code: '123456', sms_code_key: 'key-of-the-code-1' }
    expect(inputs('quickLogin').at(-1)).toMatchObject(judged)
  })

  it('error: an account that is no longer remembered leaves the list, and the page says so', async () => {
    const browser = await remembering()
    fake.answer('quickLogin', over)
    const landed = await browser.submit('/login/quick', { account: await keyIn(browser) })
    expect(landed.location).toBe('/login?notice=remembered_over')
    expect(await keyIn(browser)).toBe('')
  })

  it('happy: an account is removed from the list, here and at the account API', async ({ begun: browser }) => {
    fake.answer('forgetAccount', done({ done: true }))
    const account = await keyIn(browser, '/login/quick')
    expectRedirect(await browser.submit('/login/quick', { account, forget: 'x' }), '/login?notice=account_forgotten')
    expect(inputs('forgetAccount')).toEqual([{ device_token: first }])
    expect(await browser.visit('/login/quick')).toMatchObject({ location: '/login' })
  })

  it('happy: one press removes all accounts from the list', async ({ begun: browser }) => {
    fake.answer('accountLoginV2', done({ user_id: '2', is_new_user: false, expires_at }))
    const another = `${'g'.repeat(22)}.${'1'.repeat(22)}`
    fake.answer('rememberAccount', done({ ...remembered(another), masked: 'b***@example.com' }))
    await browser.submit('/login', { ...typed, remember: '1' })
    browser.jar.delete('butterfly_session')
    fake.answer('forgetAccount', done({ done: true }))
    expect(await browser.mainAt('/login/quick')).toContain('name="forget_all"')
    await browser.submit('/login/quick', { forget_all: 'x' })
    expect(inputs('forgetAccount')).toHaveLength(2)
    expect(await keyIn(browser)).toBe('')
  })

  it('happy: leaving the device removes all accounts from the list and ends the session', async ({ browser }) => {
    await browser.submit('/login', { ...typed, remember: '1' })
    fake.answers({ forgetAccount: done({ done: true }), logout: done({ done: true }) })
    expectRedirect(await browser.submit('/login/quick', { forget_all: 'x' }), '/login?notice=signed_out')
    expect(inputs('forgetAccount')).toEqual([{ device_token: first }])
    expect(inputs('logout')).toEqual([{ all: 0 }])
    expect(await browser.visit('/settings/accounts')).toMatchObject({ location: '/login?next=%2Fsettings%2Faccounts' })
    expect(await keyIn(browser)).toBe('')
  })

  it('happy: remembering the account again replaces the device’s token', async ({ begun: browser }) => {
    await browser.submit('/login', { ...typed, remember: '1' })
    expect(inputs('rememberAccount').at(-1)).toEqual({ device_token: first })
  })

  it('happy: a button in the settings remembers the signed-in account, however it signed in', async ({ person }) => {
    fake.answers({ listRememberedDevices: done({ devices: [], time_zone: 'UTC' }), accountInfo: done(infoOf()) })
    fake.answer('listSessions', done({ sessions: [] }))
    expect(await person.mainAt('/settings/accounts')).toContain('action="/login/quick"')
    fake.answer('checkLogin', done({ signed_in: true, account: { user_id: '1', username: 'ann' } }))
    const landed = await person.submit('/login/quick', { remember: 'x' })
    expect(landed.location).toBe('/settings/accounts?notice=account_remembered')
    expect(inputs('rememberAccount')).toEqual([{}])
    person.jar.delete('butterfly_session')
    expect(await keyIn(person)).not.toBe('')
  })

  it('security: neither another browser’s form nor a browser without a session can remember an account', async () => {
    const foreign = { token: openBrowser().formToken() }
    const browser = await signedInBrowser(fake)
    expect((await browser.submit('/login/quick', { remember: 'x' }, foreign)).status).toBe(403)
    fake.answer('checkLogin', done({ signed_in: false }))
    expectRedirect(await openBrowser().submit('/login/quick', { remember: 'x' }), '/login?next=%2Fsettings%2Faccounts')
    expect(inputs('rememberAccount')).toEqual([])
  })
})

describe('the list', () => {
  it('security: the list has a masked name alone, and its page is not kept in the page memory', async () => {
    const browser = await remembering()
    for (const path of ['/login', '/login/quick']) {
      const { html } = await browser.show(path)
      for (const secret of [family, '1'.repeat(22), '13800000001']) expect(html).not.toContain(secret)
    }
    expect(listsAccounts('/login', browser.cookieHeader('/login'))).toBe(true)
    expect(listsAccounts('/login/sms', browser.cookieHeader('/login'))).toBe(false)
    expect(listsAccounts('/login', openBrowser().cookieHeader('/login'))).toBe(false)
  })

  it('security: the list’s cookie is sealed, is sent to the sign-in pages only, and is ignored after any change', async () => {
    const browser = await remembering()
    const sealed = browser.jar.get('butterfly_accounts') ?? ''
    expect(sealed.split('.')).toHaveLength(5)
    expect(browser.cookieHeader('/settings')).not.toContain('butterfly_accounts')
    browser.jar.set('butterfly_accounts', forged(sealed))
    expect(await keyIn(browser)).toBe('')
    expect(browser.jar.has('butterfly_accounts')).toBe(false)
  })

  it('error: an account that is not in the list redirects to the sign-in page, without a call', async ({ browser }) => {
    expectRedirect(await browser.submit('/login/quick', { account: 'AAAAAAAAAAA' }), '/login?notice=remembered_over')
    expect(inputs('quickLogin')).toEqual([])
  })
})

it('happy: the settings list the devices that remember the account, and can end each', async ({ person }) => {
  const client = { browser: 'Firefox', system: 'Windows' }
  const device = { device_id: 'there', client, address: '203.0.113.7', used_at: expires_at }
  fake.answers({ listRememberedDevices: done({ devices: [device], time_zone: null }), accountInfo: done(infoOf()) })
  fake.answers({ listSessions: done({ sessions: [] }), endRememberedDevice: done({ done: true }) })
  expect(await person.mainAt('/settings/accounts')).toContain('203.0.113.7')
  const landed = await person.submit('/settings/accounts', { device_id: 'there' })
  expectRedirect(landed, '/settings/accounts?notice=device_ended')
  expect(inputs('endRememberedDevice')).toEqual([{ device_id: 'there' }])
})

import { beforeEach, describe, expect, it } from 'vitest'
import * as emailCode from '../../app/routes/login/email/code/route'
import * as emailPassword from '../../app/routes/login/email/password/route'
import * as emailStart from '../../app/routes/login/email/route'
import * as code from '../../app/routes/login/quick/code/route'
import * as quick from '../../app/routes/login/quick/route'
import * as signIn from '../../app/routes/login/route'
import * as smsCode from '../../app/routes/login/sms/code/route'
import * as smsCreate from '../../app/routes/login/sms/create/route'
import * as sms from '../../app/routes/login/sms/route'
import * as devices from '../../app/routes/settings/devices/route'
import { listsAccounts } from '../../app/session/remembered-accounts.server'
import { done, refuse } from '../../contract/server'
import { emailSent, signedIn, smsSent, ticket } from './answers'
import { type Browser, openBrowser, withFakeAccountApi } from './browser'
import { askFor } from './page'
import { signedInBrowser } from './person'

const fake = withFakeAccountApi()

const expires_at = '2030-01-01T00:00:00.000Z'
const family = 'f'.repeat(22)
const [first, second] = [`${family}.${'1'.repeat(22)}`, `${family}.${'2'.repeat(22)}`]
const masked = '+86 138****0001'
/** As pages show it: in one line. */
const shown = '+86\u00a0138****0001'
const remembered = (device_token: string) => ({ device_token, masked, expires_at })
const entered = () => done({ user_id: '1', is_new_user: false, expires_at, remembered: remembered(second) })
const needed = refuse('code_needed', { sms_code_key: 'key-of-the-code-1', way: 'mobile', masked, retry_after: 60 })
const over = refuse('remembered_over', {})

const typed = { account: 'ann', password: 'fourteen calm violins' }
const inputs = (name: Parameters<typeof fake.inputsOf>[0]) => fake.inputsOf(name)

/** A browser that remembers an account, and is signed out. */
const remembering = async () => {
  const browser = openBrowser()
  await browser.send(signIn, '/login', { ...typed, remember: '1' })
  browser.jar.delete('butterfly_session')
  return browser
}

/** What the list of the sign-in page names the account by. */
const keyIn = async (browser: Browser, path = '/login'): Promise<string> => {
  const { main } = await askFor(browser, path === '/login' ? signIn : quick, path)
  return /name="account" value="([\w-]{11})"/.exec(main)?.[1] ?? ''
}

beforeEach(() => {
  fake.answer('accountLoginV2', signedIn())
  fake.answer('rememberAccount', done(remembered(first)))
})

describe('an account that this device remembers', () => {
  it('happy: is remembered by a tick at the sign-in, and by nothing else', async () => {
    await openBrowser().send(signIn, '/login', typed)
    expect(inputs('rememberAccount')).toEqual([])
    expect(inputs('accountLoginV2')).toMatchObject([{ ...typed, kick_other: 0 }])
    const browser = await remembering()
    expect(inputs('rememberAccount')).toEqual([{}])
    expect((await askFor(browser, signIn, '/login')).main).toContain(`Sign in as ${shown}`)
  })

  it('happy: a tick at a sign-in with a code, or with an email and a password, has it remembered, too', async () => {
    const isListed = async (browser: Browser) => {
      browser.jar.delete('butterfly_session')
      return (await keyIn(browser)) !== ''
    }
    const [email, code, tick] = ['ann@example.com', '123456', { remember: '1' }]
    const mobile = { mobile: '13800000001', region: 'CN' }
    fake.answer('sendCode', smsSent())
    fake.answer('sendEmailCode', emailSent())
    for (const name of ['smsLoginOnly', 'emailCodeLogin', 'emailLogin'] as const) fake.answer(name, signedIn())
    const sends: ((browser: Browser, ticked: object) => Promise<unknown>)[] = [
      async (browser, ticked) => {
        await browser.send(sms, '/login/sms', mobile)
        return browser.send(smsCode, '/login/sms/code', { code, ...ticked })
      },
      async (browser, ticked) => {
        await browser.send(emailStart, '/login/email', { email })
        return browser.send(emailCode, '/login/email/code', { code, ...ticked })
      },
      (browser, ticked) => browser.send(emailPassword, '/login/email/password', { email, password: 'x', ...ticked }),
    ]
    for (const send of sends)
      for (const ticked of [tick, {}]) {
        const browser = openBrowser()
        expect(await send(browser, ticked)).toMatchObject({ location: '/settings' })
        expect(await isListed(browser)).toBe(ticked === tick)
      }
  })

  it('happy: the tick goes along to the page that makes an account', async () => {
    const browser = openBrowser()
    fake.answer('sendCode', smsSent())
    fake.answer('smsLoginOnly', refuse('not_registered', { ticket }))
    fake.answer('smsLoginContinue', signedIn(true))
    await browser.send(sms, '/login/sms', { mobile: '13800000001', region: 'CN' })
    const { location } = await browser.send(smsCode, '/login/sms/code', { code: '123456', remember: '1' })
    expect(await browser.send(smsCreate, location ?? '')).toMatchObject({ location: '/settings' })
    expect(inputs('rememberAccount')).toEqual([{}])
  })

  it('happy: the other tick signs out everywhere else', async () => {
    await openBrowser().send(signIn, '/login', { ...typed, kick_other: '1' })
    expect(inputs('accountLoginV2')).toMatchObject([{ ...typed, kick_other: 1 }])
  })

  it('happy: a tap signs in, leads to where the person wanted to go, and keeps the next token', async () => {
    const browser = await remembering()
    fake.answer('quickLogin', entered)
    const account = await keyIn(browser)
    const landed = await browser.send(quick, '/login/quick?next=%2Fsettings%2Fprofile', { account })
    expect(landed.location).toBe('/settings/profile')
    browser.jar.delete('butterfly_session')
    await browser.send(quick, '/login/quick', { account })
    expect(inputs('quickLogin')).toMatchObject([{ device_token: first }, { device_token: second }])
  })

  it('happy: a code is asked for, sent again, and signs in', async () => {
    const browser = await remembering()
    fake.answer('quickLogin', needed)
    const account = await keyIn(browser)
    expect(await browser.send(quick, '/login/quick', { account })).toMatchObject({ location: '/login/quick/code' })
    expect((await askFor(browser, code, '/login/quick/code')).main).toContain(shown)
    expect(await browser.send(code, '/login/quick/code', { resend_code: 'x' })).toMatchObject({
      location: '/login/quick/code',
    })
    fake.answer('quickLogin', entered)
    expect(await browser.send(code, '/login/quick/code', { code: '123456' })).toMatchObject({ location: '/settings' })
    expect(inputs('quickLogin').at(-1)).toMatchObject({
      device_token: first,
      code: '123456',
      sms_code_key: 'key-of-the-code-1',
    })
  })

  it('happy: a cancelled account leads to the page that restores it, once a code has proven its person', async () => {
    const browser = await remembering()
    fake.answer('quickLogin', needed)
    await browser.send(quick, '/login/quick', { account: await keyIn(browser) })
    const restorable = { ticket: 'a-ticket-that-restores', restorable_until: expires_at, time_zone: null }
    fake.answer('quickLogin', refuse('account_cancelled', restorable))
    expect(await browser.send(code, '/login/quick/code', { code: '123456' })).toMatchObject({
      location: '/account-help/restore/confirm',
    })
    expect(inputs('quickLogin').at(-1)).toMatchObject({ need_frozen_user: 1 })
  })

  it('error: one that is not remembered any more leaves the list, and the page says so', async () => {
    const browser = await remembering()
    fake.answer('quickLogin', over)
    const landed = await browser.send(quick, '/login/quick', { account: await keyIn(browser) })
    expect(landed.location).toBe('/login?notice=remembered_over')
    expect(await keyIn(browser)).toBe('')
  })

  it('happy: it is taken off the list, here and at the account API', async () => {
    const browser = await remembering()
    fake.answer('forgetAccount', done({ done: true }))
    const account = await keyIn(browser, '/login/quick')
    expect(await browser.send(quick, '/login/quick', { account, forget: 'x' })).toMatchObject({
      location: '/login?notice=account_forgotten',
    })
    expect(inputs('forgetAccount')).toEqual([{ device_token: first }])
    expect(await browser.open(quick, '/login/quick')).toMatchObject({ location: '/login' })
  })

  it('happy: all of them are taken off the list at once', async () => {
    const browser = await remembering()
    fake.answer('accountLoginV2', done({ user_id: '2', is_new_user: false, expires_at }))
    const another = `${'g'.repeat(22)}.${'1'.repeat(22)}`
    fake.answer('rememberAccount', done({ ...remembered(another), masked: 'b***@example.com' }))
    await browser.send(signIn, '/login', { ...typed, remember: '1' })
    browser.jar.delete('butterfly_session')
    fake.answer('forgetAccount', done({ done: true }))
    expect((await askFor(browser, quick, '/login/quick')).main).toContain('name="forget_all"')
    await browser.send(quick, '/login/quick', { forget_all: 'x' })
    expect(inputs('forgetAccount')).toHaveLength(2)
    expect(await keyIn(browser)).toBe('')
  })

  it('happy: somebody who is signed in leaves the device: all of them are taken off the list, and the session ends', async () => {
    const browser = openBrowser()
    await browser.send(signIn, '/login', { ...typed, remember: '1' })
    fake.answer('forgetAccount', done({ done: true }))
    fake.answer('logout', done({ done: true }))
    const landed = await browser.send(quick, '/login/quick', { forget_all: 'x' })
    expect(landed).toMatchObject({ location: '/login?notice=signed_out' })
    expect(inputs('forgetAccount')).toEqual([{ device_token: first }])
    expect(inputs('logout')).toEqual([{ all: 0 }])
    expect(await browser.open(devices, '/settings/devices')).toMatchObject({
      location: '/login?next=%2Fsettings%2Fdevices',
    })
    expect(await keyIn(browser)).toBe('')
  })

  it('happy: remembering it again replaces the token that this device had', async () => {
    const browser = await remembering()
    await browser.send(signIn, '/login', { ...typed, remember: '1' })
    expect(inputs('rememberAccount').at(-1)).toEqual({ device_token: first })
  })

  it('happy: a button of the settings has the account remembered that is signed in, however it was', async () => {
    const browser = await signedInBrowser(fake)
    fake.answer('listRememberedDevices', done({ devices: [], time_zone: 'UTC' }))
    expect((await askFor(browser, devices, '/settings/devices')).main).toContain('action="/login/quick"')
    fake.answer('checkLogin', done({ signed_in: true, account: { user_id: '1', username: 'ann' } }))
    const landed = await browser.send(quick, '/login/quick', { remember: 'x' })
    expect(landed.location).toBe('/settings/devices?notice=account_remembered')
    expect(inputs('rememberAccount')).toEqual([{}])
    browser.jar.delete('butterfly_session')
    expect(await keyIn(browser)).not.toBe('')
  })

  it('security: a form of another browser, and a browser without a session, have nothing remembered', async () => {
    const foreign = { token: openBrowser().formToken() }
    const browser = await signedInBrowser(fake)
    expect((await browser.send(quick, '/login/quick', { remember: 'x' }, foreign)).status).toBe(403)
    fake.answer('checkLogin', done({ signed_in: false }))
    const out = await openBrowser().send(quick, '/login/quick', { remember: 'x' })
    expect(out.location).toBe('/login?next=%2Fsettings%2Fdevices')
    expect(inputs('rememberAccount')).toEqual([])
  })
})

describe('the list', () => {
  it('security: has a masked name, and neither a token nor an id nor an address', async () => {
    const browser = await remembering()
    for (const [page, path] of [
      [signIn, '/login'],
      [quick, '/login/quick'],
    ] as const) {
      const { html } = await askFor(browser, page, path)
      for (const secret of [family, '1'.repeat(22), '13800000001']) expect(html).not.toContain(secret)
    }
  })

  it('security: its cookie is sealed, goes to the sign-in pages alone, and means nothing once it was changed', async () => {
    const browser = await remembering()
    const sealed = browser.jar.get('butterfly_accounts') ?? ''
    expect(sealed.split('.')).toHaveLength(5)
    expect(browser.cookieHeader('/settings')).not.toContain('butterfly_accounts')
    browser.jar.set('butterfly_accounts', `${sealed.slice(0, -3)}AAA`)
    expect(await keyIn(browser)).toBe('')
    expect(browser.jar.has('butterfly_accounts')).toBe(false)
  })

  it('security: no copy of a page with it is kept for others', async () => {
    const browser = await remembering()
    expect(listsAccounts('/login', browser.cookieHeader('/login'))).toBe(true)
    expect(listsAccounts('/login/sms', browser.cookieHeader('/login'))).toBe(false)
    expect(listsAccounts('/login', openBrowser().cookieHeader('/login'))).toBe(false)
  })

  it('error: an account that is not in it leads back to the sign-in page, with no call', async () => {
    const browser = openBrowser()
    expect(await browser.send(quick, '/login/quick', { account: 'AAAAAAAAAAA' })).toMatchObject({
      location: '/login?notice=remembered_over',
    })
    expect(inputs('quickLogin')).toEqual([])
  })
})

it('happy: the settings list the devices that remember the account, and end them one by one', async () => {
  const browser = await signedInBrowser(fake)
  const client = { browser: 'Firefox', system: 'Windows' }
  const device = { device_id: 'there', client, address: '203.0.113.7', used_at: expires_at }
  fake.answer('listRememberedDevices', done({ devices: [device], time_zone: null }))
  fake.answer('endRememberedDevice', done({ done: true }))
  expect((await askFor(browser, devices, '/settings/devices')).main).toContain('203.0.113.7')
  expect(await browser.send(devices, '/settings/devices', { device_id: 'there' })).toMatchObject({
    location: '/settings/devices?notice=device_ended',
  })
  expect(inputs('endRememberedDevice')).toEqual([{ device_id: 'there' }])
})

import { afterEach, describe, expect, it, vi } from 'vitest'
import * as cancelled from '../../app/routes/account-help/cancelled/route'
import * as restoreConfirm from '../../app/routes/account-help/restore/confirm/route'
import * as restore from '../../app/routes/account-help/restore/route'
import * as emailCode from '../../app/routes/login/email/code/route'
import * as emailPassword from '../../app/routes/login/email/password/route'
import * as emailStart from '../../app/routes/login/email/route'
import * as registerCode from '../../app/routes/login/register/code/route'
import * as registerExisting from '../../app/routes/login/register/existing/route'
import * as registerStart from '../../app/routes/login/register/route'
import * as signIn from '../../app/routes/login/route'
import * as smsCode from '../../app/routes/login/sms/code/route'
import * as smsCreate from '../../app/routes/login/sms/create/route'
import * as smsStart from '../../app/routes/login/sms/route'
import * as confirm from '../../app/routes/settings/cancel/confirm/route'
import * as password from '../../app/routes/settings/cancel/password/route'
import * as cancel from '../../app/routes/settings/cancel/route'
import * as verify from '../../app/routes/settings/cancel/verify/route'
import { done, refuse } from '../../contract/server'
import { emailSent, signedIn, smsSent, ticket } from './answers'
import { type Browser, errorsAt, formOf, openBrowser, withFakeAccountApi } from './browser'
import { mainOf } from './page'
import { signedInBrowser } from './person'

const fake = withFakeAccountApi()
const restorable_until = '2026-12-21T12:00:00.000Z'
const key = 'key-of-a-second-verification'
const resend = { resend_code: 'Send a new code' }
const losses = [{ kind: 'username' as const, text: 'ann' }]
const ways = [
  { way: 'mobile' as const, masked: '+86 138****0001' },
  { way: 'email' as const, masked: 'a***@example.com' },
  { way: 'password' as const, masked: '' },
]
const secondSent = () => done({ retry_after: 60, masked: '+86 138****0001' })

afterEach(() => {
  vi.useRealTimers()
})

describe('cancelling', () => {
  const atTheStart = async () => {
    const browser = await signedInBrowser(fake)
    fake.answer('cancelCheck', done({ blockers: [], losses, restorable_until }))
    fake.answer('cancelVerifyWay', done({ sms_code_key: key, ways }))
    return browser
  }

  const atTheCode = async () => {
    const browser = await atTheStart()
    fake.answer('sendSecondCode', secondSent())
    const landed = await browser.send(cancel, '/settings/cancel', { use_mobile: 'Send' })
    expect(landed).toMatchObject({ status: 303, location: '/settings/cancel/verify' })
    return browser
  }

  const atThePassword = async () => {
    const browser = await atTheStart()
    const landed = await browser.send(cancel, '/settings/cancel', { use_password: 'Use' })
    expect(landed).toMatchObject({ status: 303, location: '/settings/cancel/password' })
    return browser
  }

  const atTheEnd = async () => {
    const browser = await atThePassword()
    fake.answer('verifySecond', done({ verify_ticket: ticket }))
    const landed = await browser.send(password, '/settings/cancel/password', { password: 'some password' })
    expect(landed).toMatchObject({ status: 303, location: '/settings/cancel/confirm' })
    return browser
  }

  it('happy: the first page says what will happen and what is lost, and does not show the key', async () => {
    const browser = await atTheStart()
    fake.answer('cancelCheck', done({ blockers: ['last_manager'], losses, restorable_until }))
    const page = await browser.open(cancel, '/settings/cancel')
    expect(page).toMatchObject({ status: 200, data: { blockers: ['last_manager'], losses, restorable_until, ways } })
    expect(JSON.stringify(page.data)).not.toContain(key)
  })

  it.each([
    ['en', 'You manage an organisation. Hand it over'],
    ['zh-Hans', '你是组织的主管理员'],
  ])('happy: a blocker is shown in place of the buttons, in %s', async (language, text) => {
    const browser = await signedInBrowser(fake, { language })
    fake.answer('cancelCheck', done({ blockers: ['last_manager'], losses, restorable_until }))
    fake.answer('cancelVerifyWay', done({ sms_code_key: key, ways }))
    const main = await mainOf(browser, cancel, '/settings/cancel')
    expect(main).toContain(text)
    expect(main).not.toMatch(/<form|<button|<input/)
    fake.answer('cancelCheck', done({ blockers: [], losses, restorable_until }))
    const free = await mainOf(browser, cancel, '/settings/cancel')
    expect(free).not.toContain(text)
    for (const { way } of ways) expect(free).toContain(`name="use_${way}"`)
  })

  it('happy: a code goes to the chosen address, and is a second verification', async () => {
    const browser = await atTheCode()
    expect(fake.inputsOf('sendSecondCode')).toEqual([{ sms_code_key: key, way: 'mobile' }])
    const page = await browser.open(verify, '/settings/cancel/verify')
    expect(page.data).toEqual({
      kind: 'mobile',
      sent: { to: '+86 138****0001', notice: null, over: null, waitSeconds: 60 },
    })
    fake.answer('verifySecond', done({ verify_ticket: ticket }))
    const landed = await browser.send(verify, '/settings/cancel/verify', { code: '123456' })
    expect(landed).toMatchObject({ status: 303, location: '/settings/cancel/confirm' })
    expect(fake.inputsOf('verifySecond')).toEqual([{ sms_code_key: key, way: 'mobile', code: '123456' }])
  })

  it('happy: the confirmation drops the session, changes the browser id and says until when the account can be restored', async () => {
    const browser = await atTheEnd()
    const browserId = browser.jar.get('butterfly_browser')
    expect(await browser.open(confirm, '/settings/cancel/confirm')).toMatchObject({ data: { until: restorable_until } })
    fake.answer('cancelConfirm', done({ restorable_until, time_zone: 'Asia/Tokyo' }))
    const landed = await browser.send(confirm, '/settings/cancel/confirm')
    const end = new URLSearchParams({ until: restorable_until, time_zone: 'Asia/Tokyo' })
    expect(landed).toMatchObject({ status: 303, location: `/account-help/cancelled?${end}` })
    expect(fake.inputsOf('cancelConfirm')).toEqual([{ cancel_ticket: ticket }])
    expect(browser.jar.has('butterfly_session')).toBe(false)
    expect(browser.jar.get('butterfly_browser')).not.toBe(browserId)
    expect(await browser.open(cancelled, landed.location ?? '')).toMatchObject({
      data: { until: restorable_until, timeZone: 'Asia/Tokyo' },
    })
    // The flow belonged to the old browser id.
    expect(await browser.send(confirm, '/settings/cancel/confirm')).toMatchObject({
      location: '/settings/cancel?notice=flow_expired',
    })
  })

  it('happy: a resend sends another code, and the page says so', async () => {
    const browser = await atTheCode()
    expect(await browser.send(verify, '/settings/cancel/verify', resend)).toMatchObject({
      status: 303,
      location: '/settings/cancel/verify',
    })
    expect(fake.inputsOf('sendSecondCode')).toHaveLength(2)
    const page = await browser.open(verify, '/settings/cancel/verify')
    expect(page.data).toMatchObject({ sent: { notice: 'sent_again' } })
  })

  it('error: when no code may be sent, or the sign-in method is gone, the flow does not begin', async () => {
    const browser = await atTheStart()
    fake.answer('sendSecondCode', refuse('code_limit_reached', { retry_after: 3600 }))
    expect(await browser.send(cancel, '/settings/cancel', { use_email: 'Send' })).toMatchObject({ status: 429 })
    for (const fields of [{}, { use_nothing: 'x' }])
      expect(await browser.send(cancel, '/settings/cancel', fields)).toMatchObject({
        status: 303,
        location: '/settings/cancel',
      })
    expect(await browser.open(verify, '/settings/cancel/verify')).toMatchObject({ location: '/settings/cancel' })
  })

  it('error: a wrong code or password is an error at its field, and does not come back', async () => {
    const byCode = await atTheCode()
    fake.answer('verifySecond', refuse('code_wrong', { field: 'code', tries_left: 3 }))
    const wrongCode = await byCode.send(verify, '/settings/cancel/verify', { code: '123456' })
    expect(errorsAt(wrongCode, 'code')[0]).toContain('3\u00A0tries left')
    expect(JSON.stringify(wrongCode.data)).not.toContain('123456')
    const byPassword = await atThePassword()
    fake.answer('verifySecond', refuse('wrong_credentials', {}))
    const wrong = await byPassword.send(password, '/settings/cancel/password', { password: 'wide green kettle' })
    expect(wrong.status).toBe(422)
    expect(errorsAt(wrong, 'password')).toEqual(['This is not the password of your account. Try again.'])
    expect(JSON.stringify(wrong.data)).not.toContain('wide green kettle')
  })

  it('error: an invalid code and a missing password are errors without a call', async () => {
    const byCode = await atTheCode()
    expect(errorsAt(await byCode.send(verify, '/settings/cancel/verify', { code: 'abc' }), 'code')).toHaveLength(1)
    const byPassword = await atThePassword()
    expect(errorsAt(await byPassword.send(password, '/settings/cancel/password'), 'password')).toHaveLength(1)
    expect(fake.inputsOf('verifySecond')).toEqual([])
  })

  it('error: an expired key or ticket redirects to the start with a flash message', async () => {
    const expired = { status: 303, location: '/settings/cancel?notice=flow_expired' }
    const byCode = await atTheCode()
    fake.answer('verifySecond', refuse('ticket_refused', {}))
    expect(await byCode.send(verify, '/settings/cancel/verify', { code: '123456' })).toMatchObject(expired)
    const again = await atTheCode()
    fake.answer('sendSecondCode', refuse('ticket_refused', {}))
    expect(await again.send(verify, '/settings/cancel/verify', resend)).toMatchObject(expired)
    const byPassword = await atThePassword()
    fake.answer('verifySecond', refuse('ticket_refused', {}))
    expect(await byPassword.send(password, '/settings/cancel/password', { password: 'x' })).toMatchObject(expired)
    const end = await atTheEnd()
    fake.answer('cancelConfirm', refuse('ticket_refused', {}))
    expect(await end.send(confirm, '/settings/cancel/confirm')).toMatchObject(expired)
    expect(await end.open(cancel, expired.location)).toMatchObject({ data: { notice: 'flow_expired' } })
  })

  it('error: a blocker that arose meanwhile is an error on the last page', async () => {
    const browser = await atTheEnd()
    fake.answer('cancelConfirm', refuse('cancellation_blocked', { blockers: ['last_manager'] }))
    const landed = await browser.send(confirm, '/settings/cancel/confirm')
    expect(landed.status).toBe(422)
    expect(errorsAt(landed, '')[0]).toMatch(/You manage an organisation/)
    expect(browser.jar.has('butterfly_session')).toBe(true)
  })

  it('error: the second of two clicks, whose session has ended, redirects to the sign-in', async () => {
    const browser = await atTheEnd()
    fake.answer('cancelConfirm', refuse('not_signed_in', {}))
    expect(await browser.send(confirm, '/settings/cancel/confirm')).toMatchObject({
      status: 303,
      location: '/login?next=%2Fsettings%2Fcancel%2Fconfirm&notice=sign_in_again',
    })
  })

  it('error: signed out, every page redirects to the sign-in', async () => {
    const browser = openBrowser()
    for (const [page, path] of [
      [cancel, '/settings/cancel'],
      [verify, '/settings/cancel/verify'],
      [password, '/settings/cancel/password'],
      [confirm, '/settings/cancel/confirm'],
    ] as const)
      expect(await browser.open(page, path)).toMatchObject({
        status: 303,
        location: `/login?${new URLSearchParams({ next: path })}`,
      })
  })

  it.each([
    ['first of all', () => signedInBrowser(fake), '/settings/cancel'],
    ['instead of the code', atTheCode, '/settings/cancel/verify'],
    ['instead of the password', atThePassword, '/settings/cancel/password'],
    [
      'after a sign-in as somebody else',
      async () => {
        const browser = await atTheEnd()
        await browser.send(signIn, '/login', { account: 'bob', password: 'x' })
        return browser
      },
      '/settings/cancel?notice=flow_expired',
    ],
  ])('security: the last form sent %s cancels nothing', async (_when, reach, location) => {
    const browser = await reach()
    const landed = await browser.send(confirm, '/settings/cancel/confirm', { cancel_ticket: ticket })
    expect(landed).toMatchObject({ status: 303, location })
    expect(fake.inputsOf('cancelConfirm')).toEqual([])
  })

  it('security: an account that signs in meanwhile does not take over the flow', async () => {
    const browser = await atTheEnd()
    fake.answer('accountLoginV2', signedIn())
    await browser.send(signIn, '/login', { account: 'bob', password: 'x' })
    expect(await browser.open(confirm, '/settings/cancel/confirm')).toMatchObject({
      location: '/settings/cancel?notice=flow_expired',
    })
    expect(fake.inputsOf('cancelConfirm')).toEqual([])
  })

  it('security: the last page redirects unless its URL names a time', async () => {
    const browser = openBrowser()
    for (const path of ['', '?until=', '?until=soon', '?until=2026-13-01T12:00:00.000Z', '?until=<b>'])
      expect(await browser.land(cancelled, `/account-help/cancelled${path}`)).toMatchObject({
        status: 303,
        location: '/account-help/restore',
      })
  })
})

describe('restoring', () => {
  const isCancelled = () => refuse('account_cancelled', { ticket, restorable_until, time_zone: 'Asia/Tokyo' })
  const mobile = { mobile: '13800000001', region: 'CN' }
  const email = 'ann@example.com'

  const ways: Record<string, (browser: Browser) => ReturnType<Browser['send']>> = {
    'a password': (browser) => {
      fake.answer('accountLoginV2', isCancelled())
      return browser.send(signIn, '/login?next=/settings/x', { account: 'ann', password: 'x' })
    },
    'an email and a password': (browser) => {
      fake.answer('emailLogin', isCancelled())
      return browser.send(emailPassword, '/login/email/password?next=/settings/x', { email, password: 'x' })
    },
    'a code by email': async (browser) => {
      fake.answer('sendEmailCode', emailSent())
      fake.answer('emailCodeLogin', isCancelled())
      const { location } = await browser.send(emailStart, '/login/email?next=/settings/x', { email })
      return browser.send(emailCode, location ?? '', { code: '123456' })
    },
    'a code by SMS': async (browser) => {
      fake.answer('sendCode', smsSent())
      fake.answer('smsLoginOnly', isCancelled())
      const { location } = await browser.send(smsStart, '/login/sms?next=/settings/x', mobile)
      return browser.send(smsCode, location ?? '', { code: '123456' })
    },
    'a number that somebody registered meanwhile': async (browser) => {
      fake.answer('sendCode', smsSent())
      fake.answer('smsLoginOnly', refuse('not_registered', { ticket }))
      fake.answer('smsLoginContinue', isCancelled())
      const { location } = await browser.send(smsStart, '/login/sms?next=/settings/x', mobile)
      const created = await browser.send(smsCode, location ?? '', { code: '123456' })
      return browser.send(smsCreate, created.location ?? '')
    },
    'a registration of a number that has the account': async (browser) => {
      fake.answer('sendCode', smsSent())
      fake.answer('registerByMobile', refuse('already_registered', { field: 'mobile', ticket }))
      fake.answer('smsLoginContinue', isCancelled())
      const { location } = await browser.send(registerStart, '/login/register?next=/settings/x', mobile)
      const existing = await browser.send(registerCode, location ?? '', { code: '123456', password: '' })
      return browser.send(registerExisting, existing.location ?? '')
    },
  }

  it.each(Object.keys(ways))('happy: %s leads to the question, and then to the return address', async (way) => {
    const browser = openBrowser()
    expect(await ways[way]?.(browser)).toMatchObject({
      status: 303,
      location: '/account-help/restore/confirm?next=%2Fsettings%2Fx',
    })
    for (const name of ['accountLoginV2', 'emailLogin', 'emailCodeLogin', 'smsLoginOnly'] as const)
      for (const input of fake.inputsOf(name)) expect(input).toMatchObject({ need_frozen_user: 1 })
    // Nobody is signed in yet.
    expect(await browser.open(signIn, '/login')).toMatchObject({ status: 200 })
    const page = await browser.open(restoreConfirm, '/account-help/restore/confirm')
    expect(page).toMatchObject({ status: 200, data: { until: restorable_until, timeZone: 'Asia/Tokyo' } })
    expect(JSON.stringify(page.data)).not.toContain(ticket)
    fake.answer('undoCancellation', signedIn())
    const browserId = browser.jar.get('butterfly_browser')
    const landed = await browser.send(restoreConfirm, '/account-help/restore/confirm')
    expect(landed).toMatchObject({ status: 303, location: '/settings/x' })
    expect(fake.inputsOf('undoCancellation')).toEqual([{ ticket }])
    expect(browser.jar.get('butterfly_browser')).not.toBe(browserId)
  })

  it('error: an answer without a ticket leads to the page that says how to restore', async () => {
    fake.answer('accountLoginV2', refuse('account_cancelled', { restorable_until, time_zone: null }))
    const typed = { account: 'ann', password: 'x' }
    expect(await openBrowser().send(signIn, '/login?next=/settings/x', typed)).toMatchObject({
      status: 303,
      location: '/account-help/restore?next=%2Fsettings%2Fx',
    })
  })

  const asked = async () => {
    const browser = openBrowser()
    await ways['a password']?.(browser)
    return browser
  }

  it('error: a used or expired ticket redirects to the start with a flash message', async () => {
    const browser = await asked()
    fake.answer('undoCancellation', refuse('ticket_refused', {}))
    const landed = await browser.send(restoreConfirm, '/account-help/restore/confirm')
    expect(landed.location).toBe('/account-help/restore?next=%2Fsettings%2Fx&notice=flow_expired')
    expect(await browser.open(restore, landed.location ?? '')).toMatchObject({ data: { notice: 'flow_expired' } })
  })

  it('error: after 15 minutes the flow has expired', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const browser = await asked()
    vi.setSystemTime(Date.now() + 16 * 60_000)
    expect(await browser.open(restoreConfirm, '/account-help/restore/confirm')).toMatchObject({
      status: 303,
      location: '/account-help/restore?notice=flow_expired',
    })
  })

  it('error: without a sign-in, the question redirects to the start', async () => {
    const browser = openBrowser()
    for (const landed of [
      await browser.open(restoreConfirm, '/account-help/restore/confirm'),
      await browser.send(restoreConfirm, '/account-help/restore/confirm'),
    ])
      expect(landed).toMatchObject({ status: 303, location: '/account-help/restore' })
    expect(fake.inputsOf('undoCancellation')).toEqual([])
  })

  it('security: a form of another browser restores nothing', async () => {
    const browser = await asked()
    const token = openBrowser().formToken()
    const landed = await browser.send(restoreConfirm, '/account-help/restore/confirm', {}, { token })
    expect(landed.status).toBe(403)
    expect(formOf(landed).error).toBeDefined()
    expect(fake.inputsOf('undoCancellation')).toEqual([])
  })
})

import { describe, expect, it } from 'vitest'
import * as emailCode from '../../app/routes/login/email/code/route'
import * as emailPassword from '../../app/routes/login/email/password/route'
import * as email from '../../app/routes/login/email/route'
import * as register from '../../app/routes/login/register/route'
import * as signIn from '../../app/routes/login/route'
import * as smsCode from '../../app/routes/login/sms/code/route'
import * as smsCreate from '../../app/routes/login/sms/create/route'
import * as sms from '../../app/routes/login/sms/route'
import { refuse } from '../../contract/server'
import { emailSent, signedIn, smsSent, ticket } from './answers'
import { type Browser, errorsAt, formOf, openBrowser, withFakeAccountApi } from './browser'

const fake = withFakeAccountApi()
const right = { account: ' Ann ', password: ' correct horse ' }

const signInWith = (browser: Browser, path = '/login') => {
  fake.answer('accountLoginV2', signedIn())
  return browser.send(signIn, path, right)
}

describe('with a password', () => {
  it('happy: signs in, and the session is sealed into a cookie of the browser', async () => {
    const browser = openBrowser()
    const landed = await signInWith(browser)
    expect(landed).toMatchObject({ status: 303, location: '/settings' })
    expect(fake.inputsOf('accountLoginV2')).toMatchObject([{ account: 'Ann', password: ' correct horse ' }])
    expect(browser.jar.get('butterfly_session')).toMatch(/^[\w-]+\.\.[\w.-]+$/)
    expect(await browser.open(signIn, '/login')).toMatchObject({ status: 303, location: '/settings' })
  })

  it('happy: leads to where the person wanted to go', async () => {
    const landed = await signInWith(openBrowser(), '/login?next=/settings%3Ftab%3D1')
    expect(landed.location).toBe('/settings?tab=1')
  })

  it('security: a sign-in begins a new visit, so forms made before it are refused', async () => {
    const browser = openBrowser()
    const before = browser.formToken()
    await signInWith(browser)
    expect(browser.formToken()).not.toBe(before)
    expect((await browser.send(signIn, '/login', right, { token: before })).status).toBe(403)
  })

  it.each([
    '//evil.example',
    'https://evil.example/',
    '/\\evil.example',
    '/%5Cevil.example/..//evil',
    'javascript:alert(1)',
    '/\r\nx',
  ])('security: next=%j leads nowhere but to us', async (next) => {
    const landed = await signInWith(openBrowser(), `/login?next=${encodeURIComponent(next)}`)
    expect(new URL(landed.location ?? '', 'http://localhost:3299').origin).toBe('http://localhost:3299')
    expect(landed.location).not.toMatch(/^\/[/\\]/)
  })

  it('error: a wrong one is 422, never 401, and comes back without the password', async () => {
    fake.answer('accountLoginV2', refuse('wrong_credentials', {}))
    const landed = await openBrowser().send(signIn, '/login', right)
    expect(landed.status).toBe(422)
    expect(errorsAt(landed, '')).toHaveLength(1)
    expect(formOf(landed).initialValue).toEqual({ account: ' Ann ' })
    expect(JSON.stringify(landed.data)).not.toContain('correct horse')
  })

  it('happy: email and password sign in too', async () => {
    fake.answer('emailLogin', signedIn())
    const fields = { email: ' Ann@Example.com ', password: 'correct horse' }
    const landed = await openBrowser().send(emailPassword, '/login/email/password', fields)
    expect(landed).toMatchObject({ status: 303, location: '/settings' })
    expect(fake.inputsOf('emailLogin')).toMatchObject([{ email: 'ann@example.com', password: 'correct horse' }])
  })

  it('error: email and password that do not match come back with the email', async () => {
    fake.answer('emailLogin', refuse('wrong_credentials', {}))
    const fields = { email: 'ann@example.com', password: 'x' }
    const landed = await openBrowser().send(emailPassword, '/login/email/password', fields)
    expect(landed.status).toBe(422)
    expect(formOf(landed).initialValue).toEqual({ email: 'ann@example.com' })
  })
})

it.each([
  ['/login', signIn],
  ['/login/sms', sms],
  ['/login/email', email],
  ['/login/email/password', emailPassword],
  ['/login/register', register],
])('happy: who is signed in already is sent on from %s', async (path, route) => {
  const browser = openBrowser()
  await signInWith(browser)
  expect(await browser.open(route, path)).toMatchObject({ status: 303, location: '/settings' })
  expect(await browser.open(route, `${path}?next=/settings/x`)).toMatchObject({ location: '/settings/x' })
})

describe('with an SMS code', () => {
  const atTheCode = async (path = '/login/sms') => {
    fake.answer('sendCode', smsSent())
    const browser = openBrowser()
    const landed = await browser.send(sms, path, { mobile: '138 0000 0001', region: 'CN' })
    return { browser, landed }
  }

  it('happy: signs in, and the flow is over', async () => {
    const { browser } = await atTheCode('/login/sms?next=/settings/x')
    fake.answer('smsLoginOnly', signedIn())
    const landed = await browser.send(smsCode, '/login/sms/code', { code: '123 456' })
    expect(landed).toMatchObject({ status: 303, location: '/settings/x' })
    expect(fake.inputsOf('sendCode')).toEqual([{ mobile: '+8613800000001', type: 24 }])
    expect(fake.inputsOf('smsLoginOnly')).toMatchObject([{ mobile: '+8613800000001', code: '123456' }])
    expect(browser.jar.has('butterfly_flow_sms-sign-in')).toBe(false)
  })

  it('happy: a number without an account is offered one, and gets it by one press', async () => {
    const { browser } = await atTheCode('/login/sms?next=/settings/x')
    fake.answer('smsLoginOnly', refuse('not_registered', { ticket }))
    expect((await browser.send(smsCode, '/login/sms/code', { code: '123456' })).location).toMatch('/login/sms/create')
    expect((await browser.open(smsCreate, '/login/sms/create')).data).toEqual({ mobile: '+86 138 0000 0001' })
    fake.answer('smsLoginContinue', signedIn(true))
    expect(await browser.send(smsCreate, '/login/sms/create')).toMatchObject({ status: 303, location: '/settings/x' })
    expect(fake.inputsOf('smsLoginContinue')).toEqual([{ ticket }])
  })

  it('error: an offer that was left for too long leads back to the start with a note', async () => {
    const { browser } = await atTheCode()
    fake.answer('smsLoginOnly', refuse('not_registered', { ticket }))
    await browser.send(smsCode, '/login/sms/code', { code: '123456' })
    fake.answer('smsLoginContinue', refuse('ticket_refused', {}))
    const landed = await browser.send(smsCreate, '/login/sms/create')
    expect(landed).toMatchObject({ status: 303, location: '/login/sms?notice=flow_expired' })
  })

  it('error: a number of no country goes nowhere and comes back as typed', async () => {
    const landed = await openBrowser().send(sms, '/login/sms', { mobile: '+999 1', region: 'CN' })
    expect(landed.status).toBe(422)
    expect(errorsAt(landed, 'mobile')[0]).toMatch(/No country/)
    expect(formOf(landed).initialValue).toEqual({ mobile: '+999 1', region: 'CN' })
  })

  it('error: a code that was sent a moment ago is good enough to go on with', async () => {
    fake.answer('sendCode', refuse('resend_too_soon', { retry_after: 42 }))
    const browser = openBrowser()
    const landed = await browser.send(sms, '/login/sms', { mobile: '13800000001', region: 'CN' })
    expect(landed.location).toBe('/login/sms/code')
    const page = await browser.open(smsCode, '/login/sms/code')
    expect(page.data).toMatchObject({ sent: { notice: 'resend_too_soon', waitSeconds: 42 } })
  })

  it('error: no more codes today is told where the number was typed', async () => {
    fake.answer('sendCode', refuse('code_limit_reached', { retry_after: 7200 }))
    const landed = await openBrowser().send(sms, '/login/sms', { mobile: '13800000001', region: 'CN' })
    expect(landed.status).toBe(429)
    expect(errorsAt(landed, '')[0]).toContain('2 hours')
  })

  it.each([
    ['wrong', refuse('code_wrong', { field: 'code', tries_left: 3 }), 422, '3 tries left'],
    ['wrong, with one try left', refuse('code_wrong', { field: 'code', tries_left: 1 }), 422, '1 try left'],
    ['wrong, with none left', refuse('code_wrong', { field: 'code', tries_left: 0 }), 422, 'no tries left'],
    ['expired', refuse('code_expired', { field: 'code' }), 422, 'Ask for a new one'],
    ['used', refuse('code_used', { field: 'code' }), 422, 'it may have worked'],
    ['locked', refuse('code_locked', { field: 'code', retry_after: 900 }), 429, '15 minutes'],
  ] as const)('error: a code that is %s says so at its field and never comes back', async (_, answer, status, text) => {
    const { browser } = await atTheCode()
    fake.answer('smsLoginOnly', answer)
    const landed = await browser.send(smsCode, '/login/sms/code', { code: '123456' })
    expect(landed.status).toBe(status)
    expect(errorsAt(landed, 'code')[0]).toContain(text)
    expect(JSON.stringify(landed.data)).not.toContain('123456')
  })

  it('error: a used code comes with a link to the account that may be open by now', async () => {
    const { browser } = await atTheCode()
    fake.answer('smsLoginOnly', refuse('code_used', { field: 'code' }))
    const landed = await browser.send(smsCode, '/login/sms/code', { code: '123456' })
    expect(formOf(landed).links).toEqual([{ path: '/settings', text: 'Open your account' }])
  })

  it('security: a number in the form does not replace the one that the code went to', async () => {
    const { browser } = await atTheCode()
    fake.answer('smsLoginOnly', signedIn())
    await browser.send(smsCode, '/login/sms/code', { code: '123456', mobile: '+8613900000009', ticket: 'x' })
    expect(fake.inputsOf('smsLoginOnly')).toMatchObject([{ mobile: '+8613800000001' }])
  })

  it('security: a flow that is replayed after its end is worth nothing, for its visit is over', async () => {
    const { browser } = await atTheCode()
    const kept = browser.jar.get('butterfly_flow_sms-sign-in') ?? ''
    fake.answer('smsLoginOnly', signedIn())
    await browser.send(smsCode, '/login/sms/code', { code: '123456' })
    browser.jar.set('butterfly_flow_sms-sign-in', kept)
    const landed = await browser.send(smsCode, '/login/sms/code', { code: '123456' })
    expect(landed).toMatchObject({ status: 303, location: '/login/sms?notice=flow_expired' })
    expect(fake.inputsOf('smsLoginOnly')).toHaveLength(1)
  })
})

describe('with a code by email', () => {
  it('happy: signs in', async () => {
    fake.answer('sendEmailCode', emailSent())
    fake.answer('emailCodeLogin', signedIn())
    const browser = openBrowser()
    expect((await browser.send(email, '/login/email', { email: ' Ann@Example.com' })).location).toBe(
      '/login/email/code',
    )
    expect((await browser.open(emailCode, '/login/email/code')).data).toMatchObject({ sent: { to: 'ann@example.com' } })
    const landed = await browser.send(emailCode, '/login/email/code', { code: '123456' })
    expect(landed).toMatchObject({ status: 303, location: '/settings' })
    expect(fake.inputsOf('sendEmailCode')).toEqual([{ email: 'ann@example.com', type: 13 }])
    expect(fake.inputsOf('emailCodeLogin')).toMatchObject([{ email: 'ann@example.com', code: '123456' }])
  })

  it('error: a wrong code says how many tries are left', async () => {
    fake.answer('sendEmailCode', emailSent())
    fake.answer('emailCodeLogin', refuse('code_wrong', { field: 'code', tries_left: 4 }))
    const browser = openBrowser()
    await browser.send(email, '/login/email', { email: 'ann@example.com' })
    const landed = await browser.send(emailCode, '/login/email/code', { code: '123456' })
    expect(errorsAt(landed, 'code')).toEqual(['This code is wrong. You have 4 tries left'])
  })

  it('security: CRLF in the address goes nowhere', async () => {
    const landed = await openBrowser().send(email, '/login/email', { email: 'ann@example.com\r\nBcc: bob@example.com' })
    expect(landed.status).toBe(422)
    expect(errorsAt(landed, 'email')).toHaveLength(1)
  })
})

it('security: the session of one browser is worth nothing in another', async () => {
  const browser = openBrowser()
  await signInWith(browser)
  const thief = openBrowser()
  thief.jar.set('butterfly_session', browser.jar.get('butterfly_session') ?? '')
  expect((await thief.open(signIn, '/login')).status).toBe(200)
})

it('happy: the first form of a person is one call of the account API', async () => {
  await signInWith(openBrowser())
  expect(fake.received.map(({ name }) => name)).toEqual(['accountLoginV2'])
})

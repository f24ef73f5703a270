import { describe, expect, it } from 'vitest'
import * as emailCode from '../../app/routes/login/email/code/route'
import * as emailPassword from '../../app/routes/login/email/password/route'
import * as email from '../../app/routes/login/email/route'
import * as register from '../../app/routes/login/register/route'
import * as signIn from '../../app/routes/login/route'
import * as smsCode from '../../app/routes/login/sms/code/route'
import * as smsCreate from '../../app/routes/login/sms/create/route'
import * as sms from '../../app/routes/login/sms/route'
import { done, refuse } from '../../contract/server'
import { emailKey, emailSent, signedIn, smsKey, smsSent, ticket } from './answers'
import { type Browser, errorsAt, formOf, openBrowser, withFakeAccountApi } from './browser'
import { askFor } from './page'

const fake = withFakeAccountApi()
const right = { account: ' Ann ', password: ' correct horse ' }

const signInWith = (browser: Browser, path = '/login') => {
  fake.answer('accountLoginV2', signedIn())
  return browser.send(signIn, path, right)
}

it.each([
  ['a password', signIn, '/login'],
  ['a code by SMS', sms, '/login/sms'],
  ['a code by email', email, '/login/email'],
])('happy: the page of %s names the QR code last of the other ways', async (_what, page, path) => {
  const { main } = await askFor(openBrowser(), page, path)
  expect(main).toMatch(/href="\/login\/(sms|email)">[^<]+<\/a><\/li><li><a href="\/login\/qr">With a QR code</)
})

describe('with a password', () => {
  it('happy: signs in, and seals the session into a cookie', async () => {
    const browser = openBrowser()
    const landed = await signInWith(browser)
    expect(landed).toMatchObject({ status: 303, location: '/settings' })
    expect(fake.inputsOf('accountLoginV2')).toMatchObject([{ account: 'Ann', password: ' correct horse ' }])
    expect(browser.jar.get('butterfly_session')).toMatch(/^[\w-]+\.\.[\w.-]+$/)
    expect(await browser.open(signIn, '/login')).toMatchObject({ status: 303, location: '/settings' })
  })

  it('happy: redirects to the return address', async () => {
    const landed = await signInWith(openBrowser(), '/login?next=/settings%3Ftab%3D1')
    expect(landed.location).toBe('/settings?tab=1')
  })

  it('security: a sign-in changes the browser id, so forms made before it are refused', async () => {
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
  ])('security: next=%j redirects to our own origin only', async (next) => {
    const landed = await signInWith(openBrowser(), `/login?next=${encodeURIComponent(next)}`)
    expect(new URL(landed.location ?? '', 'http://localhost:3299').origin).toBe('http://localhost:3299')
    expect(landed.location).not.toMatch(/^\/[/\\]/)
  })

  it('error: a wrong password is answered with 422, never 401, and does not come back', async () => {
    fake.answer('accountLoginV2', refuse('wrong_credentials', {}))
    const landed = await openBrowser().send(signIn, '/login', right)
    expect(landed.status).toBe(422)
    expect(errorsAt(landed, '')).toHaveLength(1)
    expect(formOf(landed).initialValue).toEqual({ account: ' Ann ' })
    expect(JSON.stringify(landed.data)).not.toContain('correct horse')
  })

  it('happy: an email and a password sign in too', async () => {
    fake.answer('emailLogin', signedIn())
    const fields = { email: ' Ann@Example.com ', password: 'correct horse' }
    const landed = await openBrowser().send(emailPassword, '/login/email/password', fields)
    expect(landed).toMatchObject({ status: 303, location: '/settings' })
    expect(fake.inputsOf('emailLogin')).toMatchObject([{ email: 'ann@example.com', password: 'correct horse' }])
  })

  it('error: an email and a password that do not match come back with the email alone', async () => {
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
])('happy: %s redirects a signed-in browser to the return address', async (path, route) => {
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

  it('happy: signs in, and ends the flow', async () => {
    const { browser } = await atTheCode('/login/sms?next=/settings/x')
    fake.answer('smsLoginOnly', signedIn())
    const landed = await browser.send(smsCode, '/login/sms/code', { code: '123 456' })
    expect(landed).toMatchObject({ status: 303, location: '/settings/x' })
    expect(fake.inputsOf('sendCode')).toEqual([{ mobile: '+8613800000001', type: 24 }])
    expect(fake.inputsOf('smsLoginOnly')).toMatchObject([{ mobile: '+8613800000001', ...smsKey, code: '123456' }])
    expect(browser.jar.has('butterfly_flow_sms-sign-in')).toBe(false)
  })

  it('happy: a number without an account leads to a page that offers one, whose button makes it', async () => {
    const { browser } = await atTheCode('/login/sms?next=/settings/x')
    fake.answer('smsLoginOnly', refuse('not_registered', { ticket }))
    expect((await browser.send(smsCode, '/login/sms/code', { code: '123456' })).location).toMatch('/login/sms/create')
    expect((await browser.open(smsCreate, '/login/sms/create')).data).toEqual({ mobile: '+86 138 0000 0001' })
    fake.answer('smsLoginContinue', signedIn(true))
    expect(await browser.send(smsCreate, '/login/sms/create')).toMatchObject({ status: 303, location: '/settings/x' })
    expect(fake.inputsOf('smsLoginContinue')).toEqual([{ ticket }])
  })

  it('error: an expired offer redirects to the start with a flash message', async () => {
    const { browser } = await atTheCode()
    fake.answer('smsLoginOnly', refuse('not_registered', { ticket }))
    await browser.send(smsCode, '/login/sms/code', { code: '123456' })
    fake.answer('smsLoginContinue', refuse('ticket_refused', {}))
    const landed = await browser.send(smsCreate, '/login/sms/create')
    expect(landed).toMatchObject({ status: 303, location: '/login/sms?notice=flow_expired' })
  })

  it('error: a number of no country comes back as typed, and no code is sent', async () => {
    const landed = await openBrowser().send(sms, '/login/sms', { mobile: '+999 1', region: 'CN' })
    expect(landed.status).toBe(422)
    expect(errorsAt(landed, 'mobile')[0]).toMatch(/No country/)
    expect(formOf(landed).initialValue).toEqual({ mobile: '+999 1', region: 'CN' })
  })

  it('error: when a code was sent less than a minute ago, the flow goes on with that code', async () => {
    fake.answer('sendCode', refuse('resend_too_soon', { retry_after: 42 }))
    const browser = openBrowser()
    const landed = await browser.send(sms, '/login/sms', { mobile: '13800000001', region: 'CN' })
    expect(landed.location).toBe('/login/sms/code')
    const page = await browser.open(smsCode, '/login/sms/code')
    expect(page.data).toMatchObject({ sent: { notice: 'resend_too_soon', waitSeconds: 42 } })
  })

  it('happy: a code that was sent less than a minute ago keeps its key', async () => {
    fake.answer('sendCode', refuse('resend_too_soon', { retry_after: 42, sms_code_key: 'key-of-the-first' }))
    fake.answer('smsLoginOnly', signedIn())
    const browser = openBrowser()
    await browser.send(sms, '/login/sms', { mobile: '13800000001', region: 'CN' })
    await browser.send(smsCode, '/login/sms/code', { code: '123456' })
    expect(fake.inputsOf('smsLoginOnly')).toMatchObject([{ sms_code_key: 'key-of-the-first' }])
  })

  it('happy: after a resend, the code is judged by the key of the new one', async () => {
    const { browser } = await atTheCode()
    fake.answer('sendCode', done({ retry_after: 60, sms_code_key: 'key-of-the-second', mobile: 'x' }))
    await browser.send(smsCode, '/login/sms/code', { resend_code: 'Send a new code' })
    fake.answer('smsLoginOnly', signedIn())
    await browser.send(smsCode, '/login/sms/code', { code: '123456' })
    expect(fake.inputsOf('smsLoginOnly')).toMatchObject([{ sms_code_key: 'key-of-the-second' }])
  })

  it('happy: a code without a key, of an upstream that gives none, is judged without one', async () => {
    fake.answer('sendCode', refuse('resend_too_soon', { retry_after: 42 }))
    fake.answer('smsLoginOnly', signedIn())
    const browser = openBrowser()
    await browser.send(sms, '/login/sms', { mobile: '13800000001', region: 'CN' })
    await browser.send(smsCode, '/login/sms/code', { code: '123456' })
    expect(fake.inputsOf('smsLoginOnly')).toEqual([
      { mobile: '+8613800000001', code: '123456', kick_other: 0, aff_multi_login: 0, need_frozen_user: 1 },
    ])
  })

  it('error: when no more codes may be sent today, the form comes back with the reason', async () => {
    fake.answer('sendCode', refuse('code_limit_reached', { retry_after: 7200 }))
    const landed = await openBrowser().send(sms, '/login/sms', { mobile: '13800000001', region: 'CN' })
    expect(landed.status).toBe(429)
    expect(errorsAt(landed, '')[0]).toContain('2\u00A0hours')
  })

  it.each([
    ['code_locked', 42, 'You can ask for a new code in 42\u00A0seconds.', true],
    ['too_many_wrong_codes', 7200, 'Codes work here again in 2\u00A0hours.', false],
  ] as const)('error: after %s the page takes no code, and says what works', async (refusal, wait, text, resends) => {
    const { browser } = await atTheCode()
    fake.answer('smsLoginOnly', refuse(refusal, { field: 'code', retry_after: wait }))
    const landed = await browser.send(smsCode, '/login/sms/code', { code: '123456' })
    expect(landed).toMatchObject({ status: 303, location: expect.stringContaining('/login/sms/code') })
    const { status, main, html } = await askFor(browser, smsCode, '/login/sms/code')
    expect(status).toBe(429)
    expect(html).toContain('<title>Error: ')
    expect(main).toContain(text)
    expect(main).not.toContain('name="code"')
    expect(main.includes('name="resend_code"')).toBe(resends)
    for (const path of ['/login', '/login/email']) expect(main).toContain(`href="${path}`)
  })

  it('happy: after a code that was locked, a new one is taken', async () => {
    const { browser } = await atTheCode()
    fake.answer('smsLoginOnly', refuse('code_locked', { field: 'code', retry_after: 0 }))
    await browser.send(smsCode, '/login/sms/code', { code: '123456' })
    await browser.send(smsCode, '/login/sms/code', { resend_code: 'Send a new code' })
    expect((await askFor(browser, smsCode, '/login/sms/code')).main).toContain('name="code"')
  })

  it.each([
    ['wrong', refuse('code_wrong', { field: 'code', tries_left: 3 }), 422, '3\u00A0tries left'],
    ['wrong, with one try left', refuse('code_wrong', { field: 'code', tries_left: 1 }), 422, '1\u00A0try left'],
    ['wrong, with none left', refuse('code_wrong', { field: 'code', tries_left: 0 }), 422, 'no tries left'],
    ['expired', refuse('code_expired', { field: 'code' }), 422, 'Ask for a new one'],
    ['used', refuse('code_used', { field: 'code' }), 422, 'it may have worked'],
  ] as const)(
    'error: a code that is %s comes back as an error at its field, without the code',
    async (_, answer, status, text) => {
      const { browser } = await atTheCode()
      fake.answer('smsLoginOnly', answer)
      const landed = await browser.send(smsCode, '/login/sms/code', { code: '123456' })
      expect(landed.status).toBe(status)
      expect(errorsAt(landed, 'code')[0]).toContain(text)
      expect(JSON.stringify(landed.data)).not.toContain('123456')
    },
  )

  it('error: a used code comes back with a link to the account, which may be signed in by now', async () => {
    const { browser } = await atTheCode()
    fake.answer('smsLoginOnly', refuse('code_used', { field: 'code' }))
    const landed = await browser.send(smsCode, '/login/sms/code', { code: '123456' })
    expect(formOf(landed).links).toEqual([{ path: '/settings', text: 'Open your account' }])
  })

  it('security: a number in the form does not replace the one that the code was sent to', async () => {
    const { browser } = await atTheCode()
    fake.answer('smsLoginOnly', signedIn())
    await browser.send(smsCode, '/login/sms/code', { code: '123456', mobile: '+8613900000009', ticket: 'x' })
    expect(fake.inputsOf('smsLoginOnly')).toMatchObject([{ mobile: '+8613800000001' }])
  })

  it('security: a flow cookie replayed after the sign-in is refused, as the browser id has changed', async () => {
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
  it('happy: signs in with the code', async () => {
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
    expect(fake.inputsOf('emailCodeLogin')).toMatchObject([{ email: 'ann@example.com', ...emailKey, code: '123456' }])
  })

  it('error: a wrong code comes back with the number of tries left', async () => {
    fake.answer('sendEmailCode', emailSent())
    fake.answer('emailCodeLogin', refuse('code_wrong', { field: 'code', tries_left: 4 }))
    const browser = openBrowser()
    await browser.send(email, '/login/email', { email: 'ann@example.com' })
    const landed = await browser.send(emailCode, '/login/email/code', { code: '123456' })
    expect(errorsAt(landed, 'code')).toEqual(['This code is wrong. You have 4\u00A0tries left.'])
  })

  it('security: an address with CRLF is refused', async () => {
    const landed = await openBrowser().send(email, '/login/email', { email: 'ann@example.com\r\nBcc: bob@example.com' })
    expect(landed.status).toBe(422)
    expect(errorsAt(landed, 'email')).toHaveLength(1)
  })
})

it('security: a session cookie is refused in another browser', async () => {
  const browser = openBrowser()
  await signInWith(browser)
  const thief = openBrowser()
  thief.jar.set('butterfly_session', browser.jar.get('butterfly_session') ?? '')
  expect((await thief.open(signIn, '/login')).status).toBe(200)
})

it('happy: the first form of a new browser makes one call of the account API', async () => {
  await signInWith(openBrowser())
  expect(fake.received.map(({ name }) => name)).toEqual(['accountLoginV2'])
})

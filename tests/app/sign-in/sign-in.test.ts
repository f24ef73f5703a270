import { describe, expect } from 'vitest'
import { done, emailKey, emailSent, refuse, signedIn, smsKey, smsSent } from '#tests/app/browser/answers'
import { expectRedirect, expectTexts, openBrowser, refusedAt, withFakeAccountApi } from '#tests/app/browser/browser'
import { visiting } from '#tests/app/browser/person'

const fake = withFakeAccountApi()
const it = visiting(fake)
const right = { account: ' Ann ', password: ' correct horse ' }

const signInWith = (browser = openBrowser()) => {
  fake.answer('accountLoginV2', signedIn())
  return browser.submit('/login', right)
}

it.each(['/login', '/login/sms', '/login/email'])('happy: %s lists the QR code as the last method', async (path) => {
  const main = await openBrowser().mainAt(path)
  expect(main).toMatch(/href="\/login\/(sms|email)">[^<]+<\/a><\/li><li><a href="\/login\/qr">With a QR code</)
})

describe('with a password', () => {
  it('happy: a password signs in, and the session is sealed into a cookie', async ({ browser }) => {
    expectRedirect(await signInWith(browser), '/settings')
    const sent = { account: 'Ann', password: ' correct horse ', region: 'CN' }
    expect(fake.inputsOf('accountLoginV2')).toMatchObject([sent])
    expect(browser.jar.get('butterfly_session')).toMatch(/^[\w-]+\.\.[\w.-]+$/)
    expectRedirect(await browser.visit('/login'), '/settings')
  })

  it('error: a number without country code is read in the browser’s region, and the refusal names the country code', async () => {
    fake.answer('accountLoginV2', refuse('wrong_credentials', { country_code: '+44' }))
    const browser = openBrowser({ language: 'en-GB' })
    const answer = await browser.submit('/login', { account: '07400 123456', password: 'x' })
    expect(fake.inputsOf('accountLoginV2')).toMatchObject([{ region: 'GB' }])
    expect(refusedAt(answer, '').join()).toContain('The number was read with +44')
  })

  it('security: a sign-in changes the browser id, so forms made before it are refused', async ({ browser }) => {
    const before = browser.formToken()
    await signInWith(browser)
    expect(browser.formToken()).not.toBe(before)
    expect((await browser.submit('/login', right, { token: before })).status).toBe(403)
  })
})

it.each(['/login', '/login/sms', '/login/email', '/login/email/password', '/login/register'])(
  'happy: %s redirects a signed-in browser to the return address',
  async (path) => {
    const browser = openBrowser()
    await signInWith(browser)
    expectRedirect(await browser.visit(path), '/settings')
    expect(await browser.visit(`${path}?next=/settings/x`)).toMatchObject({ location: '/settings/x' })
  },
)

describe('with an SMS code', () => {
  const atTheCode = async (path = '/login/sms') => {
    fake.answer('sendCode', smsSent())
    const browser = openBrowser()
    await browser.submit(path, { mobile: '138 0000 0001', region: 'CN' })
    return browser
  }

  it('happy: a code signs in, and ends the flow', async () => {
    const browser = await atTheCode('/login/sms?next=/settings/x')
    fake.answer('smsLoginOnly', signedIn())
    expectRedirect(await browser.submit('/login/sms/code', { code: '123 456' }), '/settings/x')
    expect(fake.inputsOf('sendCode')).toEqual([{ mobile: '+8613800000001', type: 24, unbind_exist: 0 }])
    expect(fake.inputsOf('smsLoginOnly')).toMatchObject([{ mobile: '+8613800000001', ...smsKey, code: '123456' }])
    expect(browser.jar.has('butterfly_flow_sms-sign-in')).toBe(false)
  })

  it.each([
    ['with its key', { sms_code_key: 'key-of-the-first' }],
    ['without a key, where the upstream gives none', {}],
  ])('happy: a code that was sent less than a minute ago still works, %s', async (_, named) => {
    fake.answers({ sendCode: refuse('resend_too_soon', { retry_after: 42, ...named }), smsLoginOnly: signedIn() })
    const browser = openBrowser()
    expectRedirect(await browser.submit('/login/sms', { mobile: '13800000001', region: 'CN' }), '/login/sms/code')
    const page = await browser.visit('/login/sms/code')
    expect(page.data).toMatchObject({ sent: { notice: 'resend_too_soon', waitSeconds: 42 } })
    await browser.submit('/login/sms/code', { code: '123456' })
    const ticks = { kick_other: 0, aff_multi_login: 0, need_frozen_user: 1 }
    expect(fake.inputsOf('smsLoginOnly')).toEqual([{ mobile: '+8613800000001', code: '123456', ...named, ...ticks }])
  })

  it('happy: after a resend, the code is checked with the new key', async () => {
    const browser = await atTheCode()
    fake.answer('sendCode', done({ retry_after: 60, sms_code_key: 'key-of-the-second', mobile: 'x' }))
    await browser.submit('/login/sms/code', { resend_code: 'Send a new code' })
    fake.answer('smsLoginOnly', signedIn())
    await browser.submit('/login/sms/code', { code: '123456' })
    expect(fake.inputsOf('smsLoginOnly')).toMatchObject([{ sms_code_key: 'key-of-the-second' }])
  })

  it.each([
    ['code_locked', 42, 'You can ask for a new code in 42\u00A0seconds.', true],
    ['too_many_wrong_codes', 7200, 'Codes work here again in 2\u00A0hours.', false],
  ] as const)('error: after %s the page accepts no code, and says what works', async (refusal, wait, text, resends) => {
    const browser = await atTheCode()
    fake.answer('smsLoginOnly', refuse(refusal, { field: 'code', retry_after: wait }))
    const landed = await browser.submit('/login/sms/code', { code: '123456' })
    expectRedirect(landed, expect.stringContaining('/login/sms/code'))
    const { status, main, html } = await browser.show('/login/sms/code')
    expect(status).toBe(429)
    expect(html).toContain('<title>Error: ')
    expectTexts(main, { shown: [text], hidden: ['name="code"'] })
    expect(main.includes('name="resend_code"')).toBe(resends)
    for (const path of ['/login', '/login/email']) expect(main).toContain(`href="${path}`)
  })

  it('happy: after a locked code, a new code is accepted', async () => {
    const browser = await atTheCode()
    fake.answer('smsLoginOnly', refuse('code_locked', { field: 'code', retry_after: 0 }))
    await browser.submit('/login/sms/code', { code: '123456' })
    await browser.submit('/login/sms/code', { resend_code: 'Send a new code' })
    expect(await browser.mainAt('/login/sms/code')).toContain('name="code"')
  })
})

it('happy: a code by email signs in', async ({ browser }) => {
  fake.answers({ sendEmailCode: emailSent(), emailCodeLogin: signedIn() })
  expect((await browser.submit('/login/email', { email: ' Ann@Example.com' })).location).toBe('/login/email/code')
  expect((await browser.visit('/login/email/code')).data).toMatchObject({ sent: { to: 'ann@example.com' } })
  expectRedirect(await browser.submit('/login/email/code', { code: '123456' }), '/settings')
  expect(fake.inputsOf('sendEmailCode')).toEqual([{ email: 'ann@example.com', type: 13, unbind_exist: 0 }])
  expect(fake.inputsOf('emailCodeLogin')).toMatchObject([{ email: 'ann@example.com', ...emailKey, code: '123456' }])
})

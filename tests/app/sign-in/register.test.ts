import { describe, expect, it } from 'vitest'
import { emailKey, emailSent, refuse, signedIn, smsKey, smsSent, ticket } from '#tests/app/browser/answers'
import {
  errorsAt,
  expectRedirect,
  formOf,
  openBrowser,
  refusedAt,
  withFakeAccountApi,
} from '#tests/app/browser/browser'

const fake = withFakeAccountApi()
const mobile = { mobile: '13800000001', region: 'CN' }
const email = { email: 'ann@xn--fsqu00a.com' }
const password = 'correct horse'
const right = { code: '123456', password }

const kinds = {
  mobile: {
    start: '/login/register',
    typed: mobile,
    send: ['sendCode', { mobile: '+8613800000001', type: 16, unbind_exist: 0 }],
    register: ['registerByMobile', { mobile: '+8613800000001', ...smsKey }],
    shown: '+86 138 0000 0001',
    goesOn: 'smsLoginContinue',
  },
  email: {
    start: '/login/register/email',
    typed: { email: 'ann@例子.com' },
    send: ['sendEmailCode', { ...email, type: 1, unbind_exist: 0 }],
    register: ['registerByEmail', { ...email, ...emailKey }],
    shown: 'ann@例子.com',
    goesOn: 'emailLoginContinue',
  },
} as const

const atTheCode = async (kind: keyof typeof kinds) => {
  fake.answers({ sendCode: smsSent(), sendEmailCode: emailSent() })
  const browser = openBrowser()
  await browser.submit(`${kinds[kind].start}?next=/settings/x`, kinds[kind].typed)
  return browser
}

describe.each(['mobile', 'email'] as const)('by %s', (kind) => {
  const { start, send, register, shown, goesOn } = kinds[kind]

  it('happy: the form registers an account with a password', async () => {
    const browser = await atTheCode(kind)
    fake.answer(register[0], signedIn(true))
    expectRedirect(await browser.submit(`${start}/code`, right), '/settings/x')
    expect(fake.inputsOf(send[0])).toEqual([send[1]])
    expect(fake.inputsOf(register[0])).toEqual([{ ...register[1], ...right }])
  })

  it('error: an undeliverable address stays on its page, with other ways to register', async () => {
    const browser = openBrowser()
    fake.answer(send[0], refuse('undeliverable', { field: kind }) as never)
    const landed = await browser.submit(start, kinds[kind].typed)
    expect(refusedAt(landed, kind)[0]).toMatch(/^We could not deliver an .* Check it, use another .*, or/)
    expect(formOf(landed).links).toEqual([{ path: '/account-help/no-code', text: 'Other ways' }])
  })

  it('happy: an address with an account redirects to a page that offers to sign in', async () => {
    const browser = await atTheCode(kind)
    fake.answer(register[0], refuse('already_registered', { field: kind, ticket }))
    expectRedirect(await browser.submit(`${start}/code`, right), `${start}/existing?next=%2Fsettings%2Fx`)
    expect((await browser.visit(`${start}/existing`)).data).toEqual({ kind, address: shown })
    fake.answer(goesOn, signedIn())
    expectRedirect(await browser.submit(`${start}/existing`), '/settings/x')
    expect(fake.inputsOf(goesOn)).toEqual([{ ticket }])
  })
})

it('happy: by mobile, an empty password registers an account without one', async () => {
  const browser = await atTheCode('mobile')
  fake.answer('registerByMobile', signedIn(true))
  await browser.submit('/login/register/code', { code: '123456', password: '' })
  expect(fake.inputsOf('registerByMobile')).toEqual([{ mobile: '+8613800000001', ...smsKey, code: '123456' }])
})

describe('by email', () => {
  it('error: without a password no call is made, and the error is at its field', async () => {
    const browser = await atTheCode('email')
    const landed = await browser.submit('/login/register/email/code', { code: '123456', password: '' })
    expect(errorsAt(landed, 'password')).toEqual(['Enter a password'])
    expect(fake.inputsOf('registerByEmail')).toEqual([])
  })

  it('error: an email with an account is refused after its code, with a link to the sign-in', async () => {
    const browser = await atTheCode('email')
    fake.answer('registerByEmail', refuse('already_registered', { field: 'email' }))
    const landed = await browser.submit('/login/register/email/code', right)
    expect(refusedAt(landed, '')[0]).toMatch(/has an account already/)
    expect(formOf(landed).links).toEqual([{ path: '/login', text: 'Sign in' }])
  })
})

describe('by mobile and email', () => {
  const atTheCodes = async () => {
    fake.answers({ sendCode: smsSent(), sendEmailCode: emailSent() })
    const browser = openBrowser()
    await browser.submit('/login/register/both?next=/settings/x', { ...mobile, ...email })
    return browser
  }
  const codes = { code: '123456', email_code: '654321', password }

  it('happy: the form registers an account with both addresses', async () => {
    const browser = await atTheCodes()
    fake.answer('registerByMobileAndEmail', signedIn(true))
    expectRedirect(await browser.submit('/login/register/both/code', codes), '/settings/x')
    expect(fake.inputsOf('sendCode')).toEqual([{ mobile: '+8613800000001', type: 16, unbind_exist: 0 }])
    expect(fake.inputsOf('sendEmailCode')).toEqual([{ ...email, type: 1, unbind_exist: 0 }])
    expect(fake.inputsOf('registerByMobileAndEmail')).toEqual([
      { mobile: '+8613800000001', ...smsKey, ...email, ...emailKey, ...codes },
    ])
  })

  it('error: an empty code is reported with the name of its message', async () => {
    const browser = await atTheCodes()
    const landed = await browser.submit('/login/register/both/code', { password })
    expect(errorsAt(landed, 'code')).toEqual(['Enter the code from the SMS'])
    expect(errorsAt(landed, 'email_code')).toEqual(['Enter the code from the email'])
  })

  it('error: a wrong code from the email comes back as an error at its own field', async () => {
    const browser = await atTheCodes()
    fake.answer('registerByMobileAndEmail', refuse('code_wrong', { field: 'email_code', tries_left: 2 }))
    const landed = await browser.submit('/login/register/both/code', codes)
    expect(errorsAt(landed, 'email_code')[0]).toContain('2\u00A0tries left')
    expect(errorsAt(landed, 'code')).toEqual([])
    // The code from the SMS was not refused, so it comes back.
    expect(formOf(landed).initialValue).toEqual({ code: '123456' })
    expect(JSON.stringify(landed.data)).not.toMatch(/654321|correct/)
  })

  it('happy: a mobile with an account redirects to a page that offers to sign in', async () => {
    const browser = await atTheCodes()
    fake.answer('registerByMobileAndEmail', refuse('already_registered', { field: 'mobile', ticket }))
    const landed = await browser.submit('/login/register/both/code?next=/settings/x', codes)
    expect(landed.location).toBe('/login/register/existing?next=%2Fsettings%2Fx')
    expect((await browser.visit('/login/register/existing')).status).toBe(200)
  })

  it('error: if no more emails may be sent, the form comes back with the reason', async () => {
    fake.answers({ sendCode: smsSent(), sendEmailCode: refuse('code_limit_reached', { retry_after: 3600 }) })
    const landed = await openBrowser().submit('/login/register/both', { ...mobile, ...email })
    expect(landed.status).toBe(429)
    expect(formOf(landed).initialValue).toEqual({ ...mobile, ...email })
  })
})

import { describe, expect, it } from 'vitest'
import * as bothCode from '../../app/routes/login/register/both/code/route'
import * as bothStart from '../../app/routes/login/register/both/route'
import * as mobileCode from '../../app/routes/login/register/code/route'
import * as emailCode from '../../app/routes/login/register/email/code/route'
import * as existingEmail from '../../app/routes/login/register/email/existing/route'
import * as emailStart from '../../app/routes/login/register/email/route'
import * as existing from '../../app/routes/login/register/existing/route'
import * as mobileStart from '../../app/routes/login/register/route'
import { refuse } from '../../contract/server'
import { emailKey, emailSent, signedIn, smsKey, smsSent, ticket } from './answers'
import { errorsAt, formOf, openBrowser, withFakeAccountApi } from './browser'

const fake = withFakeAccountApi()
const mobile = { mobile: '13800000001', region: 'CN' }
const email = { email: 'ann@example.com' }
const password = 'correct horse'

describe('by mobile', () => {
  const atTheCode = async () => {
    fake.answer('sendCode', smsSent())
    const browser = openBrowser()
    await browser.send(mobileStart, '/login/register?next=/settings/x', mobile)
    return browser
  }

  it('happy: registers an account with a password', async () => {
    const browser = await atTheCode()
    fake.answer('registerByMobile', signedIn(true))
    const landed = await browser.send(mobileCode, '/login/register/code', { code: '123456', password })
    expect(landed).toMatchObject({ status: 303, location: '/settings/x' })
    expect(fake.inputsOf('sendCode')).toEqual([{ mobile: '+8613800000001', type: 16 }])
    expect(fake.inputsOf('registerByMobile')).toEqual([
      { mobile: '+8613800000001', ...smsKey, code: '123456', password },
    ])
  })

  it('happy: an empty password registers an account without one', async () => {
    const browser = await atTheCode()
    fake.answer('registerByMobile', signedIn(true))
    await browser.send(mobileCode, '/login/register/code', { code: '123456', password: '' })
    expect(fake.inputsOf('registerByMobile')).toEqual([{ mobile: '+8613800000001', ...smsKey, code: '123456' }])
  })

  it('happy: a mobile that has an account leads to a page that offers to sign in to it', async () => {
    const browser = await atTheCode()
    fake.answer('registerByMobile', refuse('already_registered', { field: 'mobile', ticket }))
    const landed = await browser.send(mobileCode, '/login/register/code', { code: '123456' })
    expect(landed.location).toBe('/login/register/existing?next=%2Fsettings%2Fx')
    const page = await browser.open(existing, '/login/register/existing')
    expect(page.data).toEqual({ kind: 'mobile', address: '+86 138 0000 0001' })
    fake.answer('smsLoginContinue', signedIn())
    const end = await browser.send(existing, '/login/register/existing')
    expect(end).toMatchObject({ status: 303, location: '/settings/x' })
  })

  it('error: an expired offer redirects to the start with a flash message', async () => {
    const browser = await atTheCode()
    fake.answer('registerByMobile', refuse('already_registered', { field: 'mobile', ticket }))
    await browser.send(mobileCode, '/login/register/code', { code: '123456' })
    fake.answer('smsLoginContinue', refuse('ticket_refused', {}))
    const landed = await browser.send(existing, '/login/register/existing')
    expect(landed.location).toBe('/login/register?next=%2Fsettings%2Fx&notice=flow_expired')
  })

  it('error: the second of two clicks is told of the account that the first one made', async () => {
    const browser = await atTheCode()
    fake.answer('registerByMobile', refuse('code_used', { field: 'code' }))
    const landed = await browser.send(mobileCode, '/login/register/code', { code: '123456', password })
    expect(landed.status).toBe(422)
    expect(formOf(landed).links).toEqual([{ path: '/settings', text: 'Open your account' }])
  })

  it('error: the form of the code, sent again after the end, makes no second account', async () => {
    const browser = await atTheCode()
    fake.answer('registerByMobile', signedIn(true))
    await browser.send(mobileCode, '/login/register/code', { code: '123456', password })
    const landed = await browser.send(mobileCode, '/login/register/code', { code: '123456', password })
    expect(landed).toMatchObject({ status: 303, location: '/login/register' })
    expect(await browser.open(mobileStart, '/login/register')).toMatchObject({ status: 303, location: '/settings' })
    expect(fake.inputsOf('registerByMobile')).toHaveLength(1)
  })

  it.each([
    ['too_short', /at least 8/],
    ['too_long', /at most 128/],
    ['common', /Choose another/],
    ['own_identifier', /must not be your/],
  ] as const)(
    'error: a password that is %s comes back as an error at its field, with the code and without the password',
    async (reason, text) => {
      const browser = await atTheCode()
      fake.answer('registerByMobile', refuse('password_refused', { reason }))
      const landed = await browser.send(mobileCode, '/login/register/code', { code: '123456', password })
      expect(landed.status).toBe(422)
      expect(errorsAt(landed, 'password')[0]).toMatch(text)
      expect(formOf(landed).initialValue).toEqual({ code: '123456' })
    },
  )
})

describe('by email', () => {
  const atTheCode = async () => {
    fake.answer('sendEmailCode', emailSent())
    const browser = openBrowser()
    await browser.send(emailStart, '/login/register/email', email)
    return browser
  }

  it('happy: registers an account', async () => {
    const browser = await atTheCode()
    fake.answer('registerByEmail', signedIn(true))
    const landed = await browser.send(emailCode, '/login/register/email/code', { code: '123456', password })
    expect(landed).toMatchObject({ status: 303, location: '/settings' })
    expect(fake.inputsOf('sendEmailCode')).toEqual([{ ...email, type: 1 }])
    expect(fake.inputsOf('registerByEmail')).toEqual([{ ...email, ...emailKey, code: '123456', password }])
  })

  it('happy: an email that has an account leads to a page that offers to sign in to it', async () => {
    const browser = await atTheCode()
    fake.answer('registerByEmail', refuse('already_registered', { field: 'email', ticket }))
    const landed = await browser.send(emailCode, '/login/register/email/code', { code: '123456', password })
    expect(landed.location).toBe('/login/register/email/existing')
    const page = await browser.open(existingEmail, '/login/register/email/existing')
    expect(page.data).toEqual({ kind: 'email', address: 'ann@example.com' })
    fake.answer('emailLoginContinue', signedIn())
    const end = await browser.send(existingEmail, '/login/register/email/existing')
    expect(end).toMatchObject({ status: 303, location: '/settings' })
    expect(fake.inputsOf('emailLoginContinue')).toEqual([{ ticket }])
  })

  it('error: an upstream that gives no ticket tells of the account beside the form', async () => {
    const browser = await atTheCode()
    fake.answer('registerByEmail', refuse('already_registered', { field: 'email' }))
    const landed = await browser.send(emailCode, '/login/register/email/code', { code: '123456', password })
    expect(landed.status).toBe(422)
    expect(formOf(landed).links).toEqual([{ path: '/login', text: 'Sign in' }])
  })

  it('error: without a password no call is made, and the error is at its field', async () => {
    const browser = await atTheCode()
    const landed = await browser.send(emailCode, '/login/register/email/code', { code: '123456', password: '' })
    expect(errorsAt(landed, 'password')).toEqual(['Enter a password'])
    expect(fake.inputsOf('registerByEmail')).toEqual([])
  })

  it('error: an email that has an account is refused after its code, with a link to the sign-in', async () => {
    const browser = await atTheCode()
    fake.answer('registerByEmail', refuse('already_registered', { field: 'email' }))
    const landed = await browser.send(emailCode, '/login/register/email/code', { code: '123456', password })
    expect(landed.status).toBe(422)
    expect(errorsAt(landed, '')[0]).toMatch(/has an account already/)
    expect(formOf(landed).links).toEqual([{ path: '/login', text: 'Sign in' }])
  })
})

describe('by mobile and email', () => {
  const atTheCodes = async () => {
    fake.answer('sendCode', smsSent())
    fake.answer('sendEmailCode', emailSent())
    const browser = openBrowser()
    await browser.send(bothStart, '/login/register/both?next=/settings/x', { ...mobile, ...email })
    return browser
  }
  const codes = { code: '123456', email_code: '654321', password }

  it('happy: registers an account with both addresses', async () => {
    const browser = await atTheCodes()
    fake.answer('registerByMobileAndEmail', signedIn(true))
    const landed = await browser.send(bothCode, '/login/register/both/code', codes)
    expect(landed).toMatchObject({ status: 303, location: '/settings/x' })
    expect(fake.inputsOf('registerByMobileAndEmail')).toEqual([
      { mobile: '+8613800000001', ...smsKey, ...email, ...emailKey, ...codes },
    ])
  })

  it('error: an empty code is asked for by the message that has it', async () => {
    const browser = await atTheCodes()
    const landed = await browser.send(bothCode, '/login/register/both/code', { password })
    expect(errorsAt(landed, 'code')).toEqual(['Enter the code from the SMS'])
    expect(errorsAt(landed, 'email_code')).toEqual(['Enter the code from the email'])
  })

  it('error: errors of both fields come back together, and no code is sent', async () => {
    const landed = await openBrowser().send(bothStart, '/login/register/both', {
      mobile: '1',
      region: 'CN',
      email: 'x',
    })
    expect(landed.status).toBe(422)
    expect([errorsAt(landed, 'mobile').length, errorsAt(landed, 'email').length]).toEqual([1, 1])
    expect(fake.received).toEqual([])
  })

  it('error: a wrong code from the email comes back as an error at its own field', async () => {
    const browser = await atTheCodes()
    fake.answer('registerByMobileAndEmail', refuse('code_wrong', { field: 'email_code', tries_left: 2 }))
    const landed = await browser.send(bothCode, '/login/register/both/code', codes)
    expect(errorsAt(landed, 'email_code')[0]).toContain('2\u00A0tries left')
    expect(errorsAt(landed, 'code')).toEqual([])
    // The code from the SMS was not refused, so it comes back.
    expect(formOf(landed).initialValue).toEqual({ code: '123456' })
    expect(JSON.stringify(landed.data)).not.toMatch(/654321|correct/)
  })

  it('happy: a mobile that has an account leads to a page that offers to sign in to it', async () => {
    const browser = await atTheCodes()
    fake.answer('registerByMobileAndEmail', refuse('already_registered', { field: 'mobile', ticket }))
    const landed = await browser.send(bothCode, '/login/register/both/code?next=/settings/x', codes)
    expect(landed.location).toBe('/login/register/existing?next=%2Fsettings%2Fx')
    expect((await browser.open(existing, '/login/register/existing')).status).toBe(200)
  })

  it('error: an email that has an account comes back as an error of the form', async () => {
    const browser = await atTheCodes()
    fake.answer('registerByMobileAndEmail', refuse('already_registered', { field: 'email' }))
    const landed = await browser.send(bothCode, '/login/register/both/code', codes)
    expect(errorsAt(landed, '')[0]).toMatch(/address has an account/)
  })

  it('error: when no more emails may be sent, the form comes back with the reason', async () => {
    fake.answer('sendCode', smsSent())
    fake.answer('sendEmailCode', refuse('code_limit_reached', { retry_after: 3600 }))
    const landed = await openBrowser().send(bothStart, '/login/register/both', { ...mobile, ...email })
    expect(landed.status).toBe(429)
    expect(formOf(landed).initialValue).toEqual({ ...mobile, ...email })
  })
})

import { describe, expect, it } from 'vitest'
import * as emailResend from '../../app/routes/login/email/resend/route'
import * as emailStart from '../../app/routes/login/email/route'
import * as bothCode from '../../app/routes/login/register/both/code/route'
import * as bothResend from '../../app/routes/login/register/both/resend/route'
import * as bothStart from '../../app/routes/login/register/both/route'
import * as registerEmailResend from '../../app/routes/login/register/email/resend/route'
import * as registerEmailStart from '../../app/routes/login/register/email/route'
import * as mobileResend from '../../app/routes/login/register/resend/route'
import * as mobileStart from '../../app/routes/login/register/route'
import * as smsCode from '../../app/routes/login/sms/code/route'
import * as smsResend from '../../app/routes/login/sms/resend/route'
import * as smsStart from '../../app/routes/login/sms/route'
import { done, refuse } from '../../contract/server'
import { emailSent, smsSent } from './answers'
import { openBrowser, withFakeAccountApi } from './browser'

const fake = withFakeAccountApi()
const mobile = { mobile: '13800000001', region: 'CN' }
const email = { email: 'ann@example.com' }

it.each([
  ['/login/sms', smsStart, smsResend, mobile, 'sendCode', { mobile: '+8613800000001', type: 24 }],
  ['/login/register', mobileStart, mobileResend, mobile, 'sendCode', { mobile: '+8613800000001', type: 16 }],
  ['/login/email', emailStart, emailResend, email, 'sendEmailCode', { ...email, type: 13 }],
  ['/login/register/email', registerEmailStart, registerEmailResend, email, 'sendEmailCode', { ...email, type: 1 }],
] as const)(
  'happy: %s/resend sends the code again to the same address',
  async (path, start, resend, fields, call, input) => {
    fake.answer('sendCode', smsSent())
    fake.answer('sendEmailCode', emailSent())
    const browser = openBrowser()
    await browser.send(start, path, fields)
    const landed = await browser.send(resend, `${path}/resend`, { mobile: '+8613900000009', email: 'eve@example.com' })
    expect(landed).toMatchObject({ status: 303, location: `${path}/code` })
    expect(fake.inputsOf(call)).toEqual([input, input])
    expect(await browser.open(resend, `${path}/resend`)).toMatchObject({ status: 303, location: `${path}/code` })
    expect(fake.inputsOf(call)).toHaveLength(2)
  },
)

it('happy: where sending again stood in the place of a page, another language is asked for on the page', async () => {
  fake.answer('sendCode', smsSent())
  const browser = openBrowser()
  await browser.send(smsStart, '/login/sms', mobile)
  const landed = await browser.open(smsResend, '/login/sms/resend?lng=zh-Hans')
  expect(landed).toMatchObject({ status: 303, location: '/login/sms/code?lng=zh-Hans' })
})

describe('what the page of the code says afterwards', () => {
  const afterResend = async () => {
    const browser = openBrowser()
    fake.answer('sendCode', smsSent())
    await browser.send(smsStart, '/login/sms', mobile)
    return {
      browser,
      said: async (token?: string) => {
        await browser.send(smsResend, '/login/sms/resend', {}, token === undefined ? {} : { token })
        return (await browser.open(smsCode, '/login/sms/code')).data
      },
    }
  }

  it('happy: that a new code is on its way, and when the next may be asked for', async () => {
    const { said } = await afterResend()
    fake.answer('sendCode', done({ retry_after: 120, sms_code_key: 'key', mobile: 'x' }))
    expect(await said()).toEqual({ sent: { to: '+86 138 0000 0001', notice: 'sent_again', waitSeconds: 120 } })
  })

  it.each([
    ['resend_too_soon', 42],
    ['code_limit_reached', 7200],
    ['code_locked', 900],
    ['too_many_requests', 30],
  ] as const)('error: %s, and how long to wait', async (code, waitSeconds) => {
    const { said } = await afterResend()
    const data = { field: 'code', retry_after: waitSeconds } as const
    fake.answer('sendCode', refuse(code, data))
    expect(await said()).toMatchObject({ sent: { notice: code, waitSeconds } })
  })

  it('error: that nothing was sent, for a failure that a person can do nothing about', async () => {
    const { said } = await afterResend()
    fake.answer('sendCode', refuse('invalid_input', { fields: [{ field: 'mobile', reason: 'unsupported' }] }))
    expect(await said()).toMatchObject({ sent: { notice: 'not_sent', waitSeconds: 0 } })
  })

  it('security: a button that is not this visit’s sends nothing', async () => {
    const { said } = await afterResend()
    expect(await said('forged')).toMatchObject({ sent: { notice: 'form_old' } })
    expect(fake.inputsOf('sendCode')).toHaveLength(1)
  })

  it('security: without a flow it sends nothing to anybody', async () => {
    const landed = await openBrowser().send(smsResend, '/login/sms/resend', { mobile: '+8613900000009' })
    expect(landed).toMatchObject({ status: 303, location: '/login/sms' })
    expect(fake.received).toEqual([])
  })
})

describe('with two codes on one page', () => {
  const resend = async (target: string) => {
    fake.answer('sendCode', smsSent())
    fake.answer('sendEmailCode', emailSent())
    const browser = openBrowser()
    await browser.send(bothStart, '/login/register/both', { ...mobile, ...email })
    const landed = await browser.send(bothResend, '/login/register/both/resend', { target })
    expect(landed.location).toBe('/login/register/both/code')
    const page = await browser.open(bothCode, '/login/register/both/code')
    return { page: page.data, sms: fake.inputsOf('sendCode').length, mails: fake.inputsOf('sendEmailCode').length }
  }

  it.each([
    ['mobile', { sms: 2, mails: 1, page: { mobile: { notice: 'sent_again' }, email: { notice: null } } }],
    ['email', { sms: 1, mails: 2, page: { mobile: { notice: null }, email: { notice: 'sent_again' } } }],
  ])('happy: only the one for the %s is sent again', async (target, expected) => {
    expect(await resend(target)).toMatchObject(expected)
  })

  it.each(['both', '__proto__', 'goTo'])('security: target=%s sends nothing', async (target) => {
    expect(await resend(target)).toMatchObject({ sms: 1, mails: 1 })
  })
})

import { describe, expect, it } from 'vitest'
import * as lostCode from '../../app/routes/account-help/mobile-lost/email/code/route'
import * as lost from '../../app/routes/account-help/mobile-lost/email/route'
import * as resetCode from '../../app/routes/account-help/password/code/route'
import * as resetEmailCode from '../../app/routes/account-help/password/email/code/route'
import * as resetEmail from '../../app/routes/account-help/password/email/route'
import * as reset from '../../app/routes/account-help/password/route'
import * as emailCode from '../../app/routes/login/email/code/route'
import * as emailStart from '../../app/routes/login/email/route'
import * as registerBothCode from '../../app/routes/login/register/both/code/route'
import * as registerBoth from '../../app/routes/login/register/both/route'
import * as registerCode from '../../app/routes/login/register/code/route'
import * as registerEmailCode from '../../app/routes/login/register/email/code/route'
import * as registerEmail from '../../app/routes/login/register/email/route'
import * as register from '../../app/routes/login/register/route'
import * as smsCode from '../../app/routes/login/sms/code/route'
import * as smsStart from '../../app/routes/login/sms/route'
import * as bindCode from '../../app/routes/settings/$address/bind/route'
import * as confirmCode from '../../app/routes/settings/$address/change/confirm/route'
import * as oldCode from '../../app/routes/settings/$address/change/old/route'
import * as change from '../../app/routes/settings/$address/change/route'
import * as address from '../../app/routes/settings/$address/route'
import * as cancel from '../../app/routes/settings/cancel/route'
import * as cancelCode from '../../app/routes/settings/cancel/verify/route'
import * as forgottenCode from '../../app/routes/settings/password/forgotten/code/route'
import * as forgotten from '../../app/routes/settings/password/forgotten/route'
import { done, refuse } from '../../contract/server'
import type { Received } from '../fake-account-api/fake'
import { emailSent, infoOf, smsSent, ticket } from './answers'
import { type Browser, errorsAt, formOf, openBrowser, withFakeAccountApi } from './browser'
import { challenge, decision, isProven, solved } from './challenges'
import { askFor } from './page'
import { signedInBrowser } from './person'

const fake = withFakeAccountApi()
const mobile = { mobile: '13800000001', region: 'CN' }
const email = { email: 'ann@example.com' }
const key = 'key-of-a-second-verification'

type Page = { action: unknown }
type Step = [page: Page, path: string, fields: Record<string, string>]

interface CodePage {
  /** The forms that lead to it. */
  steps: Step[]
  page: Page
  path: string
  /** The pattern of a path with a parameter, which is its second part. */
  pattern?: string
  /** The button, and what it asks of the account API. */
  button?: string
  call: 'sendCode' | 'sendEmailCode' | 'sendSecondCode'
  input: object
}

const both = { ...mobile, ...email }
const bothPath = '/login/register/both'
const [toMobile, toEmail] = [{ mobile: '+8613800000001' }, email]

/** A page below /settings/mobile or /settings/email. */
const ofAddress = (kind: 'mobile' | 'email', page: string) => ({
  path: `/settings/${kind}/${page}`,
  pattern: `/settings/:address/${page}`,
})
const changed = (kind: 'mobile' | 'email'): Step[] => [
  [change, `/settings/${kind}/change`, {}],
  [oldCode, `/settings/${kind}/change/old`, { code: '123456', ...(kind === 'mobile' ? mobile : email) }],
]

/** Every button that sends a code again. */
const codePages: CodePage[] = [
  {
    steps: [[smsStart, '/login/sms', mobile]],
    page: smsCode,
    path: '/login/sms/code',
    call: 'sendCode',
    input: { ...toMobile, type: 24 },
  },
  {
    steps: [[emailStart, '/login/email', email]],
    page: emailCode,
    path: '/login/email/code',
    call: 'sendEmailCode',
    input: { ...toEmail, type: 13 },
  },
  {
    steps: [[register, '/login/register', mobile]],
    page: registerCode,
    path: '/login/register/code',
    call: 'sendCode',
    input: { ...toMobile, type: 16 },
  },
  {
    steps: [[registerEmail, '/login/register/email', email]],
    page: registerEmailCode,
    path: '/login/register/email/code',
    call: 'sendEmailCode',
    input: { ...toEmail, type: 1 },
  },
  {
    steps: [[registerBoth, bothPath, both]],
    page: registerBothCode,
    path: `${bothPath}/code`,
    button: 'resend_mobile',
    call: 'sendCode',
    input: { ...toMobile, type: 16 },
  },
  {
    steps: [[registerBoth, bothPath, both]],
    page: registerBothCode,
    path: `${bothPath}/code`,
    button: 'resend_email',
    call: 'sendEmailCode',
    input: { ...toEmail, type: 1 },
  },
  {
    steps: [[reset, '/account-help/password', mobile]],
    page: resetCode,
    path: '/account-help/password/code',
    call: 'sendCode',
    input: { ...toMobile, type: 6 },
  },
  {
    steps: [[resetEmail, '/account-help/password/email', email]],
    page: resetEmailCode,
    path: '/account-help/password/email/code',
    call: 'sendEmailCode',
    input: { ...toEmail, type: 4 },
  },
  {
    steps: [[lost, '/account-help/mobile-lost/email', email]],
    page: lostCode,
    path: '/account-help/mobile-lost/email/code',
    call: 'sendEmailCode',
    input: { ...toEmail, type: 15 },
  },
  {
    steps: [[forgotten, '/settings/password/forgotten', { by_email: 'Send' }]],
    page: forgottenCode,
    path: '/settings/password/forgotten/code',
    call: 'sendEmailCode',
    input: { type: 11 },
  },
  {
    steps: [[cancel, '/settings/cancel', { use_mobile: 'Send' }]],
    page: cancelCode,
    path: '/settings/cancel/verify',
    call: 'sendSecondCode',
    input: { sms_code_key: key, way: 'mobile' },
  },
  {
    steps: [[address, '/settings/mobile', mobile]],
    page: bindCode,
    ...ofAddress('mobile', 'bind'),
    call: 'sendCode',
    input: { ...toMobile, type: 17 },
  },
  {
    steps: [[address, '/settings/email', email]],
    page: bindCode,
    ...ofAddress('email', 'bind'),
    call: 'sendEmailCode',
    input: { ...toEmail, type: 8 },
  },
  {
    steps: changed('mobile').slice(0, 1),
    page: oldCode,
    ...ofAddress('mobile', 'change/old'),
    call: 'sendCode',
    input: { type: 22 },
  },
  {
    steps: changed('email').slice(0, 1),
    page: oldCode,
    ...ofAddress('email', 'change/old'),
    call: 'sendEmailCode',
    input: { type: 6 },
  },
  {
    steps: changed('mobile'),
    page: confirmCode,
    ...ofAddress('mobile', 'change/confirm'),
    call: 'sendCode',
    input: { ...toMobile, type: 20, verify_ticket: ticket },
  },
  {
    steps: changed('email'),
    page: confirmCode,
    ...ofAddress('email', 'change/confirm'),
    call: 'sendEmailCode',
    input: { ...toEmail, type: 7, verify_ticket: ticket },
  },
]

const paramsOf = (path: string) => ({ params: { address: path.split('/')[2] ?? '' } })

const secondSent = () => done({ retry_after: 60, masked: '+86 138****0001' })

/** A browser at a code page, with the ways to use the page. */
const at = async ({ steps, page, path, pattern, button = 'resend_code', call }: CodePage) => {
  fake.answer('sendCode', smsSent())
  fake.answer('sendEmailCode', emailSent())
  fake.answer('sendSecondCode', secondSent())
  fake.answer('verifyMobile', done({ verify_ticket: ticket }))
  fake.answer('verifyEmail', done({ verify_ticket: ticket }))
  const account = infoOf({ email: 'a***@example.com', email_verified: true })
  fake.answer('accountInfo', done(account))
  fake.answer('cancelVerifyWay', done({ sms_code_key: key, ways: [{ way: 'mobile', masked: '+86 138****0001' }] }))
  const browser: Browser = path.startsWith('/settings') ? await signedInBrowser(fake) : openBrowser()
  for (const [step, stepPath, fields] of steps) await browser.send(step, stepPath, fields, paramsOf(stepPath))
  const send = (fields: Record<string, string>, token?: string) =>
    browser.send(page, path, fields, { ...paramsOf(path), ...(token !== undefined && { token }) })
  const pressed = { [button]: 'Send a new code' }
  const before = fake.inputsOf(call).length - 1
  return {
    send,
    /** Presses the button, in a form with other fields if a test wants so. */
    resend: (fields: Record<string, string> = {}, token?: string) => send({ ...fields, ...pressed }, token),
    /** The HTML of the page, opened or after a form. */
    show: async (fields?: Record<string, string>) =>
      (await askFor(browser, page, path, { ...(fields && { fields }), ...(pattern && { pattern }) })).main,
    data: async () => (await browser.open(page, path, paramsOf(path))).data,
    /** The calls for codes, from the one that led to the page on. */
    asked: () => fake.inputsOf(call).slice(before),
  }
}

/** From now on the account API asks for a captcha before it sends a code. */
const askForCaptcha = (call: CodePage['call']) => {
  const sent = { sendCode: smsSent(), sendEmailCode: emailSent(), sendSecondCode: secondSent() }
  fake.answer(call, ((received: Received) => (isProven(received) ? sent[call] : decision())) as never)
  fake.answer('getCaptcha', challenge())
  fake.answer('verifyCaptcha', done({ captcha_ticket: solved }))
}

const parkedIn = (landed: Parameters<typeof formOf>[0]): string => {
  const { stepUp } = formOf(landed)
  if (!stepUp) throw new Error(`no step-up: ${JSON.stringify(landed.data)}`)
  return stepUp.parked
}

describe.each(codePages)('$path $button', (codePage) => {
  const { path, button = 'resend_code', input } = codePage

  it('happy: a second form of the page sends the code again, to the same address', async () => {
    const { resend, asked } = await at(codePage)
    const landed = await resend({ mobile: '+8613900000009', email: 'eve@example.com', code: '123456' })
    expect(landed).toMatchObject({ status: 303, location: path })
    expect(asked()).toEqual([input, input])
  })

  it('happy: a resend that asks for a captcha goes on once it is solved', async () => {
    const { resend, send, asked } = await at(codePage)
    askForCaptcha(codePage.call)
    const parked = parkedIn(await resend())
    const landed = await send({ parked, text: 'ax7kp' })
    expect(landed).toMatchObject({ status: 303, location: path })
    expect(asked()).toEqual([input, input, input])
  })

  it('happy: closing that captcha shows the code page as before, marked as closed, and sends nothing', async () => {
    const { resend, show, asked } = await at(codePage)
    const before = await show()
    askForCaptcha(codePage.call)
    const parked = parkedIn(await resend())
    const main = await show({ parked, close: 'Back to the form' })
    expect(main).toContain('data-closed=""')
    // A form that came back has the buttons of the other languages.
    expect(main.replace(' data-closed=""', '').replace(/<p class="languages">.*?<\/p>/, '')).toBe(before)
    expect(main).toContain('name="code"')
    expect(main).toContain(`name="${button}"`)
    expect(asked()).toHaveLength(2)
  })

  it('security: a resend with the form token of another browser sends nothing and says so', async () => {
    const { resend, show, asked } = await at(codePage)
    expect(await resend({}, openBrowser().formToken())).toMatchObject({ status: 303, location: path })
    expect(await show()).toContain('so no new code was sent. Please ask again.')
    expect(asked()).toHaveLength(1)
  })
})

describe('after a resend, the code page says', () => {
  const atSms = () => at(codePages[0] as CodePage)

  it('happy: that a new code is on its way, and how long to wait for the next', async () => {
    const { resend, data } = await atSms()
    fake.answer('sendCode', done({ retry_after: 120, sms_code_key: 'key', mobile: 'x' }))
    await resend()
    expect(await data()).toEqual({
      sent: { to: '+86 138 0000 0001', notice: 'sent_again', over: null, waitSeconds: 120 },
    })
  })

  it.each([
    ['resend_too_soon', 42],
    ['code_limit_reached', 7200],
    ['too_many_requests', 30],
  ] as const)('error: %s, and how long to wait', async (code, waitSeconds) => {
    const { resend, data } = await atSms()
    fake.answer('sendCode', refuse(code, { retry_after: waitSeconds }))
    await resend()
    expect(await data()).toMatchObject({ sent: { notice: code, waitSeconds } })
  })

  it('error: that no code was sent, after a failure that a person cannot put right', async () => {
    const { resend, data } = await atSms()
    fake.answer('sendCode', refuse('invalid_input', { fields: [{ field: 'mobile', reason: 'unsupported' }] }))
    await resend()
    expect(await data()).toMatchObject({ sent: { notice: 'not_sent', waitSeconds: 0 } })
  })
})

describe('the two forms of a code page', () => {
  it('security: without a flow, a resend sends nothing', async () => {
    const fields = { mobile: '+8613900000009', resend_code: 'Send a new code' }
    const landed = await openBrowser().send(smsCode, '/login/sms/code', fields)
    expect(landed).toMatchObject({ status: 303, location: '/login/sms' })
    expect(fake.received).toEqual([])
  })

  it('security: an unknown button is no resend', async () => {
    const { send, asked } = await at(codePages[0] as CodePage)
    for (const button of ['resend', 'resend_mobile', 'resend___proto__', 'resend_stay'])
      expect((await send({ [button]: 'Send' })).status).toBe(422)
    expect(asked()).toHaveLength(1)
  })

  it('error: a parked resend that cannot be opened any more sends nothing, and the page says so', async () => {
    const { resend, send, asked } = await at(codePages[0] as CodePage)
    askForCaptcha('sendCode')
    const parked = parkedIn(await resend())
    const landed = await send({ parked: `${parked}x`, text: 'ax7kp' })
    expect(landed.status).toBe(422)
    expect(errorsAt(landed, '')[0]).toMatch(/took too long, so nothing was sent/)
    expect(asked()).toHaveLength(2)
  })

  it('security: a resend button beside a parked code form does not replace that form', async () => {
    const [bind] = codePages.filter(({ path }) => path === '/settings/mobile/bind')
    const { send, asked } = await at(bind as CodePage)
    const ways = [{ way: 'password' as const, masked: '' }]
    fake.answer('bindMobile', refuse('second_verification_required', { sms_code_key: key, ways }))
    fake.answer('verifySecond', done({ verify_ticket: ticket }))
    const parked = parkedIn(await send({ code: '123456' }))
    await send({ parked, way: 'password', password: 'x', resend_code: 'Send a new code' })
    expect(fake.inputsOf('bindMobile')).toHaveLength(2)
    expect(asked()).toHaveLength(1)
  })

  it('happy: of two codes on one page, only the one whose button was pressed is sent again', async () => {
    const [byMobile] = codePages.filter(({ button }) => button === 'resend_mobile')
    const { resend, data } = await at(byMobile as CodePage)
    await resend()
    expect(await data()).toMatchObject({ mobile: { notice: 'sent_again' }, email: { notice: null } })
    expect(fake.inputsOf('sendEmailCode')).toHaveLength(1)
  })

  it('happy: an email that looks like a number is shown as it is', async () => {
    fake.answer('sendEmailCode', emailSent())
    const browser = openBrowser()
    await browser.send(emailStart, '/login/email', { email: '+8613800000001@example.com' })
    const page = await browser.open(emailCode, '/login/email/code')
    expect(page.data).toMatchObject({ sent: { to: '+8613800000001@example.com' } })
  })
})

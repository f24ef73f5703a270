import { describe, expect, it } from 'vitest'
import { done, emailSent, refuse, smsSent, ticket } from '#tests/app/browser/answers'
import {
  expectRedirect,
  expectTexts,
  formOf,
  openBrowser,
  refusedAt,
  withFakeAccountApi,
} from '#tests/app/browser/browser'
import { browserAt, formCases } from '#tests/app/forms/form-cases'
import { challenge, decision, isProven, solved } from '#tests/app/step-up/challenges'
import type { Received } from '#tests/fake-account-api/fake'
import { forgottenPassword } from '~/flows/accounts/forgotten-password.server'
import { rememberedAs } from '~/navigation/returning/return-address'

const fake = withFakeAccountApi()
const mobile = { mobile: '+8613800000001' }
const email = { email: 'ann@example.com' }
const again = 'Send a new code'
const key = 'key-of-a-second-verification'

type SendCall = 'sendCode' | 'sendEmailCode' | 'sendSecondCode'
const sent = {
  sendCode: smsSent,
  sendEmailCode: emailSent,
  sendSecondCode: () => done({ retry_after: 60, masked: '+86 138****0001' }),
}

type CodePage = Omit<(typeof formCases)[number], 'call'> & { call: SendCall; button: string; input: object }

/** The input of a call that sends a code; a second verification has its own call. */
const sending = (input: object) => ('type' in input ? { ...input, unbind_exist: 0 } : input)

/** The button of the table of all forms that sends a code again, and what it asks of the account API. */
const pageOf = (url: string, input: object): CodePage => {
  const found = formCases.find((each) => each.url === url && 'resend_code' in each.fields)
  if (!found) throw new Error(`no code is sent again at ${url}`)
  return { ...found, call: found.call as SendCall, button: 'resend_code', input: sending(input) }
}

/** The pages that bind and change an address, with the types of their codes. */
const inSettings = (kind: 'mobile' | 'email', types: { bind: number; old: number; confirm: number }): CodePage[] => {
  const [url, to] = [`/settings/${kind}`, kind === 'mobile' ? mobile : email]
  return [
    pageOf(`${url}/bind`, { ...to, type: types.bind }),
    pageOf(`${url}/change/old`, { type: types.old }),
    pageOf(`${url}/change/confirm`, { ...to, type: types.confirm, verify_ticket: ticket }),
  ]
}

const bySms = pageOf('/login/sms/code', { ...mobile, type: 24 })
const bind = pageOf('/login/bind/code', { ...mobile, type: 24 })
const registerByMobile = pageOf('/login/register/code', { ...mobile, type: 16 })
const registerByEmail = pageOf('/login/register/email/code', { ...email, type: 1 })
const both = formCases.find(({ url }) => url === '/login/register/both/code')
/** The page of two codes at a registration, with the button of one. */
const bothByMobile = { ...registerByMobile, ...both, call: 'sendCode' as const, button: 'resend_mobile' }
const bothByEmail = { ...registerByEmail, ...both, call: 'sendEmailCode' as const, button: 'resend_email' }
const forgotten = pageOf('/settings/password/forgotten/code', { type: 22 })
const forgottenByEmail: CodePage = {
  ...forgotten,
  call: 'sendEmailCode',
  input: sending({ type: 11 }),
  begin: (args) =>
    forgottenPassword.begin(args, 'code', { kind: 'email', code: { to: email.email, resendAtMs: 0, notice: null } }),
}

/** Every button that sends a code again. */
const codePages: CodePage[] = [
  bySms,
  bind,
  pageOf('/login/email/code', { ...email, type: 13 }),
  registerByMobile,
  registerByEmail,
  bothByMobile,
  bothByEmail,
  pageOf('/account-help/password/code', { ...mobile, type: 6 }),
  pageOf('/account-help/password/email/code', { ...email, type: 4 }),
  pageOf('/account-help/mobile-lost/email/code', { ...email, type: 15 }),
  forgotten,
  forgottenByEmail,
  pageOf('/settings/cancel/verify', { type: 22, unbind_exist: 0 }),
  ...inSettings('mobile', { bind: 17, old: 22, confirm: 20 }),
  ...inSettings('email', { bind: 8, old: 6, confirm: 7 }),
]

/** A browser at a code page, with the ways to use the page. */
const at = async (codePage: CodePage) => {
  const { url, button, call } = codePage
  const browser = await browserAt(fake, codePage)
  fake.answer(call, sent[call] as never)
  const send = (fields: Record<string, string>, token?: string) =>
    browser.submit(url, fields, token === undefined ? {} : { token })
  return {
    send,
    /** Presses the button, in a form with other fields if a test wants so. */
    resend: (fields: Record<string, string> = {}, token?: string) => send({ ...fields, [button]: again }, token),
    show: async (fields?: Record<string, string>) => (await browser.show(url, fields && { fields })).main,
    data: async () => (await browser.visit(url)).data,
    asked: () => fake.inputsOf(call),
  }
}

const askForCaptcha = (call: SendCall) => {
  fake.answer(call, ((received: Received) => (isProven(received) ? sent[call]() : decision())) as never)
  fake.answers({ getCaptcha: challenge(), verifyCaptcha: done({ captcha_ticket: solved }) })
}

const parkedIn = (landed: Parameters<typeof formOf>[0]): string => {
  const { stepUp } = formOf(landed)
  if (!stepUp) throw new Error(`no step-up: ${JSON.stringify(landed.data)}`)
  return stepUp.parked
}

/** A page without its request key, which differs each time. */
const withoutKey = (html: string): string => html.replace(/(name="request_key" value=")[^"]*/g, '$1')

describe.each(codePages)('$url $button', (codePage) => {
  const { url, button, input } = codePage

  it('happy: a second form on the page resends the code to the same address', async () => {
    const { resend, asked } = await at(codePage)
    expectRedirect(await resend({ mobile: '+8613900000009', email: 'eve@example.com', code: '123456' }), url)
    expect(asked()).toEqual([input])
  })

  it('happy: closing a captcha before a resend shows the same code page, marked as closed, and sends nothing', async () => {
    const { resend, show, asked } = await at(codePage)
    const before = await show()
    askForCaptcha(codePage.call)
    const parked = parkedIn(await resend())
    const main = await show({ parked, close: 'Back to the form' })
    // A form that came back has the links of its page, and the buttons of the other languages.
    const bare = main.replace(' data-closed=""', '').replace(/<p class="languages">.*?<\/p>/, '')
    const withoutEnd = (markup: string) => withoutKey(markup).replace('</form>', '')
    expect(withoutEnd(bare)).toBe(withoutEnd(before))
    expectTexts(main, { shown: ['data-closed=""', 'name="code"', `name="${button}"`] })
    expect(asked()).toEqual([input])
  })

  it('security: a resend with the form token of another browser sends nothing and says so', async () => {
    const { resend, show, asked } = await at(codePage)
    expectRedirect(await resend({}, openBrowser().formToken()), url)
    expect(await show()).toContain('so no new code was sent. Please ask again.')
    expect(asked()).toEqual([])
  })
})

describe('after a resend, the code page says', () => {
  const atSms = () => at(bySms)

  it('happy: the page says that a new code was sent, and how long to wait for the next one', async () => {
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
  ] as const)(
    'error: after the answer %s, the code page names the reason and how long to wait',
    async (code, waitSeconds) => {
      const { resend, data } = await atSms()
      fake.answer('sendCode', refuse(code, { retry_after: waitSeconds }))
      await resend()
      expect(await data()).toMatchObject({ sent: { notice: code, waitSeconds } })
    },
  )

  it('error: the page says that the message could not be delivered, and not that one was sent', async () => {
    const { resend, show } = await atSms()
    fake.answer('sendCode', refuse('undeliverable', { field: 'mobile' }))
    await resend()
    expectTexts(await show(), {
      shown: ['We could not deliver a code to', 'Use another number', 'href="/login/email"', 'Send a new code'],
      hidden: ['Check your phone', 'We sent an SMS', 'name="code"'],
    })
  })

  it('error: the page says that no code was sent, after a failure that a person cannot fix', async () => {
    const { resend, data } = await atSms()
    fake.answer('sendCode', refuse('invalid_input', { fields: [{ field: 'mobile', reason: 'unsupported' }] }))
    await resend()
    expect(await data()).toMatchObject({ sent: { notice: 'not_sent', waitSeconds: 0 } })
  })
})

describe('the two forms of a code page', () => {
  it('security: an unknown button is no resend', async () => {
    const { send, asked } = await at(bySms)
    for (const button of ['resend', 'resend_mobile', 'resend___proto__', 'resend_stay'])
      expect((await send({ [button]: 'Send' })).status).toBe(422)
    expect(asked()).toEqual([])
  })

  it('error: a parked resend that cannot be opened sends nothing, and the page says so', async () => {
    const { resend, send, asked } = await at(bySms)
    askForCaptcha('sendCode')
    const parked = parkedIn(await resend())
    const landed = await send({ parked: `${parked}x`, text: 'ax7kp' })
    expect(refusedAt(landed, '')[0]).toMatch(/took too long, so nothing was sent/)
    expect(asked()).toHaveLength(1)
  })

  it('security: a resend button next to a parked code form does not replace that form', async () => {
    const { send, asked } = await at(pageOf('/settings/mobile/bind', {}))
    const ways = [{ way: 'password' as const, masked: '' }]
    fake.answer('bindMobile', refuse('second_verification_required', { sms_code_key: key, ways }))
    fake.answer('verifySecond', done({ verify_ticket: ticket }))
    const parked = parkedIn(await send({ code: '123456' }))
    await send({ parked, way: 'password', password: 'x', resend_code: 'Send a new code' })
    expect(fake.inputsOf('bindMobile')).toHaveLength(2)
    expect(asked()).toEqual([])
  })

  it('happy: on a page with two codes, the pressed button resends only its own code, after a captcha too', async () => {
    const { resend, send, data } = await at(bothByMobile)
    askForCaptcha('sendCode')
    const parked = parkedIn(await resend())
    expectRedirect(await send({ parked, text: 'ax7kp' }), bothByMobile.url)
    expect(await data()).toMatchObject({ mobile: { notice: 'sent_again' }, email: { notice: null } })
    expect(fake.inputsOf('sendEmailCode')).toEqual([])
  })

  it('happy: an email that looks like a number is shown unchanged', async () => {
    fake.answer('sendEmailCode', emailSent())
    const browser = openBrowser()
    await browser.submit('/login/email', { email: '+8613800000001@example.com' })
    const page = await browser.visit('/login/email/code')
    expect(page.data).toMatchObject({ sent: { to: '+8613800000001@example.com' } })
  })
})

const linksTo = (main: string, path: string) => main.includes(`<a href="${path}">`)

describe('what to check when no code arrives', () => {
  it('happy: the page links back to the page that waits for the code', async () => {
    const browser = openBrowser()
    fake.answer('sendCode', smsSent())
    await browser.submit('/login/sms', { mobile: '13800000001', region: 'CN' })
    const path = '/account-help/no-code?code=/login/sms/code'
    expect(linksTo(await browser.mainAt('/login/sms/code'), path)).toBe(true)
    expect(linksTo(await browser.mainAt(path), '/login/sms/code')).toBe(true)
  })

  it.each(['//evil.example/', 'javascript:alert(1)', '/passport/web/logout'])(
    'security: the page does not link to %s',
    async (elsewhere) => {
      const path = `/account-help/no-code?${new URLSearchParams({ code: elsewhere })}`
      expectTexts(await openBrowser().mainAt(path), { hidden: ['evil', 'alert', 'logout'] })
    },
  )

  it('security: a page with a return link is not kept in the page memory', () => {
    expect(rememberedAs('/account-help/no-code')).toBe('/account-help/no-code')
    expect(rememberedAs('/account-help/no-code?code=/login/sms/code')).toBeUndefined()
  })
})

import type { AppLoadContext } from '@remix-run/node'
import { describe, expect, it } from 'vitest'
import { done, refuse, smsSent } from '#tests/app/browser/answers'
import {
  errorsAt,
  expectTexts,
  type Fields,
  formOf,
  openBrowser,
  refusedAt,
  withFakeAccountApi,
} from '#tests/app/browser/browser'
import { signedInBrowser, withBrowser } from '#tests/app/browser/person'
import { challenge, decision, solved } from '#tests/app/step-up/challenges'
import { translator } from '~/i18n/texts'
import * as signIn from '~/routes/login/route'
import { formTokenOf, newBrowserId } from '~/session/browser-id.server'

const fake = withFakeAccountApi()
const browser = withBrowser()
const right = { account: 'ann', password: 'correct horse' }

describe('the form token', () => {
  it.each([
    ['a form without it', (): Fields => right, ''],
    ['the token of another browser', (): Fields => right, formTokenOf(newBrowserId())],
    [
      'a second token beside the right one',
      (): Fields => [...Object.entries(right), ['form_token', browser.formToken()]],
      undefined,
    ],
  ] as const)(
    'security: a form with %s is refused, no call is made, and the typed values come back',
    async (_, fields, token) => {
      const landed = await browser.submit('/login', fields(), token === undefined ? {} : { token })
      expect(landed.status).toBe(403)
      expect(errorsAt(landed, '')[0]).toMatch(/open for too long/)
      expect(formOf(landed).initialValue).toEqual({ account: 'ann' })
      expect(fake.received).toEqual([])
    },
  )

  it('error: a browser that keeps no cookies gets a page that says so', async () => {
    const landed = await openBrowser({ cookies: false }).submit('/login', right)
    expect(landed).toMatchObject({ status: 403, data: { kind: 'cookies' } })
  })
})

const [account, email] = ['/login', '/login/register/email']
const wrong: [string, string, Fields, Record<string, unknown>][] = [
  [
    'an empty form',
    account,
    { account: '', password: '' },
    { account: ['Enter your mobile number, email or username'], password: ['Enter a password'] },
  ],
  [
    'two values of a text field',
    email,
    [
      ['email', 'ann@example.com'],
      ['email', 'bob@example.com'],
    ],
    { email: ['Enter one line of text'] },
  ],
  ['a file where text is expected', email, { email: new File(['x'], 'x.txt') }, { email: ['Enter one line of text'] }],
  ['NUL', account, { account: 'ann\u0000', password: 'x' }, { account: [expect.any(String)] }],
  ['60 kB of text', account, { account: 'a'.repeat(60_000), password: 'x' }, { account: [expect.any(String)] }],
]

describe('bad input', () => {
  it.each(wrong)('error: the failure %s is reported at each of its fields', async (_, path, fields, errors) => {
    const landed = await browser.submit(path, fields)
    expect(landed.status).toBe(422)
    expect(formOf(landed).error).toEqual(errors)
    expect(fake.received).toEqual([])
  })

  it.each(['__proto__', 'constructor', '__intent__', '__state__', 'account.x', 'account[0]', 'a['])(
    'security: a field named %s changes nothing',
    async (name) => {
      const fields: [string, string][] = [
        ['account', 'ann'],
        ['password', ''],
        [name, '{"type":"reset","payload":{}}'],
      ]
      const landed = await browser.submit('/login', fields)
      expect(landed.status).toBe(422)
      expect(formOf(landed).initialValue).toEqual({ account: 'ann' })
      expect({}).not.toHaveProperty('type')
    },
  )
})

it('happy: the fields of the sign-in and of a registration tell browsers and phones what to fill in', async () => {
  fake.answer('sendCode', smsSent())
  const tagsAt = async (path: string) => {
    const tags = [...(await browser.mainAt(path)).matchAll(/<input[^>]* name="(\w+)"[^>]*>/g)]
    return Object.fromEntries(tags.map(([tag, name]) => [name, tag]))
  }
  const signingIn = await tagsAt('/login')
  expect(signingIn.account).toContain('autoComplete="username"')
  expect(signingIn.password).toContain('autoComplete="current-password"')
  expect((await tagsAt('/login/register')).mobile).toContain('autoComplete="tel"')
  await browser.submit('/login/register', { mobile: '13800000001', region: 'CN' })
  const registering = await tagsAt('/login/register/code')
  expect(registering.code).toMatch(/(?=.*autoComplete="one-time-code").*inputMode="numeric"/)
  expect(registering.password).toContain('autoComplete="new-password"')
})

describe('failures of the account API', () => {
  it('error: a failure about any other field is shown at the form', async () => {
    fake.answer('accountLoginV2', refuse('invalid_input', { fields: [{ field: 'toString', reason: 'invalid' }] }))
    expect(errorsAt(await browser.submit('/login', right), '')).toHaveLength(1)
  })

  /** A failure with a number that the catalogue does not have. */
  const own = (description: string, logId?: string) => () =>
    new Response(JSON.stringify({ message: 'error', data: { error_code: 4711, description } }), {
      status: 400,
      headers: logId === undefined ? {} : { 'x-log-id': logId },
    })

  it('error: a failure without a catalogue entry is shown in the upstream’s words, with its log id', async () => {
    fake.answer('accountLoginV2', own('Busy.', 'log-of-a-test'))
    const landed = await browser.submit('/login', right)
    expect(refusedAt(landed, '')).toEqual(['Busy. If this keeps happening, tell us this reference: log-of-a-test'])
    expect(formOf(landed).initialValue).toEqual({ account: 'ann' })
  })

  it('error: a failure without a description gets our text, and a failure without a log id gets that of the request', async () => {
    fake.answer('accountLoginV2', own(' \n ', 'log-of-a-test'))
    expect(errorsAt(await browser.submit('/login', right), '')).toEqual([
      'Something went wrong on our side. If this keeps happening, tell us this reference: log-of-a-test',
    ])
    fake.answer('accountLoginV2', own('Busy.'))
    expect(errorsAt(await browser.submit('/login', right), '')).toEqual([
      expect.stringMatching(/^Busy\. If this keeps happening, tell us this reference: [\w-]{36}$/),
    ])
  })

  it('security: the upstream’s words are cut to one line of plain text', async () => {
    const words = `<b>{{logId}}</b>\u0000\u202e $t(form.errors_title)\n${'a'.repeat(5000)}`
    fake.answer('accountLoginV2', own(words, 'log-of-a-test'))
    const { main } = await browser.show('/login', { fields: right })
    const [, line = ''] = /role="alert".*?<p>(.*?)<\/p>/.exec(main) ?? []
    expect(line).toMatch(/^&lt;b&gt;\{\{logId\}\}&lt;\/b&gt; \$t\(form\.errors_title\) a+… If this keeps happening/)
    expect(line.length).toBeLessThan(320)
  })

  const domains = ['school.example', '*.school.example']

  it.each([
    ['en', domains, 'New emails here have to end in one of these domains: school.example, *.school.example'],
    ['zh-CN', domains, '只能使用以下域名的邮箱：school.example, *.school.example'],
    ['en', [], 'Emails of this domain are not taken here. Use an email of another domain.'],
    ['zh-CN', [], '这里不接受这个域名的邮箱，请使用其他域名的邮箱'],
  ])(
    'error: an email of a refused domain comes back with the accepted ones, in %s: %j',
    async (language, few, text) => {
      fake.answer('sendEmailCode', refuse('mail_domain_refused', { field: 'email', domains: few }))
      const fields = { email: 'ann@example.com' }
      const { main } = await openBrowser({ language }).show('/login/register/email', { fields })
      expectTexts(main, { shown: [text, 'value="ann@example.com"', 'aria-invalid="true"'] })
    },
  )

  it.each([
    ['HTML', () => new Response('<h1>Bad gateway</h1>', { status: 200 })],
    ['half a JSON', () => new Response('{"message":"succ')],
    ['a 500', () => new Response('{}', { status: 500 })],
    ['no answer', () => Response.error()],
  ])('error: the answer %s leads to the 503 page', async (_, answer) => {
    fake.answer('accountLoginV2', answer)
    expect(await browser.submit('/login', right)).toMatchObject({ status: 503, data: { kind: 'unavailable' } })
  })
})

it.each([
  ['a NUL', 'account=a%00b&password=x'],
  ['bytes that are no UTF-8', 'account=%ff%fe&password=%e0%a4'],
  ['names with a structure', 'account[a].b=1&__proto__=2&password='],
])('error: a form with %s comes back as a form with errors', async (_, fields) => {
  fake.answer('accountLoginV2', refuse('wrong_credentials', {}))
  const { url, headers } = browser.requestFor('/login')
  const request = new Request(url, {
    method: 'POST',
    headers: { ...Object.fromEntries(headers), 'content-type': 'application/x-www-form-urlencoded' },
    body: `form_token=${browser.formToken()}&${fields}`,
  })
  const answer = (await signIn.action({ request, context: {}, params: {} })) as Response
  expect(answer.status).toBe(422)
  expect(await answer.json()).toHaveProperty('error')
})

describe('a form for which there is no room', () => {
  const typed = { account: ' Ann Moonriver ', password: 'correct horse' }
  const inFiveSeconds = 'Many people are using this right now, so nothing was done yet. Try again in 5\u00A0seconds.'

  it.each([
    ['en', inFiveSeconds],
    ['zh-CN', '现在使用的人很多，这次操作没有进行，请 5\u00A0秒后再试'],
  ])('error: if the server has no room, the form comes back with its typed values, in %s', async (language, text) => {
    const context: AppLoadContext = { busy: 5 }
    const landed = await openBrowser({ language }).submit('/login', typed, { context })
    expect(landed.status).toBe(503)
    expect(errorsAt(landed, '')).toEqual([text])
    expect(formOf(landed).initialValue).toEqual({ account: ' Ann Moonriver ' })
    expect(JSON.stringify(landed.data)).not.toContain('correct horse')
    expect(context.retryAfterSeconds).toBe(5)
    expect(fake.inputsOf('accountLoginV2')).toEqual([])
  })

  it('error: a form after a step-up also comes back, with its own fields and without the step-up fields', async () => {
    fake.answers({ accountLoginV2: () => decision('text'), getCaptcha: () => challenge('text') })
    fake.answer('verifyCaptcha', done({ captcha_ticket: solved }))
    const { stepUp } = formOf(await browser.submit('/login', typed))
    const answer = { parked: stepUp?.parked ?? '', text: 'right' }
    const landed = await browser.submit('/login', answer, { context: { busy: 5 } })
    expect([landed.status, formOf(landed).initialValue]).toEqual([503, { account: ' Ann Moonriver ' }])
    expect(fake.inputsOf('verifyCaptcha')).toEqual([])
  })

  it('security: a refused form token is reported before a lack of room', async () => {
    expect((await browser.submit('/login', typed, { token: 'x', context: { busy: 5 } })).status).toBe(403)
  })

  it('error: if there is no room, a code is not resent, and the page says why', async () => {
    fake.answer('sendCode', smsSent())
    await browser.submit('/login/sms', { mobile: '138 0000 0001', region: 'CN' })
    const context = { busy: 5 }
    const landed = await browser.submit('/login/sms/code', { resend_code: 'Send a new code' }, { context })
    expect([landed.status, errorsAt(landed, '')]).toEqual([503, [inFiveSeconds]])
    expect(fake.inputsOf('sendCode')).toHaveLength(1)
  })

  it('error: if the account API is busy, the form says so and keeps its typed values', async () => {
    fake.answer('accountLoginV2', refuse('busy', { retry_after: 7 }))
    const context: AppLoadContext = {}
    const landed = await browser.submit('/login', typed, { context })
    expect([landed.status, context.retryAfterSeconds]).toEqual([503, 7])
    expect(errorsAt(landed, '')).toEqual([inFiveSeconds.replace('5', '7')])
    expect(formOf(landed).initialValue).toEqual({ account: ' Ann Moonriver ' })
  })

  it('error: if a page’s call finds the account API busy, the page says when to try again', async () => {
    const person = await signedInBrowser(fake)
    fake.answer('accountInfo', refuse('busy', { retry_after: 7 }))
    const landed = await person.visit('/settings')
    expect([landed.status, landed.headers.get('retry-after'), landed.data]).toEqual([503, '7', { kind: 'busy' }])
  })
})

/** The sealed errors in the form of a page. */
const linesIn = (main: string): string => /name="form_lines" value="([^"]+)"/.exec(main)?.[1] ?? ''

const inChinese = (main: string) => ({ form_lines: linesIn(main), in_language: '简体中文 (Chinese)' })

describe('a form that came back, in another language', () => {
  const typed = { account: 'ann@example.com', password: 'not that one' }
  const refused = () => {
    fake.answer('accountLoginV2', refuse('wrong_credentials', {}))
    return browser.show('/login', { fields: typed })
  }

  it('happy: the form keeps its typed values and errors, sends nothing, and keeps the language', async () => {
    const { main } = await refused()
    expect(main).toContain('value="简体中文 (Chinese)"')
    // The languages are below all links of the page, as they are before a form is sent.
    for (const link of ['Forgot the password?', 'Create an account', 'Account help'])
      expect(main.indexOf(link), link).toBeLessThan(main.indexOf('in_language'))
    const again = await browser.show('/login', { fields: { ...typed, ...inChinese(main) } })
    expect(again.status).toBe(422)
    expect(again.html).toContain('<html lang="zh-Hans">')
    expectTexts(again.main, { shown: ['value="ann@example.com"', '账号或密码错误'], hidden: ['not that one'] })
    expect(fake.inputsOf('accountLoginV2')).toHaveLength(1)
    expect(browser.jar.get('i18next')).toBe('zh-Hans')
    // And back.
    const back = { ...typed, form_lines: linesIn(again.main), in_language: 'English' }
    expect((await browser.show('/login', { fields: back })).main).toContain('username or password')
  })

  it('happy: the page keeps its own errors, and a typed code next to a weak password', async () => {
    fake.answer('sendCode', smsSent())
    await browser.submit('/login/register', { mobile: '13800000001', region: 'CN' })
    const path = '/login/register/code'
    const fields = { code: '123456', password: 'short' }
    const { main } = await browser.show(path, { fields })
    const again = await browser.show(path, { fields: { ...fields, ...inChinese(main) } })
    expect(again.main).toMatch(/name="code"[^>]*value="123456"/)
    expect(again.main).toContain(translator('zh-Hans')('passwordRefusal.too_short'))
    expect(fake.inputsOf('registerByMobile')).toEqual([])
  })

  it('happy: language links are shown only on a page without a returned form', async () => {
    expect((await browser.show('/login')).html).toContain('hrefLang="zh-Hans"')
    expect((await refused()).html).not.toContain('hrefLang')
  })

  it.each(['', 'x', 'a.b.c.d.e'])('security: errors without our seal (%j) are not shown', async (form_lines) => {
    const fields = { ...typed, form_lines, in_language: 'English' }
    const { status, main } = await browser.show('/login', { fields })
    expect(status).toBe(200)
    expect(main).not.toContain('role="alert"')
  })

  it('security: a form of another browser is refused, and not shown in another language', async () => {
    const fields = { ...typed, in_language: '简体中文' }
    const { status, html } = await browser.show('/login', { fields, token: openBrowser().formToken() })
    expect(status).toBe(403)
    expect(html).toContain('<html lang="en">')
  })
})

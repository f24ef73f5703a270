import { describe, expect, it } from 'vitest'
import { refuse, smsSent } from '#tests/app/browser/answers'
import {
  type Browser,
  errorsAt,
  expectTexts,
  type Fields,
  formOf,
  openBrowser,
  refusedAt,
  withFakeAccountApi,
} from '#tests/app/browser/browser'
import * as signIn from '~/routes/login/route'
import { formTokenOf, newBrowserId } from '~/session/browser-id.server'

const fake = withFakeAccountApi()
const right = { account: 'ann', password: 'correct horse' }

describe('the form token', () => {
  it.each([
    ['a form without it', (): Fields => right, ''],
    ['the token of another browser', (): Fields => right, formTokenOf(newBrowserId())],
    [
      'a second token beside the right one',
      ({ formToken }: Browser): Fields => [...Object.entries(right), ['form_token', formToken()]],
      undefined,
    ],
  ] as const)(
    'security: a form with %s is refused, no call is made, and the typed values come back',
    async (_, fields, token) => {
      const browser = openBrowser()
      const landed = await browser.submit('/login', fields(browser), token === undefined ? {} : { token })
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
    const landed = await openBrowser().submit(path, fields)
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
      const landed = await openBrowser().submit('/login', fields)
      expect(landed.status).toBe(422)
      expect(formOf(landed).initialValue).toEqual({ account: 'ann' })
      expect({}).not.toHaveProperty('type')
    },
  )
})

it('happy: the fields of the sign-in and of a registration tell browsers and phones what to fill in', async () => {
  fake.answer('sendCode', smsSent())
  const browser = openBrowser()
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
    expect(errorsAt(await openBrowser().submit('/login', right), '')).toHaveLength(1)
  })

  /** A failure with a number that the catalogue does not have. */
  const own = (description: string, logId?: string) => () =>
    new Response(JSON.stringify({ message: 'error', data: { error_code: 4711, description } }), {
      status: 400,
      headers: logId === undefined ? {} : { 'x-log-id': logId },
    })

  it('error: a failure without a catalogue entry is shown in the upstream’s words, with its log id', async () => {
    fake.answer('accountLoginV2', own('Busy.', 'log-of-a-test'))
    const landed = await openBrowser().submit('/login', right)
    expect(refusedAt(landed, '')).toEqual(['Busy. If this keeps happening, tell us this reference: log-of-a-test'])
    expect(formOf(landed).initialValue).toEqual({ account: 'ann' })
  })

  it('error: a failure without a description gets our text, and a failure without a log id gets that of the request', async () => {
    fake.answer('accountLoginV2', own(' \n ', 'log-of-a-test'))
    expect(errorsAt(await openBrowser().submit('/login', right), '')).toEqual([
      'Something went wrong on our side. If this keeps happening, tell us this reference: log-of-a-test',
    ])
    fake.answer('accountLoginV2', own('Busy.'))
    expect(errorsAt(await openBrowser().submit('/login', right), '')).toEqual([
      expect.stringMatching(/^Busy\. If this keeps happening, tell us this reference: [\w-]{36}$/),
    ])
  })

  it('security: the upstream’s words are cut to one line of plain text', async () => {
    const words = `<b>{{logId}}</b>\u0000\u202e $t(form.errors_title)\n${'a'.repeat(5000)}`
    fake.answer('accountLoginV2', own(words, 'log-of-a-test'))
    const { main } = await openBrowser().show('/login', { fields: right })
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
    expect(await openBrowser().submit('/login', right)).toMatchObject({ status: 503, data: { kind: 'unavailable' } })
  })
})

it.each([
  ['a NUL', 'account=a%00b&password=x'],
  ['bytes that are no UTF-8', 'account=%ff%fe&password=%e0%a4'],
  ['names with a structure', 'account[a].b=1&__proto__=2&password='],
])('error: a form with %s comes back as a form with errors', async (_, fields) => {
  fake.answer('accountLoginV2', refuse('wrong_credentials', {}))
  const browser = openBrowser()
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

import { describe, expect, it } from 'vitest'
import * as registerEmail from '../../app/routes/login/register/email/route'
import * as signIn from '../../app/routes/login/route'
import { formTokenOf, newBrowserId } from '../../app/session/browser-id.server'
import { refuse } from '../../contract/server'
import { signedIn } from './answers'
import { errorsAt, formOf, openBrowser, withFakeAccountApi } from './browser'
import { askFor } from './page'

const fake = withFakeAccountApi()
const right = { account: 'ann', password: 'correct horse' }

describe('the form token', () => {
  it('security: a form without it comes back with what was typed, and no call is made', async () => {
    const landed = await openBrowser().send(signIn, '/login', right, { token: '' })
    expect(landed.status).toBe(403)
    expect(errorsAt(landed, '')[0]).toMatch(/open for too long/)
    expect(formOf(landed).initialValue).toEqual({ account: 'ann' })
    expect(fake.received).toEqual([])
  })

  it('security: the token of another browser is refused', async () => {
    const landed = await openBrowser().send(signIn, '/login', right, { token: formTokenOf(newBrowserId()) })
    expect(landed.status).toBe(403)
    expect(fake.received).toEqual([])
  })

  it('security: two tokens are refused, even if one is right', async () => {
    const browser = openBrowser()
    const fields = [...Object.entries(right), ['form_token', browser.formToken()]] as [string, string][]
    const landed = await browser.send(signIn, '/login', fields)
    expect(landed.status).toBe(403)
  })

  it('error: a browser that keeps no cookies gets the page that says so', async () => {
    const landed = await openBrowser({ cookies: false }).send(signIn, '/login', right)
    expect(landed).toMatchObject({ status: 403, data: { kind: 'cookies' } })
  })
})

describe('bad input', () => {
  it('error: each field of an empty form has its error', async () => {
    const landed = await openBrowser().send(signIn, '/login', { account: '', password: '' })
    expect(landed.status).toBe(422)
    expect(errorsAt(landed, 'account')).toEqual(['Enter your mobile number, email or username'])
    expect(errorsAt(landed, 'password')).toEqual(['Enter a password'])
  })

  it('error: the errors are in the person’s language', async () => {
    const landed = await openBrowser({ language: 'zh-CN' }).send(signIn, '/login', { account: '', password: 'x' })
    expect(errorsAt(landed, 'account')).toEqual(['请输入手机号、邮箱或用户名'])
  })

  it('error: two values of a text field are an error of that field', async () => {
    const landed = await openBrowser().send(registerEmail, '/login/register/email', [
      ['email', 'ann@example.com'],
      ['email', 'bob@example.com'],
    ])
    expect(landed.status).toBe(422)
    expect(errorsAt(landed, 'email')).toEqual(['Enter one line of text'])
  })

  it('error: a file where text is expected is an error of that field', async () => {
    const email = new File(['x'], 'x.txt')
    const landed = await openBrowser().send(registerEmail, '/login/register/email', { email })
    expect(errorsAt(landed, 'email')).toEqual(['Enter one line of text'])
  })

  it.each([
    ['NUL', 'ann\u0000'],
    ['60 kB of text', 'a'.repeat(60_000)],
  ])('security: %s is answered by the form', async (_, account) => {
    const landed = await openBrowser().send(signIn, '/login', { account, password: 'x' })
    expect(landed.status).toBe(422)
    expect(errorsAt(landed, 'account')).toHaveLength(1)
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
      const landed = await openBrowser().send(signIn, '/login', fields)
      expect(landed.status).toBe(422)
      expect(formOf(landed).initialValue).toEqual({ account: 'ann' })
      expect({}).not.toHaveProperty('type')
    },
  )

  it('security: fields that are not in the schema are not sent to the account API', async () => {
    fake.answer('accountLoginV2', signedIn())
    await openBrowser().send(signIn, '/login', { ...right, account_type: '1', user_id: '7' })
    expect(fake.inputsOf('accountLoginV2')).toEqual([
      { ...right, account_type: 0, kick_other: 0, aff_multi_login: 0, need_frozen_user: 1 },
    ])
  })
})

describe('failures of the account API', () => {
  it('error: one about a field of the form is shown at that field', async () => {
    fake.answer('accountLoginV2', refuse('invalid_input', { fields: [{ field: 'account', reason: 'unsupported' }] }))
    const landed = await openBrowser().send(signIn, '/login', right)
    expect(landed.status).toBe(422)
    expect(errorsAt(landed, 'account')).toEqual(['We cannot accept this one. Try another.'])
  })

  it('error: one about any other field is shown at the form', async () => {
    fake.answer('accountLoginV2', refuse('invalid_input', { fields: [{ field: 'toString', reason: 'invalid' }] }))
    const landed = await openBrowser().send(signIn, '/login', right)
    expect(errorsAt(landed, '')).toHaveLength(1)
  })

  it('error: a limit has status 429 and shows how long to wait', async () => {
    fake.answer('accountLoginV2', refuse('password_locked', { retry_after: 900 }))
    const landed = await openBrowser().send(signIn, '/login', right)
    expect(landed.status).toBe(429)
    expect(errorsAt(landed, '')[0]).toContain('15\u00A0minutes')
  })

  /** A failure with a number that the catalogue does not have. */
  const own = (description: string, logId?: string) => () =>
    new Response(JSON.stringify({ message: 'error', data: { error_code: 4711, description } }), {
      status: 400,
      headers: logId === undefined ? {} : { 'x-log-id': logId },
    })

  it('error: one that the catalogue does not have is shown in the upstream’s words, with its log id', async () => {
    fake.answer('accountLoginV2', own('The line is busy.', 'log-of-a-test'))
    const landed = await openBrowser().send(signIn, '/login', right)
    expect(landed.status).toBe(422)
    expect(errorsAt(landed, '')).toEqual(['The line is busy. If this goes on, tell us this reference: log-of-a-test'])
    expect(formOf(landed).initialValue).toEqual({ account: 'ann' })
  })

  it('error: one without a description has our text, and one without a log id has that of the request', async () => {
    fake.answer('accountLoginV2', own(' \n ', 'log-of-a-test'))
    expect(errorsAt(await openBrowser().send(signIn, '/login', right), '')).toEqual([
      'Something went wrong on our side. If this goes on, tell us this reference: log-of-a-test',
    ])
    fake.answer('accountLoginV2', own('Busy.'))
    expect(errorsAt(await openBrowser().send(signIn, '/login', right), '')).toEqual([
      expect.stringMatching(/^Busy\. If this goes on, tell us this reference: [\w-]{36}$/),
    ])
  })

  it('security: the upstream’s words are cut to one line of plain text', async () => {
    const words = `<b>{{logId}}</b>\u0000\u202e $t(form.errors_title)\n${'a'.repeat(5000)}`
    fake.answer('accountLoginV2', own(words, 'log-of-a-test'))
    const { main } = await askFor(openBrowser(), signIn, '/login', { fields: right })
    const [, line = ''] = /role="alert".*?<p>(.*?)<\/p>/.exec(main) ?? []
    expect(line).toMatch(/^&lt;b&gt;\{\{logId\}\}&lt;\/b&gt; \$t\(form\.errors_title\) a+… If this goes on/)
    expect(line.length).toBeLessThan(320)
  })

  it.each([
    ['HTML', () => new Response('<h1>Bad gateway</h1>', { status: 200 })],
    ['half a JSON', () => new Response('{"message":"succ')],
    ['a 500', () => new Response('{}', { status: 500 })],
    ['no answer', () => Response.error()],
  ])('error: %s from it is the 503 page', async (_, answer) => {
    fake.answer('accountLoginV2', answer)
    const landed = await openBrowser().send(signIn, '/login', right)
    expect(landed).toMatchObject({ status: 503, data: { kind: 'unavailable' } })
  })
})

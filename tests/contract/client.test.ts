import type { ServerResponse } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import type { Client } from '#contract/client'
import { CookieJar } from '#contract/wire/cookie-jar'
import { formTokenCookie } from '#contract/wire/headers'
import { reveal } from '#contract/wire/mix-mode'
import { checkSignature } from '#contract/wire/signing'
import type { UpstreamFailure } from '#contract/wire/upstream-failure'
import { json, startUpstream } from './upstream'

const signedOut = { message: 'success', data: { signed_in: false } }
const look = { mobile: '+8613800138000', code: '123456', type: 34 }
const session = { user_id: 'u1', is_new_user: false, expires_at: '2030-01-01T00:00:00.000Z' }

describe('the client of the contract', () => {
  let upstream: Awaited<ReturnType<typeof startUpstream>>
  afterEach(() => upstream.stop())

  const failureOf = (asked: Promise<unknown>): Promise<UpstreamFailure> =>
    asked.then(
      () => {
        throw new Error('answered')
      },
      (failure: UpstreamFailure) => failure,
    )

  const responding = async (respond: (response: ServerResponse, nth: number) => unknown) => {
    upstream = await startUpstream((_received, response, nth) => void respond(response, nth))
  }
  const answering = (body: unknown, status = 200) => responding((response) => json(response, body, status))
  const refusing = (error_code: number, status: number, data: object = {}) =>
    answering({ message: 'error', data: { error_code, description: '', ...data } }, status)
  const emailLogin = (client = upstream.client()) => client.emailLogin({ email: 'a@example.com', password: 'p' })

  it('happy: a POST is signed and mixed, and its answer is read from the envelope', async () => {
    await answering({ message: 'success', data: session })
    const answer = await upstream.client().passwordLogin({ mobile: '+8613800138000', password: 'p' })
    expect(answer).toEqual({ ok: true, data: session, logId: 'log-1' })
    const [request] = upstream.received
    if (!request) throw new Error('nothing was sent')
    expect(request.path).toBe('/passport/web/user/login')
    const sent = JSON.parse(request.body.toString()) as Record<string, string>
    expect(sent).toMatchObject({ mix_mode: 1, fixed_mix_mode: 1 })
    expect(reveal(sent.mobile ?? '')).toBe('+8613800138000')
    expect(request.headers).toMatchObject({ 'x-csrf-token': 'held', cookie: 'passport_csrf_token=held' })
    expect(checkSignature(request, () => ['k'.repeat(32)], Date.now())).toMatchObject({ ok: true })
  })

  it('happy: a GET carries its input in a signed query', async () => {
    await answering({ message: 'success', data: { valid: true, tries_left: 5 } })
    await upstream.client().checkCode(look)
    const [request] = upstream.received
    const query = new URL(request?.path ?? '', upstream.baseUrl).searchParams
    expect(reveal(query.get('mobile') ?? '')).toBe('+8613800138000')
    expect(reveal(query.get('type') ?? '')).toBe('34')
    expect(request?.path).not.toContain('13800138000')
    expect(request && checkSignature(request, () => ['k'.repeat(32)], Date.now()).ok).toBe(true)
  })

  it('happy: a client without a form token creates one, and sends it as cookie and header', async () => {
    await answering({ message: 'success', data: session })
    const jar = new CookieJar()
    await emailLogin(upstream.client({ jar }))
    const [request] = upstream.received
    expect(request?.headers['x-csrf-token']).toMatch(/^[\w-]{22}$/)
    expect(request?.headers.cookie).toBe(`passport_csrf_token=${request?.headers['x-csrf-token']}`)
    expect(jar.changed).toBe(true)
  })

  it.each([
    ['that the upstream insists on', () => new CookieJar()],
    ['that replaces one whose key the upstream has no more', () => new CookieJar({ [formTokenCookie]: 'held' })],
  ])('happy: a call is repeated with the form token %s', async (_which, jar) => {
    upstream = await startUpstream((received, response) => {
      if (received.headers['x-csrf-token'] === 'own') return json(response, { message: 'success', data: session })
      response.setHeader('set-cookie', 'passport_csrf_token=own; Path=/')
      return json(response, { message: 'error', data: { error_code: 1003, description: '' } }, 403)
    })
    expect(await emailLogin(upstream.client({ jar: jar() }))).toMatchObject({ ok: true })
    expect(upstream.received).toHaveLength(2)
  })

  it.each([
    ['once, if each answer sets another form token', true, 2],
    ['not at all, if none is set', false, 1],
  ])('error: a call whose form token is refused is repeated %s', async (_times, isSet, requests) => {
    await responding((response, nth) => {
      if (isSet) response.setHeader('set-cookie', `passport_csrf_token=number-${nth}; Path=/`)
      return json(response, { message: 'error', data: { error_code: 1003, description: '' } }, 403)
    })
    expect(await failureOf(emailLogin())).toMatchObject({ kind: 'form_token' })
    expect(upstream.received).toHaveLength(requests)
  })

  it('happy: each variant has its own path and envelope', async () => {
    await answering({ error_code: 0, description: '', data: { signed_in: false } })
    expect(await upstream.client({ variant: 'sso' }).checkLogin({})).toMatchObject({ ok: true })
    expect(upstream.received[0]?.path).toBe('/passport/sso/check_login')
  })

  it('happy: path fields are filled in, also in a path of the deployment', async () => {
    await answering({ message: 'success', data: { items: [] } })
    await upstream.client().defaultAvatars({ aid: 'butterfly' })
    await upstream.client({ paths: { defaultAvatars: '/own/{aid}/of/{variant}' } }).defaultAvatars({ aid: 'butterfly' })
    expect(upstream.received.map(({ path }) => path)).toEqual([
      '/passport/common/avatar/defaults/butterfly',
      '/own/butterfly/of/web',
    ])
  })

  it.each(['', '.', '..', '../logout', 'a/b'])('security: %j as a path field makes no request', async (key) => {
    await answering({})
    expect(await upstream.client().image({ key })).toMatchObject({
      ok: false,
      code: 'invalid_input',
      data: { fields: [{ field: 'key', reason: 'invalid' }] },
    })
    expect(upstream.received).toEqual([])
  })

  it('happy: a file is sent as a form whose exact bytes are signed', async () => {
    await answering({ message: 'success', data: { key: 'new-key' } })
    const pic = new Uint8Array([0, 255, 13, 10])
    expect(await upstream.client().uploadAvatar({ pic })).toMatchObject({ ok: true, data: { key: 'new-key' } })
    const [request] = upstream.received
    expect(request?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/)
    expect(request?.body.includes(Buffer.from(pic))).toBe(true)
    expect(request && checkSignature(request, () => ['k'.repeat(32)], Date.now()).ok).toBe(true)
  })

  it('happy: a row that returns bytes gives the file and its media type', async () => {
    await responding((response) =>
      response.writeHead(200, { 'content-type': 'image/png; x=y' }).end(Buffer.from([137, 0, 255])),
    )
    const answer = await upstream.client().image({ key: 'a-key' })
    expect(answer).toMatchObject({ ok: true, data: { media_type: 'image/png' } })
    expect(answer.ok && [...answer.data.bytes]).toEqual([137, 0, 255])
    expect(upstream.received[0]?.path).toBe('/passport/common/image/a-key')
  })

  it.each([404, 200])('error: a failure of a call that returns bytes is read, with status %i', async (status) => {
    await refusing(1602, status)
    expect(await upstream.client().image({ key: 'a-key' })).toMatchObject({ ok: false, code: 'no_such_picture' })
  })

  it.each(['text/html', 'image/svg+xml'])('security: a picture of type %s is refused as malformed', async (type) => {
    await responding((response) => response.writeHead(200, { 'content-type': type }).end('<script>'))
    expect(await failureOf(upstream.client().image({ key: 'a-key' }))).toMatchObject({ kind: 'malformed' })
  })

  it('error: an expected failure is a value with its data', async () => {
    await refusing(1202, 429, { description: 'd', retry_after: 9 })
    expect(await emailLogin()).toEqual({
      ok: false,
      code: 'password_locked',
      description: 'd',
      data: { retry_after: 9 },
      logId: 'log-1',
    })
  })

  it('error: a password sign-in without any identifier is rejected without a message or a request', async () => {
    await answering(signedOut)
    const answer = await upstream.client().passwordLogin({ password: 'p', account: '' })
    expect(answer).toMatchObject({ ok: false, code: 'rejected', description: '' })
    expect(upstream.received).toEqual([])
  })

  it('happy: a harmless call whose connection closes is repeated, with a new nonce', async () => {
    await responding((response, nth) => (nth === 1 ? response.destroy() : json(response, signedOut)))
    expect(await upstream.client().checkLogin({})).toMatchObject({ ok: true })
    const [first, second] = upstream.received.map(({ headers }) => headers['x-nonce'])
    expect(second).not.toBe(first)
  })

  it('error: a harmless call whose connection closes twice throws', async () => {
    await responding((response) => response.destroy())
    expect(await failureOf(upstream.client().checkLogin({}))).toMatchObject({ kind: 'unreachable' })
    expect(upstream.received).toHaveLength(2)
  })

  it.each([
    ['a GET that uses up a try', (client: Client) => client.checkCode(look)],
    ['a GET that opens another challenge', (client: Client) => client.getCaptcha({ decision: 'd'.repeat(16) })],
    ['a POST', (client: Client) => client.emailLogin({ email: 'a@example.com', password: 'p' })],
  ])('error: the call %s is not repeated if its connection closes', async (_what, ask) => {
    await responding((response) => response.destroy())
    expect(await failureOf(ask(upstream.client()))).toMatchObject({ kind: 'unreachable' })
    expect(upstream.received).toHaveLength(1)
  })

  it.each([
    ['status', (response: ServerResponse) => json(response, {}, 500)],
    ['malformed', (response: ServerResponse) => json(response, {})],
    ['timeout', () => undefined],
  ])('error: a harmless call is not repeated after %s', async (kind, answer) => {
    await responding((response) => answer(response))
    const timeoutMs = kind === 'timeout' ? 200 : 60_000
    const logId = kind === 'status' ? { logId: 'log-1' } : {}
    expect(await failureOf(upstream.client({ timeoutMs }).checkLogin({}))).toMatchObject({ kind, ...logId })
    expect(upstream.received).toHaveLength(1)
  })

  it('error: an answer that stops half-way counts as a time-out', async () => {
    await responding((response) => response.writeHead(200, { 'content-length': '500' }).write('{"message":'))
    expect(await failureOf(emailLogin(upstream.client({ timeoutMs: 50 })))).toMatchObject({ kind: 'timeout' })
  })

  it.each([
    ['HTML', '<html>busy</html>'],
    ['half a JSON', '{"message":"success","data":{'],
    ['a body without an envelope', '{"signed_in":false}'],
    ['nothing', ''],
  ])('error: an answer of %s is refused as malformed', async (_what, body) => {
    await responding((response) => response.end(body))
    expect(await failureOf(upstream.client().checkLogin({}))).toMatchObject({ kind: 'malformed' })
  })

  it.each(['{"message":"success"}', '{"message":"success","data":null}', '{"message":"success","data":{}}'])(
    'happy: the success %s has plain defaults for what the specification does not name',
    async (body) => {
      await responding((response) => response.end(body))
      expect(await upstream.client().checkLogin({})).toMatchObject({ ok: true, data: { signed_in: false } })
    },
  )

  it.each([
    ['outside the catalogue', 4711, 400],
    ['outside the catalogue, with status 200', 4711, 200],
    ['of the catalogue that the row does not declare', 1101, 400],
  ])('error: a number %s is an undeclared failure', async (_what, error_code, status) => {
    await refusing(error_code, status, { description: 'Busy.', field: 'mobile' })
    expect(await upstream.client().checkLogin({})).toEqual({
      ok: false,
      code: 'undeclared',
      number: error_code,
      status,
      description: 'Busy.',
      data: { field: 'mobile' },
      logId: 'log-1',
    })
    expect(upstream.received).toHaveLength(1)
  })

  it.each([1502, 4711, 2046, 1101])('happy: a decision with the number %i asks for a captcha', async (error_code) => {
    const decision = { code: 3059, subtype: 'text', ticket: 'decision-of-a-test' }
    await refusing(error_code, 403, { description: 'd', decision, more: 1 })
    expect(await upstream.client().checkLogin({})).toEqual({
      ok: false,
      code: 'captcha_required',
      description: 'd',
      data: { decision },
      logId: 'log-1',
    })
  })

  it.each([
    [1502, { code: 99996 }],
    [4711, { code: 99996 }],
    [1502, { code: 3060, subtype: 'puzzle', ticket: 'decision-of-a-test' }],
  ])('happy: without a subtype of the catalogue, the code decides, with number %i: %o', async (number, decision) => {
    await refusing(number, 403, { decision })
    const answer = await upstream.client().checkLogin({})
    expect(answer).toMatchObject({ code: 'captcha_required', data: { decision: { code: decision.code } } })
    expect(JSON.stringify(answer)).not.toContain('puzzle')
  })

  it.each([
    {},
    { decision: 'text' },
    { decision: {} },
    { decision: { code: 'text' } },
    { decision: { subtype: 'text' } },
  ])('error: the data %j is not a decision, so the number counts', async (data) => {
    await refusing(4711, 403, data)
    expect(await upstream.client().checkLogin({})).toMatchObject({ code: 'undeclared', number: 4711, data })
  })

  it('happy: a code as text is its number, also of a decision and of a success', async () => {
    await refusing('2046' as unknown as number, 403, { ways: [{ way: 'mobile' }] })
    expect(await upstream.client().checkLogin({})).toMatchObject({ code: 'second_verification_required' })
    await upstream.stop()
    await refusing('E17' as unknown as number, 403, { decision: { code: '3059' } })
    expect(await upstream.client().checkLogin({})).toMatchObject({ data: { decision: { code: 3059 } } })
    await upstream.stop()
    await answering({ status_code: '0' })
    expect(await upstream.client().checkLogin({})).toMatchObject({ ok: true })
  })

  it('happy: a 204 is a success without data', async () => {
    await responding((response) => response.writeHead(204).end())
    expect(await upstream.client().checkLogin({})).toMatchObject({ ok: true, data: { signed_in: false } })
  })

  it('error: a 401 ends the session, whatever its body, and in a sign-in it refuses the sign-in', async () => {
    await responding((response) => response.writeHead(401).end('<html>'))
    expect(await upstream.client().accountInfo({})).toMatchObject({ code: 'not_signed_in' })
    await upstream.stop()
    await refusing(4002, 401, { description: 'Wrong.' })
    expect(await emailLogin(upstream.client())).toMatchObject({ code: 'undeclared', description: 'Wrong.' })
  })

  it('happy: 2046 is accepted without methods, and in a row that does not declare it', async () => {
    await refusing(2046, 403, { sms_code_key: 'key-of-a-test' })
    expect(await upstream.client().checkLogin({})).toMatchObject({
      ok: false,
      code: 'second_verification_required',
      data: { sms_code_key: 'key-of-a-test', ways: [] },
    })
  })

  it('happy: the log id is read from the header that the setting names', async () => {
    upstream = await startUpstream((_received, response) => {
      response.setHeader('X-Tt-LogId', 'own-log-id')
      json(response, { error_code: 4711, description: '' })
    })
    const client = upstream.client({ variant: 'sso', logIdHeader: 'x-tt-logid' })
    expect(await client.checkLogin({})).toMatchObject({ code: 'undeclared', number: 4711, logId: 'own-log-id' })
  })

  it('happy: a call signed before the nonce memory began is signed again, once', async () => {
    const refusal = { message: 'error', data: { error_code: 1004, description: '', reason: 'forgotten' } }
    await responding((response, nth) =>
      nth === 1 ? json(response, refusal, 401) : json(response, { message: 'success', data: session }),
    )
    expect(await emailLogin()).toMatchObject({ ok: true })
    const nonces = upstream.received.map(({ headers }) => headers['x-nonce'])
    expect(new Set(nonces).size).toBe(2)
    await upstream.stop()
    await answering(refusal, 401)
    expect(await failureOf(emailLogin())).toMatchObject({ kind: 'signature', refused: 'forgotten' })
    expect(upstream.received).toHaveLength(2)
  })

  it.each([{}, { reason: 'replay' }])(
    'security: a call whose signature is refused is not sent again: %o',
    async (why) => {
      await refusing(1004, 401, why)
      const refused = { kind: 'signature', logId: 'log-1', ...('reason' in why && { refused: 'replay' }) }
      expect(await failureOf(emailLogin())).toMatchObject(refused)
      expect(upstream.received).toHaveLength(1)
    },
  )

  it('security: a redirect is not followed', async () => {
    await responding((response) => response.writeHead(302, { location: '/elsewhere' }).end())
    expect(await failureOf(upstream.client().checkLogin({}))).toMatchObject({ kind: 'unreachable' })
    expect(new Set(upstream.received.map(({ path }) => path))).toEqual(new Set(['/passport/web/check_login']))
  })

  it('security: an error contains nothing of the input', async () => {
    await answering({}, 500)
    const failure = await failureOf(upstream.client().emailLogin({ email: 'a@example.com', password: 'p4ssphrase' }))
    expect(`${failure.stack} ${JSON.stringify(failure)}`).not.toMatch(/p4ssphrase|a@example/)
  })
})

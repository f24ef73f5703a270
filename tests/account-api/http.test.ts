import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { createApi } from '../../account-api/http/api'
import { idleConnectionMs } from '../../contract/connections'
import { formTokenCookie, headerNames, sessionCookie } from '../../contract/headers'
import { mix } from '../../contract/mix-mode'
import { mobilePurpose } from '../../contract/purposes'
import { Draining } from '../../lifecycle/draining'
import { databases } from '../fixtures/databases'
import { eventually } from '../fixtures/eventually'
import { signed } from './signed'
import { application, freshMobile, goodPassword, registerMobile, worldOn } from './world'

describe.each(databases)('the account API over HTTP on $name', (database) => {
  const world = worldOn(database)

  const loginPath = '/passport/web/user/login'

  /** A form token that the API issued to a browser without a session. */
  const formToken = async () => {
    const path = '/passport/web/check_login'
    const answer = await fetch(world.baseUrl + path, signed({ path }))
    const cookie = answer.headers.getSetCookie().find((each) => each.startsWith(formTokenCookie)) ?? ''
    return cookie.slice(cookie.indexOf('=') + 1, cookie.indexOf(';'))
  }

  /** A signed POST. The test may change its parts. */
  const signedPost = async (
    input: object,
    changed: { path?: string; body?: string; nowMs?: number; key?: string; aid?: string } = {},
  ) => {
    const token = await formToken()
    const body = JSON.stringify(input)
    const signer = { aid: changed.aid ?? application.aid, key: changed.key ?? application.key }
    const headers = { cookie: `${formTokenCookie}=${token}`, [headerNames.formToken]: token }
    const request = signed(
      { method: 'POST', path: loginPath, body, headers },
      { signer, nowMs: changed.nowMs ?? Date.now() },
    )
    const send = () => fetch(world.baseUrl + (changed.path ?? loginPath), { ...request, body: changed.body ?? body })
    return { send, answer: await send() }
  }

  const credentials = { mobile: '+8613900000001', password: 'whatever it is' }
  const numberOf = async (answer: Response) =>
    ((await answer.json()) as { data: { error_code: number } }).data.error_code
  const internal = 1000
  const wrongCredentials = 1201
  const signatureRefused = 1004

  it('error: an internal error answers 500, and the log has its cause under the same log id', async () => {
    const { storage } = world.service
    const broken = { ...storage.tickets, find: () => Promise.reject(new Error('the cable was pulled')) }
    world.service.storage = { ...storage, tickets: broken }
    const path = '/passport/web/oauth_profile?profile_key=0123456789012345678901'
    const answer = await fetch(world.baseUrl + path, signed({ path }))
    world.service.storage = storage
    expect(answer.status).toBe(500)
    expect(await numberOf(answer)).toBe(internal)
    const lines = world.logged().split('\n')
    const line = lines.find((each) => each.includes('the cable was pulled')) ?? '{}'
    expect(JSON.parse(line)).toMatchObject({ logId: answer.headers.get(headerNames.logId), msg: 'call failed' })
  })

  /** The lines of the log with this log id. */
  const linesOf = (logId: string | null) =>
    world
      .logged()
      .split('\n')
      .filter((line) => line.includes(`"logId":"${logId}"`))
      .map((line) => JSON.parse(line) as Record<string, unknown>)

  it('happy: a call is logged under the log id that it brings along, down to a statement that fails', async () => {
    const path = '/passport/web/check_login'
    const given = '0123456789abcdef'
    const answer = await fetch(world.baseUrl + path, signed({ path, headers: { [headerNames.logId]: given } }))
    expect(answer.headers.get(headerNames.logId)).toBe(given)
    expect(linesOf(given)).toMatchObject([{ call: 'checkLogin', outcome: 'ok' }])

    const { storage } = world.service
    const times = { at: Date.now(), expiresAt: Date.now() + 60_000 }
    const ticket = {
      hash: 'twice',
      purpose: 'p',
      accountId: null,
      address: null,
      sessionId: null,
      value: 'a value',
      ...times,
    }
    const insertTwice = async () => {
      await storage.tickets.insert(ticket)
      await storage.tickets.insert(ticket)
      return undefined
    }
    world.service.storage = { ...storage, tickets: { ...storage.tickets, find: insertTwice } }
    const lookUp = '/passport/web/oauth_profile?profile_key=0123456789012345678901'
    const failed = await fetch(
      world.baseUrl + lookUp,
      signed({ path: lookUp, headers: { [headerNames.logId]: 'fedcba9876543210' } }),
    )
    world.service.storage = storage
    expect(failed.status).toBe(500)
    expect(linesOf('fedcba9876543210').map(({ msg }) => msg)).toEqual([
      'a statement failed',
      'call failed',
      'call answered',
    ])
    expect(world.logged()).not.toContain('a value')
  })

  it.each(['x', 'a'.repeat(37), '"},{"level":60', 'Z'.repeat(16)])(
    'attack: a call brings along %j as its log id',
    async (given) => {
      const path = '/passport/web/check_login'
      const answer = await fetch(world.baseUrl + path, signed({ path, headers: { [headerNames.logId]: given } }))
      expect(answer.headers.get(headerNames.logId)).toMatch(/^[0-9a-f]{32}$/)
      expect(world.logged()).not.toContain(`"logId":${JSON.stringify(given)}`)
    },
  )

  it.each([
    ['by another key', { key: 'x'.repeat(32) }, 'key'],
    ['of an unknown application', { aid: 'stranger' }, 'key'],
    ['six minutes old', { nowMs: Date.now() - 6 * 60_000 }, 'clock'],
  ])(
    'error: a signature %s is an error in the log and in the answer, which say whether key or clock',
    async (_what, changed, refused) => {
      const { answer } = await signedPost(credentials, changed)
      expect(await answer.json()).toMatchObject({ data: { error_code: signatureRefused, reason: refused } })
      const [line] = linesOf(answer.headers.get(headerNames.logId))
      expect(line).toMatchObject({ level: 50, refused, msg: expect.stringContaining(refused) })
      if (refused === 'clock') expect(Math.round(Number(line?.aheadSeconds) / 60)).toBe(-6)
    },
  )

  it('error: /readyz says 503 while the database takes no write, and while the server drains', async () => {
    const draining = new Draining()
    const lines: string[] = []
    let failing = true
    const api = createApi({
      service: world.service,
      application: { aid: application.aid, keys: [application.key] },
      log: pino({}, { write: (line: string) => lines.push(line) }),
      probe: () => (failing ? Promise.reject(new Error('disk full')) : world.storage.probe()),
      readableOutbox: false,
      signatureClock: Date.now,
      draining,
    })
    const ask = async () => {
      const answer = await api.inject('/readyz')
      return [answer.statusCode, answer.json().status]
    }
    expect(await ask()).toEqual([503, 'the database takes no write'])
    expect(lines.join('')).toContain('disk full')
    failing = false
    expect(await eventually('the next look', async () => ((await ask())[0] === 200 ? true : undefined))).toBe(true)
    await draining.drain(0)
    expect(await ask()).toEqual([503, 'stopping'])
    expect((await api.inject('/healthz')).statusCode).toBe(200)
    await api.close()
  })

  it('happy: a signed POST is accepted', async () => {
    const { answer } = await signedPost(credentials)
    expect(await numberOf(answer)).toBe(wrongCredentials)
  })

  it('happy: mixed fields are decoded', async () => {
    const { mobile, userId } = await registerMobile(world)
    const { answer } = await signedPost(mix({ mobile, password: goodPassword }, ['mobile', 'password']))
    expect(await answer.json()).toMatchObject({ message: 'success', data: { user_id: userId } })
  })

  it('happy: every answer has a log id, even a 404', async () => {
    const { answer } = await signedPost(credentials)
    expect(answer.headers.get(headerNames.logId)).toMatch(/^[0-9a-f]{32}$/)
    expect((await fetch(`${world.baseUrl}/nowhere`)).headers.get(headerNames.logId)).toMatch(/^[0-9a-f]{32}$/)
  })

  it.each([
    ['unsigned', {}, true],
    ['of an unknown application', { aid: 'stranger' }, false],
    ['by another key', { key: 'x'.repeat(32) }, false],
    ['six minutes old', { nowMs: Date.now() - 6 * 60_000 }, false],
    ['six minutes ahead', { nowMs: Date.now() + 6 * 60_000 }, false],
    ['for another path', { path: '/passport/web/email/login' }, false],
    ['for the same path with a query', { path: `${loginPath}?x=1` }, false],
    ['for another body', { body: JSON.stringify({ ...credentials, password: 'another' }) }, false],
    [
      'for the same fields in another order',
      { body: JSON.stringify({ password: credentials.password, mobile: credentials.mobile }) },
      false,
    ],
    ['for the same JSON with a space', { body: `${JSON.stringify(credentials)} ` }, false],
  ])('security: a request %s is refused', async (_what, changed, unsigned) => {
    const answer = unsigned
      ? await fetch(world.baseUrl + loginPath, { method: 'POST', body: JSON.stringify(credentials) })
      : (await signedPost(credentials, changed)).answer
    expect(answer.status).toBe(401)
    expect(await numberOf(answer)).toBe(signatureRefused)
  })

  it('security: a replayed request is refused', async () => {
    const { answer, send } = await signedPost(credentials)
    expect(await numberOf(answer)).toBe(wrongCredentials)
    expect(await numberOf(await send())).toBe(signatureRefused)
  })

  it('security: a replayed GET that counts as a try is refused, one that only reads is not', async () => {
    const statuses = async (path: string) => {
      const request = signed({ path })
      const ask = async () => (await fetch(world.baseUrl + path, request)).status
      return [await ask(), await ask()]
    }
    const look = new URLSearchParams({ mobile: freshMobile(), code: '123456', type: '34' })
    expect(await statuses(`/passport/web/check_code?${look}`)).toEqual([200, 401])
    expect(await statuses('/passport/web/check_login')).toEqual([200, 200])
  })

  it('happy: the server keeps an idle connection longer than our client does', async () => {
    const answer = await fetch(`${world.baseUrl}/healthz`)
    expect(answer.headers.get('keep-alive')).toBe(`timeout=${idleConnectionMs.server / 1000}`)
    expect(idleConnectionMs.client).toBeLessThan(idleConnectionMs.server)
  })

  it('security: of 20 copies of one request at once, one is accepted', async () => {
    const token = await formToken()
    const body = JSON.stringify(credentials)
    const headers = { cookie: `${formTokenCookie}=${token}`, [headerNames.formToken]: token }
    const request = signed({ method: 'POST', path: loginPath, body, headers })
    const numbers = await Promise.all(
      Array.from({ length: 20 }, async () => numberOf(await fetch(world.baseUrl + loginPath, request))),
    )
    expect(numbers.filter((number) => number === wrongCredentials)).toHaveLength(1)
    expect(numbers.filter((number) => number === signatureRefused)).toHaveLength(19)
  })

  it('security: a POST without a form token, or with one that differs from its cookie, is refused', async () => {
    const token = await formToken()
    const other = await formToken()
    const post = async (cookie: string, header: string) => {
      const body = JSON.stringify(credentials)
      const headers = { cookie: `${formTokenCookie}=${cookie}`, [headerNames.formToken]: header }
      const request = signed({ method: 'POST', path: loginPath, body, headers })
      return numberOf(await fetch(world.baseUrl + loginPath, request))
    }
    expect(await post(token, '')).toBe(1003)
    expect(await post('', '')).toBe(1003)
    expect(await post(token, other)).toBe(1003)
    expect(await post('made.up', 'made.up')).toBe(1003)
    expect(await post(token, token)).toBe(wrongCredentials)
  })

  it('security: a form token of another session is refused', async () => {
    const { jar } = await registerMobile(world)
    const stranger = await formToken()
    const path = '/passport/web/logout'
    const headers = {
      cookie: `${sessionCookie}=${jar.get(sessionCookie)}; ${formTokenCookie}=${stranger}`,
      [headerNames.formToken]: stranger,
    }
    const answer = await fetch(world.baseUrl + path, signed({ method: 'POST', path, body: '{}', headers }))
    expect(await numberOf(answer)).toBe(1003)
  })

  it.each([
    ['no fields', {}],
    ['a number instead of a string', { mobile: 8_613_800_000_000, password: 'x' }],
    ['a list instead of a string', { mobile: ['+8613800000000'], password: 'x' }],
    ['an object instead of a string', { mobile: { $ne: '' }, password: 'x' }],
    ['a mobile that is not E.164', { mobile: '13800000000', password: 'x' }],
    ['an email with a line break', { email: 'a@example.com\r\nBcc: b@example.com', password: 'x' }],
    ['a NUL in an email', { email: 'a\u0000@example.com', password: 'x' }],
    ['a password of 2,000 characters', { mobile: '+8613800000000', password: 'x'.repeat(2000) }],
    ['a mixed field that is not hexadecimal', { mobile: 'zz', password: 'x', mix_mode: 1, fixed_mix_mode: 1 }],
  ])('error: %s is invalid input, and the failure names the field', async (_what, input) => {
    const { answer } = await signedPost(input)
    expect(answer.status).toBe(400)
    const { data } = (await answer.json()) as { data: { error_code: number; fields: { field: string }[] } }
    expect(data.error_code).toBe(1001)
    expect(data.fields.length).toBeGreaterThan(0)
  })

  it('security: a NUL in a value that is looked up is invalid input', async () => {
    const { client } = await registerMobile(world)
    const nul = 'a\0b'.padEnd(22, 'c')
    for (const refused of [
      await client.passwordLogin({ username: nul, password: 'x' }),
      await client.verifyPassword({ account: nul, password: 'x' }),
      await client.endSession({ session_id: nul }),
      await client.updateUserInfo({ field_namespace: 'profile', field: 'avatar', value: nul }),
      await client.captchaPicture({ id: nul, part: 'scene' }),
      await client.verifyCaptcha({ id: nul, text: 'x' }),
    ])
      expect(refused).toMatchObject({ ok: false, code: 'invalid_input' })
  })

  it.each(['', 'null', '[]', '"text"', '{', '{"mobile":'])('error: the body %j is invalid input', async (body) => {
    const token = await formToken()
    const headers = { cookie: `${formTokenCookie}=${token}`, [headerNames.formToken]: token }
    const answer = await fetch(world.baseUrl + loginPath, signed({ method: 'POST', path: loginPath, body, headers }))
    expect(await numberOf(answer)).toBe(1001)
  })

  it('security: a body of 1 MB is refused unread', async () => {
    const { answer } = await signedPost({ mobile: '+8613800000000', password: 'x'.repeat(1_000_000) })
    expect(answer.status).toBe(413)
    expect(await numberOf(answer)).toBe(1006)
  })

  it('error: an unknown path is answered in an envelope', async () => {
    const answer = await fetch(`${world.baseUrl}/passport/web/nothing`)
    expect(answer.status).toBe(404)
    expect(await answer.json()).toMatchObject({ message: 'error', data: { error_code: 1007 } })
  })

  it('happy: the sso variant answers in its own envelope', async () => {
    const path = '/passport/sso/check_login'
    const answer = await fetch(world.baseUrl + path, signed({ path }))
    expect(await answer.json()).toEqual({ error_code: 0, description: '', data: { signed_in: false } })
  })

  it('happy: /healthz and /readyz answer 200', async () => {
    expect((await fetch(`${world.baseUrl}/healthz`)).status).toBe(200)
    expect((await fetch(`${world.baseUrl}/readyz`)).status).toBe(200)
  })

  it('happy: the outbox lists messages, newest first', async () => {
    const mobile = freshMobile()
    await world.person().sendCode({ mobile, type: mobilePurpose.register })
    world.passMinutes(1)
    await world.person().sendCode({ mobile, type: mobilePurpose.register })
    const shown = (await (await fetch(`${world.baseUrl}/outbox?to=${encodeURIComponent(mobile)}`)).json()) as {
      to: string
      channel: string
      purpose: string
      code: string
      at: string
    }[]
    expect(shown).toHaveLength(2)
    expect(shown[0]).toMatchObject({
      to: mobile,
      channel: 'sms',
      purpose: 'register',
      code: await world.codeTo(mobile),
    })
    expect(Date.parse(shown[0]?.at ?? '')).toBeGreaterThan(Date.parse(shown[1]?.at ?? ''))
  })

  it('security: the log contains no code, password, token or plain identifier', async () => {
    const { mobile, password, client, jar } = await registerMobile(world)
    await client.sendCode({ mobile, type: mobilePurpose.notSignedIn })
    const code = await world.codeTo(mobile)
    await client.checkCode({ mobile, code, type: mobilePurpose.notSignedIn })
    const log = world.logged()
    expect(log).toContain('checkCode')
    const obscured = Object.values(mix({ mobile, code, password }, ['mobile', 'code', 'password'])).slice(0, 3)
    for (const secret of [mobile, mobile.slice(3), code, password, jar.get(sessionCookie), ...obscured])
      expect(log).not.toContain(secret)
  })
})

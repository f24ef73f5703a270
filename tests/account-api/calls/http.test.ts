import { pino } from 'pino'
import { beforeAll, expect, it } from 'vitest'
import { mobilePurpose } from '#contract/terms/purposes'
import { idleConnectionMs } from '#contract/wire/connections'
import { formTokenCookie, headerNames, sessionCookie } from '#contract/wire/headers'
import { mix } from '#contract/wire/mix-mode'
import { Draining } from '#process/draining'
import { version } from '#rules/version'
import { furtherApi } from '#tests/account-api/start/further-api'
import { application, atOnce, describeWorlds, freshMobile } from '#tests/account-api/worlds/worlds'
import { eventually } from '#tests/fixtures/time/eventually'
import { signed } from './signed'

/** Parts of a signed POST. The cookie and the header have its form token. */
type Changed = { nowMs?: number } & Partial<Record<'path' | 'body' | 'key' | 'aid' | 'cookie' | 'header', string>>

describeWorlds('the account API over HTTP on $name', (world) => {
  beforeAll(() => world.listen())
  const loginPath = '/passport/web/user/login'
  const checkPath = '/passport/web/check_login'
  const profilePath = '/passport/web/oauth_profile?profile_key=0123456789012345678901'

  /** Requests a path by a signed GET, under a log id if given. */
  const get = (path: string, logId?: string) =>
    fetch(world.baseUrl + path, signed({ path, headers: logId === undefined ? {} : { [headerNames.logId]: logId } }))

  /** A form token that the API issued to a browser without a session. */
  const formToken = async () => {
    const answer = await get(checkPath)
    const cookie = answer.headers.getSetCookie().find((each) => each.startsWith(formTokenCookie)) ?? ''
    return cookie.slice(cookie.indexOf('=') + 1, cookie.indexOf(';'))
  }

  /** Signs a POST of an object or a raw body, and returns how to send it. The test may change its parts. */
  const signedPost = async (input: object | string, changed: Changed = {}) => {
    const token = await formToken()
    const { cookie = token, header = token } = changed
    const body = typeof input === 'string' ? input : JSON.stringify(input)
    const signer = { aid: changed.aid ?? application.aid, key: changed.key ?? application.key }
    const headers = { cookie: `${formTokenCookie}=${cookie}`, [headerNames.formToken]: header }
    const sent = { method: 'POST' as const, path: loginPath, body, headers }
    const request = signed(sent, { signer, nowMs: changed.nowMs ?? Date.now() })
    return () => fetch(world.baseUrl + (changed.path ?? loginPath), { ...request, body: changed.body ?? body })
  }

  const posted = async (input: object | string, changed?: Changed) => (await signedPost(input, changed))()

  const credentials = { mobile: '+8613900000001', password: 'whatever it is' }
  const reordered = { password: credentials.password, mobile: credentials.mobile }
  const numberOf = async (answer: Response) =>
    ((await answer.json()) as { data: { error_code: number } }).data.error_code
  const internal = 1000
  const wrongCredentials = 1201
  const signatureRefused = 1004

  const failing = async (find: () => Promise<never>, logId?: string) => {
    const { storage } = world.service
    world.service.storage = { ...storage, tickets: { ...storage.tickets, find } }
    const answer = await get(profilePath, logId)
    world.service.storage = storage
    expect(answer.status).toBe(500)
    return answer
  }

  it('error: an internal error answers 500, and the log has its cause under the same log id', async () => {
    const answer = await failing(() => Promise.reject(new Error('the cable was pulled')))
    expect(await numberOf(answer)).toBe(internal)
    const logId = answer.headers.get(headerNames.logId)
    expect(world.linesWith('the cable was pulled')[0]).toMatchObject({ logId, msg: 'call failed' })
  })

  const linesOf = (logId: string | null) => world.linesWith(`"logId":"${logId}"`)

  it('happy: a call is logged under the log id that it sends, down to a failed statement', async () => {
    const given = '0123456789abcdef'
    expect((await get(checkPath, given)).headers.get(headerNames.logId)).toBe(given)
    expect(linesOf(given)).toMatchObject([{ call: 'checkLogin', outcome: 'ok' }])

    const { tickets } = world.storage
    const times = { at: Date.now(), expiresAt: Date.now() + 60_000 }
    const owner = { accountId: null, address: null, sessionId: null }
    const insertTwice = async () => {
      for (;;) await tickets.insert({ ...times, ...owner, hash: 'twice', purpose: 'p', value: 'a value' })
    }
    await failing(insertTwice, 'fedcba9876543210')
    const messages = linesOf('fedcba9876543210').map(({ msg }) => msg)
    expect(messages).toEqual(['a statement failed', 'call failed', 'call answered'])
    expect(world.logged()).not.toContain('a value')
  })

  it.each(['x', 'a'.repeat(37), '"},{"level":60', 'Z'.repeat(16)])(
    'security: a call sends %j as its log id',
    async (given) => {
      expect((await get(checkPath, given)).headers.get(headerNames.logId)).toMatch(/^[0-9a-f]{32}$/)
      expect(world.logged()).not.toContain(`"logId":${JSON.stringify(given)}`)
    },
  )

  it('error: /readyz answers 503 while the database refuses writes, and while the server drains', async () => {
    const draining = new Draining()
    const lines: string[] = []
    let failing = true
    const api = furtherApi(world, {
      log: pino({}, { write: (line: string) => lines.push(line) }),
      probe: () => (failing ? Promise.reject(new Error('disk full')) : world.storage.probe()),
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
    expect((await api.inject('/healthz')).json()).toEqual({ status: 'alive', version })
    await api.close()
  })

  it.each([
    ['unsigned', undefined, 'key'],
    ['of an unknown application', { aid: 'stranger' }, 'key'],
    ['by another key', { key: 'x'.repeat(32) }, 'key'],
    ['six minutes old', { nowMs: Date.now() - 6 * 60_000 }, 'clock'],
    ['six minutes ahead', { nowMs: Date.now() + 6 * 60_000 }, 'clock'],
    ['for another path', { path: '/passport/web/email/login' }, 'key'],
    ['for the same path with a query', { path: `${loginPath}?x=1` }, 'key'],
    ['for another body', { body: JSON.stringify({ ...credentials, password: 'another' }) }, 'key'],
    ['for the same fields in another order', { body: JSON.stringify(reordered) }, 'key'],
    ['for the same JSON with a space', { body: `${JSON.stringify(credentials)} ` }, 'key'],
  ])(
    'security: a request %s is refused, and the answer and the log name the key or the clock as the reason',
    async (what, changed, why) => {
      const answer = changed
        ? await posted(credentials, changed)
        : await fetch(world.baseUrl + loginPath, { method: 'POST', body: JSON.stringify(credentials) })
      expect(answer.status).toBe(401)
      expect(await answer.json()).toMatchObject({ data: { error_code: signatureRefused, reason: why } })
      const [line] = linesOf(answer.headers.get(headerNames.logId))
      expect(line).toMatchObject({ level: 50, refused: why, msg: expect.stringContaining(why) })
      if (why === 'clock') expect(Math.round(Number(line?.aheadSeconds) / 60)).toBe(what.endsWith('old') ? -6 : 6)
    },
  )

  it('security: a replayed GET that counts as a try is refused, and a read-only one is not', async () => {
    const statuses = async (path: string) => {
      const request = signed({ path })
      const ask = async () => (await fetch(world.baseUrl + path, request)).status
      return [await ask(), await ask()]
    }
    const look = new URLSearchParams({ mobile: freshMobile(), code: '123456', type: '34' })
    expect(await statuses(`/passport/web/check_code?${look}`)).toEqual([200, 401])
    expect(await statuses(checkPath)).toEqual([200, 200])
  })

  it('happy: the server keeps an idle connection longer than our client does', async () => {
    const answer = await fetch(`${world.baseUrl}/healthz`)
    expect(answer.headers.get('keep-alive')).toBe(`timeout=${idleConnectionMs.server / 1000}`)
    expect(idleConnectionMs.client).toBeLessThan(idleConnectionMs.server)
  })

  it('security: one of 20 concurrent copies of a request is accepted', async () => {
    const send = await signedPost(credentials)
    const numbers = await atOnce(20, async () => numberOf(await send()))
    expect(numbers.filter((number) => number === wrongCredentials)).toHaveLength(1)
    expect(numbers.filter((number) => number === signatureRefused)).toHaveLength(19)
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
    const answer = await posted(input)
    expect(answer.status).toBe(400)
    const { data } = (await answer.json()) as { data: { error_code: number; fields: { field: string }[] } }
    expect(data.error_code).toBe(1001)
    expect(data.fields.length).toBeGreaterThan(0)
  })

  it.each(['', 'null', '[]', '"text"', '{', '{"mobile":'])('error: the body %j is invalid input', async (body) => {
    expect(await numberOf(await posted(body))).toBe(1001)
  })

  it('security: a body of 1 MB is refused before it is read', async () => {
    const answer = await posted({ mobile: '+8613800000000', password: 'x'.repeat(1_000_000) })
    expect(answer.status).toBe(413)
    expect(await numberOf(answer)).toBe(1006)
  })

  it('error: an unknown path is answered by the usual envelope, with a log id', async () => {
    const answer = await fetch(`${world.baseUrl}/passport/web/nothing`)
    expect(answer.status).toBe(404)
    expect(answer.headers.get(headerNames.logId)).toMatch(/^[0-9a-f]{32}$/)
    expect(await answer.json()).toMatchObject({ message: 'error', data: { error_code: 1007 } })
  })

  it('happy: the outbox lists messages, newest first', async () => {
    const mobile = freshMobile()
    await world.codeFor(mobile, mobilePurpose.register)
    world.passMinutes(1)
    const code = await world.codeFor(mobile, mobilePurpose.register)
    const answer = await fetch(`${world.baseUrl}/outbox?to=${encodeURIComponent(mobile)}`)
    const shown = (await answer.json()) as { at: string }[]
    expect(shown).toHaveLength(2)
    expect(shown[0]).toMatchObject({ to: mobile, channel: 'sms', purpose: 'register', code })
    expect(Date.parse(shown[0]?.at ?? '')).toBeGreaterThan(Date.parse(shown[1]?.at ?? ''))
  })

  it('security: the log contains no code, password, token or plain identifier', async () => {
    const { mobile, password, client, jar } = await world.registerMobile()
    const code = await world.codeFor(mobile, mobilePurpose.notSignedIn, client)
    await client.checkCode({ mobile, code, type: mobilePurpose.notSignedIn })
    const log = world.logged()
    expect(log).toContain('checkCode')
    const obscured = Object.values(mix({ mobile, code, password }, ['mobile', 'code', 'password'])).slice(0, 3)
    for (const secret of [mobile, mobile.slice(3), code, password, jar.get(sessionCookie), ...obscured])
      expect(log).not.toContain(secret)
  })
})

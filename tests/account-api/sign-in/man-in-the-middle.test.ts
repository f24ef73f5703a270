import { request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { beforeAll, describe, expect, it } from 'vitest'
import { createClient } from '#contract/client'
import { CookieJar } from '#contract/wire/cookie-jar'
import type { Send } from '#contract/wire/exchange'
import { sessionCookie } from '#contract/wire/headers'
import { signatureHeaders, signedHeaders } from '#contract/wire/signing'
import { UpstreamFailure } from '#contract/wire/upstream-failure'
import { application, describeWorlds, freshMobile, goodPassword } from '#tests/account-api/worlds/worlds'

type Lines = [name: string, value: string][]

/** Sends a request through a proxy that can change its header lines. */
const through =
  (change: (lines: Lines) => Lines): Send =>
  ({ url, method, headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const length: Lines = [
        ['host', new URL(url).host],
        ['content-length', String(Buffer.byteLength(body ?? ''))],
      ]
      const lines = [...length, ...change(Object.entries(headers))].flat()
      const sending = request(url, { method, headers: lines, signal }, (response) => {
        buffer(response).then((bytes) => {
          const header = (name: string) => [response.headers[name]].flat()[0]
          const setCookies = response.headers['set-cookie'] ?? []
          resolve({ status: response.statusCode ?? 0, header, setCookies, body: bytes })
        }, reject)
      })
      sending.once('error', reject)
      sending.end(body)
    })

const replaced =
  (name: string, change: (value: string) => string) =>
  (lines: Lines): Lines =>
    lines.map(([each, value]) => [each, each === name ? change(value) : value])

type Visitor = Parameters<typeof createClient>[1]
const visitor = { variant: 'web', language: 'en', clientAddress: '203.0.113.50', userAgent: 'test' } as const

describeWorlds('a man in the middle between web app and account API, on $name', (world) => {
  beforeAll(() => world.listen())
  /** A client whose calls pass the man in the middle. */
  const watched = (change: (lines: Lines) => Lines, otherwise: Partial<Visitor> = {}) =>
    createClient(
      { baseUrl: world.baseUrl, application, send: through(change) },
      { ...visitor, jar: new CookieJar(), captchaTicket: 'a-ticket', ...otherwise },
    )

  const failureOf = (asked: Promise<unknown>): Promise<unknown> =>
    asked.then(
      (answer) => answer,
      (failure: unknown) => (failure instanceof UpstreamFailure ? failure.kind : failure),
    )

  it('security: a person adds another person’s stolen Cookie to their own signed call', async () => {
    const [victim, thief] = [await world.registerMobile(), await world.registerMobile()]
    const seen = victim.jar.header()
    const swap = replaced('cookie', () => seen)
    const spy = watched(swap, { jar: thief.jar })
    expect(await failureOf(spy.exportData({}))).toBe('signature')
    expect(await failureOf(spy.accountInfo({}))).toBe('signature')
    // It cannot end that person’s session either.
    const remove = replaced('cookie', (value) => value.replace(/passport_session=[^;]*;? ?/, ''))
    const cut = watched(remove, { jar: victim.jar })
    expect(await failureOf(cut.accountInfo({}))).toBe('signature')
    expect(victim.jar.get(sessionCookie)).toBeDefined()
    expect(await victim.client.accountInfo({})).toMatchObject({ ok: true, data: { user_id: victim.userId } })
  })

  const named = [...signedHeaders, ...Object.values(signatureHeaders)]

  describe.each([...new Set<string>(named)])('the header %s', (name) => {
    const changes: Record<string, (lines: Lines) => Lines> = {
      'is changed': replaced(name, (value) => `${value}x`),
      'is removed': (lines) => lines.filter(([each]) => each !== name),
      'is doubled': (lines) => lines.flatMap((line) => (line[0] === name ? [line, line] : [line])),
      'gets a second value before it': (lines) =>
        lines.flatMap((line) => (line[0] === name ? [[name, 'text/plain'] as [string, string], line] : [line])),
      'gets a second value after it': (lines) => [...lines, [name, 'text/plain']],
      'gets a second, empty value': (lines) => [...lines, [name.toUpperCase(), '']],
    }

    it.each(Object.entries(changes))('security: %s on the way is refused', async (_what, change) => {
      const spy = watched(change)
      expect(await failureOf(spy.accountLoginV2({ account: freshMobile(), password: goodPassword }))).toBe('signature')
    })
  })

  it.each(['x-captcha-ticket', 'content-type'])('security: %s added to a call without it is refused', async (name) => {
    const { jar } = await world.registerMobile()
    const client = watched((lines) => [...lines, [name, 'x']], { jar, captchaTicket: undefined })
    expect(await failureOf(client.accountInfo({}))).toBe('signature')
  })

  it('happy: an unchanged call is answered, even if its User-Agent has an accent and ends in a space', async () => {
    const untouched = (lines: Lines) => lines
    expect(await watched(untouched).checkLogin({})).toMatchObject({ ok: true })
    const odd = { clientAddress: '', userAgent: ' Zoë cut it at a space \t', captchaTicket: undefined }
    const client = watched(untouched, odd)
    expect(await client.checkLogin({})).toMatchObject({ ok: true })
  })

  it('security: an earlier signature version, which covers no headers, is refused', async () => {
    for (const version of ['', 'v1=']) {
      const spy = watched(replaced('x-signature', (value) => value.replace('v2=', version)))
      expect(await failureOf(spy.checkLogin({})), version).toBe('signature')
    }
  })
})

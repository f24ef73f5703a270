import { createServer, type RequestListener, type Server } from 'node:http'
import { pino } from 'pino'
import { afterEach, describe, expect, it } from 'vitest'
import type { Deployment } from '#account-api/closing/service'
import { vendorJudge } from '#account-api/verification/captchas/vendor'
import { CookieJar } from '#contract/wire/cookie-jar'
import { atOnce, codeOf, dataOf, endsOf, freshMobile, worldForTest } from '#tests/account-api/worlds/world'
import { databases } from '#tests/fixtures/databases/databases'
import { listenOnLoopback } from '#tests/fixtures/programs/loopback'
import { decisionFor, openedFor } from './captchas'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections()
})

/** Asks a vendor, played by this listener, about one token. */
const ask = async (listener: RequestListener, token = 'token') => {
  const server = createServer(listener)
  servers.push(server)
  const verify_url = `http://127.0.0.1:${await listenOnLoopback(server)}/verify`
  return vendorJudge({ verify_url, secret: 'of the vendor' }, pino({ level: 'silent' }))(token, '10.1.2.3')
}

const json =
  (value: unknown): RequestListener =>
  (_, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value))

describe('asking a vendor', () => {
  it('happy: the vendor receives secret, token and client address, and an accepted token is valid', async () => {
    let posted = ''
    const good = await ask((request, response) => {
      request.on('data', (chunk) => {
        posted += chunk
      })
      request.on('end', () => json({ success: true })(request, response))
    }, 'a token & more')
    expect(good).toBe(true)
    const sent = { secret: 'of the vendor', response: 'a token & more', remoteip: '10.1.2.3' }
    expect(Object.fromEntries(new URLSearchParams(posted))).toEqual(sent)
  })

  it.each<[string, RequestListener]>([
    ['answers false', json({ success: false })],
    ['answers true as a string', json({ success: 'true' })],
    ['answers null', json(null)],
    ['answers 500', (_, response) => response.writeHead(500).end('{"success":true}')],
    ['answers no JSON', (_, response) => response.writeHead(200).end('success')],
    ['redirects', (_, response) => response.writeHead(302, { location: '/elsewhere' }).end()],
    ['hangs up', (request) => request.socket.destroy()],
    ['never answers', () => undefined],
  ])('error: no token is valid if the vendor %s', async (_what, listener) => expect(await ask(listener)).toBe(false))
})

describe.each(databases)('a vendor’s tokens on $name', (database) => {
  const challenged = async (judgeVendorToken?: Deployment['judgeVendorToken']) => {
    const world = await worldForTest(database, judgeVendorToken ? { judgeVendorToken } : {})
    const jar = new CookieJar()
    const visitor = { jar, address: '10.9.8.7' }
    const person = world.person(visitor)
    const open = async () => (await openedFor(world, visitor, await decisionFor(world, visitor))).id
    return { world, jar, person, open, id: await open() }
  }

  it('happy: a valid token gives a ticket for one call', async () => {
    const asked: string[][] = []
    const { world, jar, person, id } = await challenged(async (...about) => asked.push(about) > 0)
    const { captcha_ticket: captchaTicket } = dataOf(await person.verifyCaptcha({ id, vendor_token: 'good' }))
    expect(asked).toEqual([['good', '10.9.8.7']])
    const again = world.person({ jar, captchaTicket, address: '10.9.8.7' })
    expect(await again.isMobileRegistered({ mobile: freshMobile() })).toMatchObject({ ok: true })
    expect(await again.isMobileRegistered({ mobile: freshMobile() })).toMatchObject({ code: 'captcha_required' })
  })

  it('error: a refused token counts as a try, and after three the vendor is not asked again', async () => {
    let asked = 0
    const { person, id } = await challenged(async () => {
      asked += 1
      return false
    })
    for (const tries_left of [2, 1, 0]) {
      const answer = await person.verifyCaptcha({ id, vendor_token: `bad ${tries_left}` })
      expect(answer).toMatchObject({ code: 'captcha_wrong', data: { tries_left } })
    }
    expect(await person.verifyCaptcha({ id, vendor_token: 'another' })).toMatchObject({ code: 'captcha_over' })
    expect(asked).toBe(3)
  })

  it('security: a token is valid once, even in 20 concurrent answers, and not for another challenge', async () => {
    const { world, jar, person, open, id } = await challenged(async () => true)
    const answers = await atOnce(20, () => world.person({ jar }).verifyCaptcha({ id, vendor_token: 'good' }))
    expect(endsOf(answers)).toMatchObject({ ok: 1 })
    expect(codeOf(await person.verifyCaptcha({ id: await open(), vendor_token: 'good' }))).toBe('captcha_wrong')
  })

  it('security: a token is refused without a configured vendor, or for another visitor’s challenge', async () => {
    const { person, id } = await challenged()
    expect(await person.verifyCaptcha({ id, vendor_token: 'good' })).toMatchObject({ code: 'captcha_wrong' })
    const other = await challenged(async () => true)
    const stranger = other.world.person()
    expect(await stranger.verifyCaptcha({ id: other.id, vendor_token: 'good' })).toMatchObject({ code: 'captcha_over' })
  })
})

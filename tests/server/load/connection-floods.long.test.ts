import { Agent, request as httpRequest } from 'node:http'
import { connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { measured, usedBy } from '#bench/measuring/used'
import { BodyMemory } from '#server/body-memory'
import { readBody } from '#server/incoming'
import { ownFolder } from '#tests/fixtures/programs/own-folder'
import { type Server, startAccountApi, startWebApp as startServer } from '#tests/fixtures/programs/server'
import { eventually } from '#tests/fixtures/time/eventually'
import { type Answer, Browser, formTokenIn, send } from '#tests/server/browser'
import { startWebApp, type WebApp } from '#tests/server/web-app'

const english = { 'accept-language': 'en' }

describe('floods against both servers', () => {
  const folder = ownFolder('floods')
  /** Tells the CPU time of the account API. */
  const reports = ownFolder('floods-used')
  let accountApi: Server
  let web: Server
  let origin: string
  beforeAll(async () => {
    const shared = { DATA_DIR: folder.path, ACCOUNT_API_KEY: 'a key of 32 bytes for both servers', LOG_LEVEL: 'error' }
    accountApi = await startAccountApi({ ...shared, ...measured(reports.path) })
    const ACCOUNT_API_URL = `http://127.0.0.1:${accountApi.port}`
    web = await startServer({ ...shared, ACCOUNT_API_URL, TRUST_PROXY: '127.0.0.1' })
    origin = `http://127.0.0.1:${web.port}`
    await openPage()
  })
  afterAll(async () => {
    await web.stop()
    await accountApi.stop()
  })

  /** Opens the sign-in page as somebody else. */
  const openPage = async (): Promise<void> => {
    expect((await send(origin, '/login', { headers: { 'x-forwarded-for': '192.0.2.200' } })).status).toBe(200)
  }

  /** Opens pages for somebody else while an attack runs. @returns how many were answered before it was over */
  const pagesWhile = async (attack: Promise<unknown>): Promise<number> => {
    let isOver = false
    const over = attack.finally(() => {
      isOver = true
    })
    let meanwhile = 0
    for (let nth = 0; nth < 10 || !isOver; nth += 1) {
      await openPage()
      if (!isOver) meanwhile += 1
      await wait(20)
    }
    await over
    return meanwhile
  }

  it('security: pages are answered during 200 concurrent sign-ins, each for another account and from another client address', async () => {
    const forms = await Promise.all(
      Array.from({ length: 200 }, async (_, nth) => {
        const browser = new Browser(origin, { ...english, 'x-forwarded-for': `10.9.${nth % 250}.1` })
        return { browser, form_token: formTokenIn((await browser.open('/login')).text), account: `nobody${nth}` }
      }),
    )
    const password = 'a secret of mine'
    const flood = forms.map(({ browser, ...fields }) => browser.post('/login', { ...fields, password }))
    // A page behind the whole flood would be answered after it.
    expect(await pagesWhile(Promise.all(flood))).toBeGreaterThan(2)
    for (const [nth, { status, headers, text }] of (await Promise.all(flood)).entries()) {
      expect([422, 503]).toContain(status)
      expect(text).toContain(`value="nobody${nth}"`)
      expect(text).not.toContain('a secret of mine')
      if (status === 503) expect(text).toContain(`Try again in ${headers['retry-after']}\u00A0seconds`)
    }
  })

  it('security: sign-ins of visitors who leave cause almost no hashing', async () => {
    const browser = new Browser(origin, { ...english, 'x-forwarded-for': '198.51.100.7' })
    const form_token = formTokenIn((await browser.open('/login')).text)
    /** The CPU time of the account API for sign-ins that leave after so many ms, or stay. */
    const cpuOf = async (names: string, leaveAfterMs?: number) => {
      const before = (await usedBy(reports.path)).cpuMs
      const crowd = Array.from({ length: 40 }, (_, nth) => {
        const body = new URLSearchParams({ form_token, account: `${names}${nth}`, password: 'a secret of mine' })
        const type = 'application/x-www-form-urlencoded'
        const from = { cookie: browser.cookieHeader, 'x-forwarded-for': `10.8.${nth}.1` }
        const headers = { ...english, 'content-type': type, ...from }
        return new Promise<void>((resolve) => {
          const sent = httpRequest(`${origin}/login`, { method: 'POST', headers }, (answer) =>
            answer.resume().once('end', resolve),
          )
          sent.once('error', () => resolve()).end(body.toString())
          if (leaveAfterMs !== undefined) setTimeout(() => sent.destroy(), leaveAfterMs)
        })
      })
      await Promise.all(crowd)
      // What was begun is done by then.
      await wait(500)
      return (await usedBy(reports.path)).cpuMs - before
    }
    await cpuOf('first')
    const ofThoseWhoStay = await cpuOf('stays')
    expect(await cpuOf('leaves', 30)).toBeLessThan(0.6 * ofThoseWhoStay)
  })

  it('security: pages are answered while the headers or bodies of 200 requests come byte by byte', async () => {
    const head = `POST /login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 500\r\n\r\n`
    const sockets: Socket[] = Array.from({ length: 200 }, (_, nth) => {
      const socket = connect(web.port, '127.0.0.1')
      socket.on('error', () => undefined)
      if (nth % 2 === 0) socket.write(head)
      return socket
    })
    // Each page has to come between two bytes of them all, however long that takes.
    for (let byte = 0; byte < 60; byte += 1) {
      for (const [nth, socket] of sockets.entries()) socket.write(nth % 2 === 0 ? 'a' : (head[byte] ?? ''))
      await openPage()
    }
    for (const socket of sockets) socket.destroy()
  })
})

describe('floods against the web server', () => {
  let web: WebApp
  beforeAll(async () => {
    web = await startWebApp({ TRUST_PROXY: '127.0.0.1' })
  })
  afterAll(() => web.stop())

  /** Signs in, and does so again as often as the page asks to try again later. */
  const signInInTheEnd = async (address: string): Promise<{ answer: Answer; tries: number }> => {
    const browser = new Browser(web.origin, { ...english, 'x-forwarded-for': address })
    const form_token = formTokenIn((await browser.open('/login')).text)
    for (let tries = 1; ; tries += 1) {
      const answer = await browser.post('/login', { form_token, account: 'ada', password: 'right password' })
      if (answer.status !== 503 || tries > 10) return { answer, tries }
      await wait(1000 * Number(answer.headers['retry-after']))
    }
  }

  it('happy: 500 people behind one IPv4 address sign in at the same moment, and nobody is refused for good', async () => {
    const school = await Promise.all(Array.from({ length: 500 }, () => signInInTheEnd('203.0.113.1')))
    for (const { answer, tries } of school) expect([answer.status, tries > 10]).toEqual([303, false])
  })

  it('security: a client that sends thousands of concurrent requests gets as many answers as it has places', async () => {
    web.upstream.behave('slow')
    const agent = new Agent({ maxSockets: 2000 })
    const statuses: number[] = []
    const flood = Array.from({ length: 1500 }, () => {
      const headers = { 'x-forwarded-for': '198.51.100.2', cookie: 'butterfly_session=x' }
      const sent = httpRequest(`${web.origin}/passport/image/slow`, { agent, headers }, (answer) => {
        statuses.push(answer.statusCode ?? 0)
        answer.resume()
      })
      sent.on('error', () => undefined)
      sent.end()
      return sent
    })
    await eventually('the answers', () => (statuses.length > 1000 ? true : undefined), { seconds: 60 })
    // 429 beyond a thousand under way at once; refusals are answered too soon for many of them.
    for (const status of new Set(statuses)) expect([429, 503]).toContain(status)
    expect(statuses).toContain(503)
    web.upstream.behave('agreed')
    expect((await send(web.origin, '/login', { headers: { 'x-forwarded-for': '192.0.2.9' } })).status).toBe(200)
    for (const each of flood) each.destroy()
    agent.destroy()
  })

  it('security: a call whose visitor has left is dropped', async () => {
    const browser = new Browser(web.origin, { ...english, 'x-forwarded-for': '192.0.2.10' })
    const form_token = formTokenIn((await browser.open('/login')).text)
    const body = new URLSearchParams({ form_token, account: 'ada', password: 'right password' }).toString()
    const headers = { 'content-type': 'application/x-www-form-urlencoded', cookie: browser.cookieHeader }
    web.upstream.behave('slow')
    web.upstream.asked.length = 0
    web.upstream.left.length = 0
    const sent = httpRequest(`${web.origin}/login`, { method: 'POST', headers })
    sent.on('error', () => undefined)
    sent.end(body)
    // Other calls, also of earlier tests, may begin and end meanwhile.
    const path = '/passport/web/account/login_v2'
    await eventually('the call', () => web.upstream.asked.find((call) => call.path === path))
    sent.destroy()
    await eventually('the call to be dropped', () => web.upstream.left.find((each) => each === path))
    web.upstream.behave('agreed')
    // A call that ran into its time limit is logged as an error.
    expect(web.lines.filter((line) => line.includes('"level":50') && line.includes('accountLoginV2'))).toEqual([])
  })
})

it('security: a body that comes byte by byte takes little more memory than its size', async () => {
  const chunks = Array.from({ length: 60_000 }, () => Buffer.from('a'))
  const memory = new BodyMemory({ each: 60_000, all: 60_000 }).of('a')
  const read = await readBody(Readable.from(chunks), { maxBytes: 64_000, memory })
  if (typeof read === 'string') throw new Error(read)
  expect(read.bytes.length).toBe(60_000)
  expect(read.bytes.buffer.byteLength).toBeLessThanOrEqual(2 * 60_000)
  expect(memory.take(1)).toBe(false)
  read.free()
  expect(memory.take(60_000)).toBe(true)
})

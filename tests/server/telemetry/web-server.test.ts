import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { Kind } from '#server/telemetry/events'
import { accept, hang, startTelemetryReceiver } from '#tests/fixtures/network/telemetry-receiver'
import { freePort } from '#tests/fixtures/programs/free-port'
import { Browser, send, sheetIn } from '#tests/server/browser'
import { serve, startWebApp } from '#tests/server/web-app'
import { cookieFor, cookieName, keptLog } from './opened'

const receiver = await startTelemetryReceiver()
const off = await startWebApp()

/** A web app like the other one, with telemetry. Each test has its own, and stopping it sends the records. */
const startWatched = async (settings: Record<string, string> = {}) => {
  const { lines, log } = keptLog()
  const own = { TELEMETRY_URL: receiver.url.href, PORT: String(await freePort()), ...settings }
  const { origin, stop } = await serve(off.app, { ...process.env, ...own }, log)
  return {
    origin,
    lines,
    stop,
    browser: (headers: Record<string, string> = {}) => new Browser(origin, { 'accept-language': 'en', ...headers }),
    /** Stops it, and returns all events that it sent. */
    events: async () => {
      await stop()
      return receiver.events()
    },
  }
}

beforeEach(() => {
  receiver.posts.length = 0
  receiver.behave(accept)
})
afterAll(async () => {
  await off.stop()
  await receiver.stop()
})

/** Kind, route and status of events, without the heartbeat. */
const gist = (events: Record<string, unknown>[]) =>
  events.flatMap(({ kind, route, status }) => (kind === 'heartbeat' ? [] : [`${kind} ${route} ${status}`])).sort()

describe('a web app with telemetry', () => {
  it('happy: the web app reports a visit with its first page, once, and sends it when it stops', async () => {
    const web = await startWatched()
    const browser = web.browser()
    await browser.open('/login')
    const session = browser.cookies.get(cookieName)?.split('.')[0]
    await browser.open('/login/sms')
    expect(browser.cookies.get(cookieName)?.split('.')[0]).toBe(session)
    const sessions = (await web.events()).filter(({ kind }) => kind === 'session')
    const event = { kind: 'session', session, route: '/login', status: 200, language: 'en' }
    expect(sessions).toEqual([{ ...event, at: expect.any(Number), ms: expect.any(Number) }])
  })

  it.each<[Kind, string[]]>([
    ['pageview', ['pageview * 404', 'pageview /login 200']],
    ['resource', ['resource /assets/:style 200']],
    ['resource_error', ['resource_error *.css 404', 'resource_error /passport/image/:key 404']],
  ])('happy: the web app reports each %s of a visit that is sampled for it', async (kind, told) => {
    const web = await startWatched()
    const browser = web.browser()
    browser.cookies.set(...cookieFor(kind))
    const { text } = await browser.open('/login?next=/settings')
    const style = sheetIn(text)
    for (const path of [style, '/no-such-page', '/no-such.css', '/login', '/healthz', '/readyz'])
      await browser.open(path)
    await browser.open('/passport/image/none', { headers: { 'sec-fetch-dest': 'image' } })
    const events = (await web.events()).filter((event) => event.kind === kind)
    const shown = new Set(gist(events).map((line) => line.replace(style, '/assets/:style')))
    expect([...shown]).toEqual(told)
    expect(new Set(events.map(({ session }) => session)).size).toBe(1)
  })

  it('happy: an error in a page’s code, which runs on the server, is always reported, with or without a visit', async () => {
    const web = await startWatched()
    const { handle } = off.app
    off.app.handle = async () => new Response('failed', { status: 500 })
    await web.browser().open('/settings?code=123456')
    off.app.handle = handle
    const events = await web.events()
    expect(gist(events)).toEqual(['js_error /settings 500'])
    expect(events[0]).not.toHaveProperty('session')
  })

  it('happy: the cookie is set with pages only, and each page extends it by 30 minutes', async () => {
    const web = await startWatched()
    const browser = web.browser()
    const first = await browser.open('/login')
    expect(first.setCookies.filter((each) => each.startsWith(cookieName))).toEqual([
      expect.stringMatching(/^butterfly_telemetry=[\w-]{22}\.[\da-z]+; Path=\/; Max-Age=1800; HttpOnly; SameSite=Lax$/),
    ])
    const others = ['/healthz', '/no-such-page', '/settings', '/login/qr/code/status']
    for (const path of others) expect((await send(web.origin, path)).setCookies.join(), path).not.toContain(cookieName)
    expect((await send(web.origin, '/login', { method: 'HEAD' })).setCookies.join()).not.toContain(cookieName)
    expect((await browser.open('/login')).setCookies).toEqual([expect.stringContaining(`${cookieName}=`)])
    await web.events()
  })

  it('happy: a page is the same with and without telemetry, and has no script', async () => {
    const web = await startWatched()
    const [watched, plain] = [web.browser(), new Browser(off.origin, { 'accept-language': 'en' })]
    await plain.open('/login')
    for (const [name, value] of plain.cookies) watched.cookies.set(name, value)
    for (const path of ['/login', '/login/sms', '/account-help', '/settings/profile', '/no-such-page']) {
      const [one, other] = [await watched.open(path), await plain.open(path)]
      expect(one.bytes.equals(other.bytes), path).toBe(true)
      const { 'set-cookie': _cookie, 'x-log-id': _logId, date: _date, ...headers } = one.headers
      const { 'set-cookie': _none, 'x-log-id': _other, date: _then, ...usual } = other.headers
      expect(headers, path).toEqual(usual)
      expect(one.text, path).not.toContain('<script')
    }
    await web.events()
  })

  it.each([{ dnt: '1' }, { 'sec-gpc': '1' }])('security: nothing is recorded of a request with %j', async (headers) => {
    const web = await startWatched()
    const browser = web.browser({ ...headers })
    browser.cookies.set(...cookieFor('pageview'))
    for (const path of ['/login', '/no-such.css', '/no-such-page'])
      expect((await browser.open(path)).setCookies.join(), path).not.toContain(cookieName)
    expect(await web.events()).toEqual([])
    expect(receiver.posts).toEqual([])
  })

  it('error: a hanging receiver delays no answer, and delays the stop by a second at most', async () => {
    receiver.behave(hang)
    const web = await startWatched()
    for (let page = 0; page < 60; page += 1) expect((await web.browser().open('/login')).status).toBe(200)
    expect(receiver.posts.map(({ name }) => name)).toEqual(['webid'])
    await web.stop()
    const [line, ...more] = web.lines.filter(({ msg }) => msg === 'telemetry events were dropped')
    // A visit for each page, and now and then one that is sampled for its pages.
    expect(line?.dropped).toBeGreaterThanOrEqual(60)
    expect(more).toEqual([])
  })
})

describe('a web app without TELEMETRY_URL', () => {
  it('happy: a web app without telemetry sends nothing, sets no cookie or header, and counts nothing', async () => {
    const web = await startWatched({ TELEMETRY_URL: '' })
    const browser = web.browser()
    const [one, other] = [await browser.open('/login'), await new Browser(off.origin).open('/login')]
    expect([...browser.cookies.keys()]).toEqual(['butterfly_browser', 'butterfly_style'])
    expect(Object.keys(one.headers)).toEqual(Object.keys(other.headers))
    expect(await web.events()).toEqual([])
    expect(receiver.posts).toEqual([])
  })
})

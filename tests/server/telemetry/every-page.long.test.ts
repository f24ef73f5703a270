import { afterAll, expect, it } from 'vitest'
import { calls } from '#contract/calls'
import { type Kind, shares } from '#server/telemetry/events'
import { startTelemetryReceiver } from '#tests/fixtures/network/telemetry-receiver'
import { sheetIn } from '#tests/server/browser'
import { startWebApp } from '#tests/server/web-app'
import remixConfig from '../../../remix.config.js'
import { cookieFor } from './opened'

const receiver = await startTelemetryReceiver()
const web = await startWebApp({ TELEMETRY_URL: receiver.url.href, TELEMETRY_CHANNEL: 'sg' })
afterAll(() => receiver.stop())

/** Values that report a person or open something, one for each place of a request. */
const secrets = {
  mobile: '+8613800138000',
  email: 'ada.secret@example.com',
  name: 'Ada-Lovelace-Secret',
  code: 'code-918273',
  ticket: 'secret-ticket-0123456789',
  password: 'correct-horse-secret',
  query: 'secret-of-the-query',
  agent: 'SecretAgent/7.0',
  referrer: 'secret-referrer',
  address: '203.0.113.77',
  language: 'en-SECRET',
  purpose: 'secret-purpose',
} as const

/** The patterns of all pages, as the app hands them to the router. */
const patterns: string[] = []
remixConfig.routes?.(((add: (route: (path: string) => void) => void) => {
  add((path) => patterns.push(`/${path}`))
  return {}
}) as never)

/** Each path has secrets in the place of its parameters, and in its query. */
const pathOf = (pattern: string, nth: number): string => {
  const values = [secrets.mobile, secrets.email, secrets.name, secrets.ticket].map(encodeURIComponent)
  const filled = pattern.replace(/[:*]\w*/g, (_parameter, at: number) => values[(nth + at) % values.length] ?? '')
  return `${filled}?code=${secrets.code}&ticket=${secrets.ticket}&next=/${secrets.query}&mobile=${encodeURIComponent(secrets.mobile)}`
}

const headers = {
  'user-agent': secrets.agent,
  referer: `${web.origin}/${secrets.referrer}`,
  'x-forwarded-for': secrets.address,
  'accept-language': secrets.language,
  'sec-fetch-dest': secrets.purpose,
}

const fields = { ...secrets, account: secrets.email, sms_code: secrets.code, username: secrets.name }

/** A browser of a signed-in person, in a visit with recorded events of some kinds. */
const recorded = async (...kinds: Kind[]) => {
  const browser = await web.signedInBrowser()
  browser.cookies.set(...cookieFor(...kinds))
  return browser
}

it('security: no event of any page contains a person, a secret, or what a browser sent', async () => {
  expect(patterns.length).toBeGreaterThan(150)
  const [browser, ofFiles] = [await recorded('pageview', 'http'), await recorded('resource', 'resource_error')]
  const cookies = new Set<string>()
  for (const [nth, pattern] of patterns.entries()) {
    // Pages that end the session.
    if (pattern.includes('logout')) continue
    const path = pathOf(pattern, nth)
    await browser.open(path, { headers })
    await browser.post(path, fields, { headers })
    for (const value of browser.cookies.values()) cookies.add(value)
  }
  const style = sheetIn((await ofFiles.open('/')).text)
  const files = [`${style}?x=${secrets.query}`, `/${secrets.name}.css`, `/assets/${secrets.ticket}.js`]
  for (const path of [...files, `/no/such/${secrets.email}`, `//${secrets.name}`]) await ofFiles.open(path, { headers })
  const ids = [...cookies].flatMap((value) => value.split('.')).filter((part) => part.length > 8)
  await web.stop()

  const events = receiver.events()
  expect(new Set(events.map(({ kind }) => kind))).toEqual(
    new Set(['session', 'pageview', 'http', 'resource', 'resource_error']),
  )
  expect(events.filter(({ kind }) => kind === 'pageview').length).toBeGreaterThan(100)

  const sent = receiver.posts.map(({ bytes, headers }) => `${JSON.stringify(headers)} ${bytes}`).join('\n')
  const sessions = new Set(events.map(({ session }) => session))
  const hidden = [...Object.values(secrets), ...ids.filter((id) => !sessions.has(id))]
  expect(hidden.filter((secret) => sent.includes(secret))).toEqual([])
  expect(ids.length).toBeGreaterThan(3)

  const allowed = ['at', 'kind', 'language', 'ms', 'route', 'session', 'status']
  const routes = new Set([...patterns, '*', ...Object.keys(calls)])
  for (const event of events) {
    expect(Object.keys(event).filter((key) => !allowed.includes(key))).toEqual([])
    expect(Object.keys(shares)).toContain(event.kind)
    const route = String(event.route)
    expect(routes.has(route) || /^\/assets\/|^\*\.\w+$/.test(route), route).toBe(true)
    expect([undefined, 'en', 'zh-Hans']).toContain(event.language)
    expect([event.at, event.ms, event.status].every(Number.isInteger)).toBe(true)
  }
})

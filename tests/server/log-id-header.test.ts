import { afterAll, expect, it } from 'vitest'
import { Browser } from './browser'
import { credentials, startWebApp } from './web-app'

// An account API that names its log lines in its own header, and a host with calls of another variant.
const web = await startWebApp({ LOG_ID_HEADER: 'X-Request-Id', VARIANT: '{"m.example.com":"app"}' })
afterAll(() => web.stop())

it("error: a failure is logged under the account API's log id, from the header that LOG_ID_HEADER names", async () => {
  const browser = await web.signedInBrowser()
  web.upstream.behave('500')
  expect((await browser.open('/settings')).status).toBe(503)
  expect(web.lines.join('')).toContain('"upstreamLogId":"upstream-1"')
})

it('happy: the account API gets the answer’s log id in the same header, and never one from the browser', async () => {
  const browser = new Browser(web.origin, { 'x-log-id': '0123456789abcdef', 'x-request-id': '0123456789abcdef' })
  const answer = await browser.submit('/login', credentials)
  const logId = answer.headers['x-log-id']
  expect(logId).toMatch(/^[0-9a-f]{16}$/)
  expect(web.upstream.asked.at(-1)?.headers).toMatchObject({ 'x-request-id': logId })
  expect(logId).not.toBe('0123456789abcdef')
})

it('happy: a host that VARIANT names uses its variant, and any other host the default one', async () => {
  for (const [host, variant] of [
    ['m.example.com', 'app'],
    ['localhost', 'web'],
  ] as const) {
    await new Browser(web.origin, { host }).submit('/login', credentials)
    expect(web.upstream.asked.at(-1)?.path).toMatch(new RegExp(`^/passport/${variant}/`))
  }
})

import { afterAll, expect, it } from 'vitest'
import { Browser, send, sheetIn } from './browser'
import { credentials, startWebApp } from './web-app'

// An account API that names its log lines in its own header, a host with calls of another variant, and a language that is
// written from right to left.
const web = await startWebApp({
  LOG_ID_HEADER: 'X-Request-Id',
  VARIANT: '{"m.example.com":"app"}',
  LANGUAGES: 'zh-Hans,en,ar',
})
afterAll(() => web.stop())

it("error: a failure is logged under the account API's log id, from the header that LOG_ID_HEADER names", async () => {
  const browser = await web.signedInBrowser()
  web.upstream.behave('500')
  expect((await browser.open('/settings')).status).toBe(503)
  expect(web.lines.join('')).toContain('"upstreamLogId":"upstream-1"')
  web.upstream.behave('agreed')
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

/** The page in a language, rendered and remembered, each with its style sheet. */
const pagesIn = async (language: string) => {
  const open = async () => {
    const { text } = await send(web.origin, '/login', { headers: { 'accept-language': language } })
    return { text, sheet: (await send(web.origin, sheetIn(text))).text }
  }
  return [await open(), await open()]
}

it('happy: a right-to-left page has the style sheet of its direction, also from memory', async () => {
  for (const { text, sheet } of await pagesIn('ar')) {
    expect(text).toContain('<html lang="ar" dir="rtl">')
    expect(sheet).toMatch(/border-right:4px/)
  }
})

it('happy: a left-to-right page has the other style sheet, and states no direction', async () => {
  for (const { text, sheet } of await pagesIn('en')) {
    expect(text).toContain('<html lang="en">')
    expect(sheet).toMatch(/border-left:4px/)
    expect(sheet).not.toContain('direction:')
  }
})

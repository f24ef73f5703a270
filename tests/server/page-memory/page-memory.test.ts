import { afterAll, expect, it } from 'vitest'
import { type Answer, Browser, formTokenIn, send, sendForm } from '#tests/server/browser'
import { credentials, startWebApp } from '#tests/server/web-app'

const web = await startWebApp()
afterAll(() => web.stop())

const withoutToken = (text: string) => text.replaceAll(formTokenIn(text) || 'form_token', 'token')

it('happy: a remembered page equals the rendered page', async () => {
  for (const path of ['/', '/login', '/login/sms', '/login/register', '/login?next=%2F', '/login?next=/login/sms']) {
    const browser = new Browser(web.origin, { 'accept-language': 'en' })
    await browser.open(path)
    const first = await browser.open(path)
    const again = await browser.open(path)
    // A request that names a language is not answered from memory.
    const rendered = await browser.open(`${path}${path.includes('?') ? '&' : '?'}lng=en`)
    expect(first.status, path).toBe(200)
    expect(again.text, path).toBe(first.text)
    // There, a form names the page without the language, so that it is not asked for again.
    const comparable = (text: string) => withoutToken(text).replace(/ action="[^"]*"/g, '')
    expect(comparable(rendered.text), path).toBe(comparable(first.text))
    const headersOf = ({ headers }: typeof first) => [headers['content-security-policy'], headers['content-language']]
    expect(headersOf(rendered), path).toEqual(headersOf(first))
  }
})

it('error: every path without a page has one 404 page per language, shared by all visitors', async () => {
  const open = async (path: string, headers = {}) => {
    const { status, text } = await send(web.origin, path, { headers: { 'accept-language': 'en', ...headers } })
    return [status, text]
  }
  const [status, text] = await open('/.env')
  expect([status, String(text).includes('<html lang="en">')]).toEqual([404, true])
  for (const path of ['/wp-login.php?a=b', '/settings/nothing/here', '/x%20y', '/Login/nothing'])
    expect(await open(path, { cookie: 'passport_session=stolen' }), path).toEqual([404, text])
  expect(await open('/.env', { 'accept-language': 'zh-CN' })).not.toEqual([404, text])
})

it('happy: unknown parameters change nothing, wherever they are', async () => {
  const open = async (path: string) => withoutToken((await new Browser(web.origin).open(path)).text)
  expect(await open('/login?x=1&utm_source=a%20b')).toBe(await open('/login'))
  expect(await open('/login?next=')).toBe(await open('/login'))
  expect(await open('/login?x=1&next=%2Fsettings&y')).toBe(await open('/login?next=%2Fsettings'))
  expect(await open('/login?next=%2Fsettings')).not.toBe(await open('/login'))
})

it('security: no two visitors share a token, and each token is bound to its cookie', async () => {
  const seen = new Set<string>()
  await send(web.origin, '/login')
  const answers = await Promise.all(Array.from({ length: 200 }, () => send(web.origin, '/login')))
  for (const { text, setCookies, headers } of answers) {
    const [browserId = '', ...others] = setCookies
    expect(others).toEqual([web.app.visitors.setSheetCookie('zh-Hans')])
    expect(headers['cache-control']).toBe('no-store')
    seen.add(formTokenIn(text))
    seen.add(browserId)
  }
  expect(seen.size).toBe(400)
  const [one, other] = answers
  const cookie = one?.setCookies[0]?.split(';')[0] ?? ''
  const post = (page?: Answer) =>
    sendForm(web.origin, '/login', { form_token: formTokenIn(page?.text ?? ''), ...credentials }, { cookie })
  expect((await post(other)).status).toBe(403)
  expect((await post(one)).status).toBe(303)
})

it('security: a browser with a browser id keeps it', async () => {
  const browser = new Browser(web.origin)
  const first = await browser.open('/login')
  const again = await browser.open('/login')
  expect(first.setCookies).toHaveLength(2)
  expect(again.setCookies).toEqual([])
  expect(formTokenIn(again.text)).toBe(formTokenIn(first.text))
})

it('security: each of two browsers gets the page for its own style sheet, whichever came first', async () => {
  const sheet = web.app.visitors.setSheetCookie('zh-Hans').split(';')[0] ?? ''
  const isFirst = async (cookie: string, method = 'GET') => {
    const { text, setCookies, headers } = await send(web.origin, '/login', { method, headers: { cookie } })
    const policy = String(headers['content-security-policy'])
    const told = setCookies.join().includes(sheet)
    if (method === 'GET') expect(text.includes('media="print"')).toBe(told)
    expect(policy.includes("style-src 'self' 'sha256-")).toBe(told)
    return told
  }
  for (const method of ['GET', 'GET', 'HEAD']) {
    expect(await isFirst('', method)).toBe(true)
    expect(await isFirst(sheet, method)).toBe(false)
    expect(await isFirst(`${sheet}x`, method)).toBe(true)
    expect(await isFirst(`x=1; ${sheet}`, method)).toBe(false)
  }
})

it('security: a malformed browser id is replaced', async () => {
  for (const browserId of ['', 'x', 'a'.repeat(23), 'a'.repeat(21), '<script>alert(1)</scri', `${'a'.repeat(21)}%`]) {
    const answer = await send(web.origin, '/login', { headers: { cookie: `butterfly_browser=${browserId}` } })
    expect(answer.setCookies.join(), browserId).toMatch(/butterfly_browser=[\w-]{22};/)
  }
})

it('security: a signed-in person never gets a remembered page', async () => {
  const browser = new Browser(web.origin, { 'accept-language': 'en' })
  await browser.open('/')
  const signedOut = await browser.open('/')
  await browser.submit('/login', credentials)
  const signedIn = await browser.open('/')
  expect(signedOut.text).not.toContain('href="/settings"')
  expect(signedIn.text).toContain('href="/settings"')
  const other = new Browser(web.origin, { 'accept-language': 'en' })
  await other.open('/')
  const stranger = await other.open('/')
  expect(withoutToken(stranger.text)).toBe(withoutToken(signedOut.text))
})

it('security: no spelling of the language cookie sets the language of other visitors', async () => {
  const open = async (cookie: string) =>
    (await send(web.origin, '/login', { headers: { 'accept-language': 'zh-SG', cookie } })).text
  for (const cookie of ['x=1;  i18next=en', 'x=1;\ti18next=en', 'i18next =en']) {
    expect(await open(cookie), cookie).toContain('<html lang="en">')
    expect(await open('x=1'), cookie).toContain('<html lang="zh-Hans">')
  }
  expect(await open('i18next=en.x')).toContain('<html lang="zh-Hans">')
  expect(await open('i18next=en')).toContain('<html lang="en">')
})

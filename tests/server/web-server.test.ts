import { connect } from 'node:net'
import { text as textOf } from 'node:stream/consumers'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { version } from '#rules/version'
import { eventually } from '#tests/fixtures/time/eventually'
import { Browser, formTokenIn, send, sheetIn } from './browser'
import { credentials, startWebApp } from './web-app'

const it = test.extend('browser', () => newBrowser())

const web = await startWebApp()
beforeEach(() => {
  web.upstream.behave('agreed')
  web.upstream.asked.length = 0
})
afterAll(() => web.stop())

const english = { 'accept-language': 'en' }
const newBrowser = () => new Browser(web.origin, english)

/** The answer to bytes that no client library would send. */
const raw = (bytes: string): Promise<string> => {
  const socket = connect(web.port, '127.0.0.1', () => socket.write(bytes))
  return textOf(socket)
}

it('happy: a person signs in, opens the settings, signs out, and has to sign in again', async () => {
  const browser = await web.signedInBrowser()
  const settings = await browser.open('/settings')
  expect(settings.status).toBe(200)
  expect(settings.text).toContain('ada')
  expect((await browser.open('/')).text).toContain('href="/settings"')
  const out = await browser.submit('/settings', {}, { to: '/passport/web/logout' })
  expect([out.status, out.headers.location]).toEqual([303, '/login?notice=signed_out'])
  expect(browser.cookies.has('butterfly_session')).toBe(false)
  expect((await browser.open('/settings')).headers.location).toBe('/login?next=%2Fsettings')
})

it('happy: pages have the security headers', async () => {
  for (const path of ['/', '/login', '/settings', '/no-such-page']) {
    const { headers } = await newBrowser().open(path)
    expect(headers['x-content-type-options'], path).toBe('nosniff')
    expect(headers['cache-control'], path).toBe('no-store')
    expect(headers['x-log-id'], path).toMatch(/^[0-9a-f]{16}$/)
    if (headers.location) continue
    expect(headers['content-security-policy'], path).toContain("default-src 'none'; style-src 'self'")
    expect(headers['content-security-policy'], path).toContain("frame-ancestors 'none'")
    expect(headers['content-security-policy']?.includes('script-src'), path).toBe(path === '/')
    expect(headers['referrer-policy'], path).toBe('same-origin')
    expect(headers['cross-origin-opener-policy'], path).toBe('same-origin')
    expect(headers['strict-transport-security'], path).toBeUndefined()
  }
})

it('security: neither a cache nor a browser stores a page of a signed-in person', async () => {
  const browser = await web.signedInBrowser()
  const shown = [await browser.open('/settings'), await browser.submit('/settings/email', { email: 'no address' })]
  web.upstream.behave('500')
  shown.push(await browser.open('/settings'))
  web.upstream.behave('agreed')
  expect(shown.map(({ status }) => status)).toEqual([200, 422, 503])
  for (const { headers } of shown) expect(headers['cache-control']).toBe('no-store')
})

it('security: the style sheet is served compressed, cacheable for a year, and without a cookie', async () => {
  const href = sheetIn((await newBrowser().open('/')).text)
  const packed = await newBrowser().open(href)
  const plain = await send(web.origin, href)
  expect(packed.headers['content-encoding']).toBe('gzip')
  expect(packed.headers['content-type']).toContain('text/css')
  expect(packed.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  // A shared cache may store it.
  expect([plain.setCookies, plain.headers.vary]).toEqual([[], 'accept-encoding'])
  expect(packed.headers['x-content-type-options']).toBe('nosniff')
  expect(plain.headers['content-encoding']).toBeUndefined()
  expect(packed.text).toBe(plain.text)
  expect(packed.text.length).toBeGreaterThan(500)
})

it('happy: a browser that does not accept gzip gets the same page uncompressed', async () => {
  const browser = await web.signedInBrowser()
  const packed = await browser.open('/settings')
  /** Each page has request its own keys. */
  const withoutKeys = (html: string) => html.replace(/(name="request_key" value=")[^"]+/g, '$1')
  for (const encoding of ['identity', 'gzip;q=0', 'br', '']) {
    const plain = await browser.open('/settings', { headers: { 'accept-encoding': encoding } })
    expect(plain.headers['content-encoding'], encoding).toBeUndefined()
    expect(withoutKeys(plain.text)).toBe(withoutKeys(packed.text))
  }
  expect(packed.headers['content-encoding']).toBe('gzip')
})

it('happy: HEAD answers like GET, without a body', async () => {
  for (const path of ['/login', '/', '/no-such-page']) {
    const [head, get] = [await newBrowser().open(path, { method: 'HEAD' }), await newBrowser().open(path)]
    expect([head.status, head.headers['content-type']]).toEqual([get.status, get.headers['content-type']])
    expect(head.bytes).toHaveLength(0)
  }
})

it('happy: programs find the pages for changing a password and managing passkeys', async () => {
  const password = await send(web.origin, '/.well-known/change-password')
  expect([password.status, password.headers.location]).toEqual([302, '/settings/password'])
  const passkeys = await send(web.origin, '/.well-known/passkey-endpoints')
  const { enroll, manage } = JSON.parse(passkeys.text) as Record<string, string>
  expect(new URL(enroll ?? '').pathname).toBe('/settings/passkeys/new')
  expect(new URL(manage ?? '').pathname).toBe('/settings/passkeys')
})

it('happy: /healthz reports this process, /readyz also the account API', async () => {
  expect((await send(web.origin, '/readyz')).status).toBe(200)
  web.upstream.behave('500')
  // One bad answer may be chance.
  await eventually('/readyz to say so', async () => (await send(web.origin, '/readyz')).status === 503 || undefined)
  const alive = await send(web.origin, '/healthz')
  expect([alive.status, JSON.parse(alive.text)]).toEqual([200, { status: 'alive', version }])
})

it('security: the account API is told the visitor’s language and address; without a trusted proxy, none that is claimed', async () => {
  await newBrowser().submit('/login', credentials, { headers: { 'x-forwarded-for': '203.0.113.9' } })
  const { headers } = web.upstream.asked.at(-1) ?? {}
  expect(headers).toMatchObject({ 'x-client-address': '127.0.0.1', 'accept-language': 'en' })
})

it.each([
  '/no-such-page',
  '/settings/nowhere',
  '/settings/nowhere/change',
  '/settings/mobile/other',
  '/login/sms/resend',
  '/Account-Help/nowhere',
])('error: %s is answered with the bare 404, by GET and by POST', async (path) => {
  const browser = newBrowser()
  const got = await browser.open(path)
  const posted = await browser.post(path, {})
  for (const { status, text } of [got, posted]) {
    expect(status).toBe(404)
    expect(text).toMatch(/<body class="bare"><main id="main"><h1>404<\/h1><\/main><\/body>/)
    expect(text).toContain('<title>404 – Butterfly</title>')
  }
})

for (const path of [
  '/settings/mobile',
  '/settings/mobile/',
  '/Settings/Mobile',
  '/settings/%6dobile',
  '/settings/mobile/change',
  '/settings/Profile',
  '/settings/profil%65',
  '/settings/third-party/change',
])
  it(`happy: signed out, ${path} is a page that redirects to the sign-in, which leads back`, async () => {
    const { status, headers } = await newBrowser().open(path)
    expect([status, headers.location]).toEqual([303, `/login?${new URLSearchParams({ next: path })}`])
  })

for (const path of ['/%', '/%zz', '/login/%c3%28', '/%00%'])
  it(`error: ${path} is answered with 400, in the visitor's language`, async () => {
    const answer = await newBrowser().open(path)
    expect(answer.status).toBe(400)
    expect(answer.text).toContain('<h1>We could not read that</h1>')
  })

for (const path of [
  '/%00',
  '//evil.example/login',
  '/\\evil.example',
  '/login/../../etc/passwd',
  `/${'a'.repeat(4000)}`,
  // Lazy route discovery is off: it reveals the routes, and its answers can be poisoned in caches.
  '/__manifest?p=%2Flogin&version=1',
])
  it(`error: ${JSON.stringify(path.slice(0, 30))} is answered with 404`, async () => {
    expect((await newBrowser().open(path)).status).toBe(404)
  })

for (const method of ['PUT', 'DELETE', 'PATCH', 'OPTIONS', 'PROPFIND', 'TRACE'])
  it(`error: ${method} is answered with 405`, async () => {
    const answer = await newBrowser().open('/login', { method })
    expect([answer.status, answer.headers.allow]).toEqual([405, 'GET, HEAD, POST'])
  })

for (const [name, bytes] of [
  ['another host in its URL', 'GET http://evil.example/ HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n'],
  ['no HTTP at all', 'HELLO\r\n\r\n'],
  ['a 40 kB header', `GET / HTTP/1.1\r\nHost: localhost\r\nCookie: ${'a'.repeat(40_000)}\r\nConnection: close\r\n\r\n`],
  ['two Host lines', 'GET /login HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\nConnection: close\r\n\r\n'],
  ['two lengths', 'POST /login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'],
] as const)
  it(`error: ${name} is answered with a client error`, async () => {
    expect(await raw(bytes)).toMatch(/^HTTP\/1.1 4\d\d /)
  })

it('error: a form over 64 kB, and one of 1 MB, is answered with a page that says that it is too large', async () => {
  const browser = newBrowser()
  for (const sizeBytes of [64 * 1024 + 1, 1024 * 1024]) {
    const answer = await browser.post('/login', { account: 'a'.repeat(sizeBytes) })
    expect(answer.status).toBe(413)
    expect(answer.text).toContain('<h1>That is too large</h1>')
  }
  expect(web.upstream.asked).toEqual([])
})

it('happy: a form just under 64 kB is read', async ({ browser }) => {
  expect((await browser.submit('/login', { account: 'a'.repeat(64_000), password: 'x' })).status).toBe(422)
})

for (const [type, body] of [
  ['application/json', '{"account":"ada"}'],
  ['text/plain', 'account=ada'],
  ['multipart/form-data; boundary=x', 'no part at all'],
  ['multipart/form-data', '--x--'],
  [undefined, ''],
] as const)
  it(`error: a body of type ${type} that is no form is answered with 400`, async () => {
    for (const path of ['/login', '/passport/web/logout']) {
      const headers: Record<string, string> = type ? { 'content-type': type } : {}
      const answer = await newBrowser().open(path, type ? { method: 'POST', body, headers } : { method: 'POST' })
      expect([answer.status, answer.headers['content-type']], path).toEqual([400, 'text/html; charset=utf-8'])
    }
  })

for (const path of ['/account-help', '/passport/image/a-picture', '/settings/export/file'])
  it(`error: a form sent to ${path}, which takes no form, is answered with 405, and no failure is logged`, async () => {
    web.lines.length = 0
    const answer = await newBrowser().post(path, { form_token: 'x' })
    expect(web.lines.join('')).not.toContain('failed')
    expect([answer.status, answer.headers['content-type']]).toEqual([405, 'text/html; charset=utf-8'])
    expect(answer.text).toContain('<h1>This page cannot be opened</h1>')
  })

it('error: a visitor who leaves in the middle of a form is not logged as a failure', async () => {
  web.lines.length = 0
  const head = `POST /login HTTP/1.1\r\nHost: localhost\r\nOrigin: ${web.origin}\r\nContent-Type: application/x-www-form-urlencoded`
  const socket = connect(web.port, '127.0.0.1', () => socket.write(`${head}\r\nContent-Length: 100\r\n\r\naccount=a`))
  setTimeout(() => socket.destroy(), 200)
  await expect.poll(() => web.lines.join('')).toContain('the visitor left')
  expect(web.lines.join('')).not.toContain('failed')
})

for (const behaviour of ['html', 'half a JSON', '500', 'hangs up'] as const)
  it(`error: when the account API answers with ${behaviour}, the page is a 503 whose log id is in the log`, async () => {
    const browser = await web.signedInBrowser()
    web.upstream.behave(behaviour)
    web.lines.length = 0
    const answer = await browser.open('/settings')
    const logId = String(answer.headers['x-log-id'])
    expect([answer.status, answer.headers['retry-after']]).toEqual([503, '30'])
    expect(answer.text).toContain('<h1>Not available right now</h1>')
    expect(answer.text).toContain(logId)
    expect(web.lines.join('')).toContain(logId)
    expect(web.lines.join('')).toContain('accountInfo')
    if (behaviour !== 'hangs up') expect(web.lines.join('')).toContain('upstream-1')
    // The person is still signed in afterwards.
    web.upstream.behave('agreed')
    expect((await browser.open('/settings')).status).toBe(200)
  })

it('error: when the account API does not answer, the page is a 503', async ({ browser }) => {
  await browser.open('/login')
  web.upstream.behave('slow')
  expect((await browser.submit('/login', credentials)).status).toBe(503)
})

it('error: when a form cannot be shown again because the account API fails, the page is a 503 with a log id', async () => {
  const browser = await web.signedInBrowser()
  const token = formTokenIn((await browser.open('/settings')).text)
  web.upstream.behave('500')
  const answer = await browser.post('/settings/email', { form_token: token, email: 'no address' })
  expect([answer.status, answer.headers['retry-after']]).toEqual([503, expect.stringMatching(/^\d+$/)])
  expect(answer.text).toContain(String(answer.headers['x-log-id']))
})

const foreign: [string, Record<string, string>][] = [
  ['of another site', { origin: 'https://evil.example' }],
  ['that is null', { origin: 'null' }],
  ['of another port of this machine', { origin: 'http://localhost:1' }],
  ['that looks like ours', { origin: 'http://localhost.evil.example' }],
  ['that is not named, sent cross-site', { 'sec-fetch-site': 'cross-site' }],
]
for (const [name, headers] of foreign)
  it(`security: a form from an origin ${name} is refused with our own page`, async ({ browser }) => {
    const answer = await browser.submit('/login', credentials, { headers })
    expect(answer.status).toBe(403)
    expect(answer.text).toContain('<h1>This form came from another site</h1>')
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'")
    expect(web.upstream.asked).toEqual([])
  })

it('security: a foreign origin is refused also on unknown paths and for unknown methods', async () => {
  const headers = { origin: 'https://evil.example' }
  expect((await newBrowser().post('/no-such-page', {}, { headers })).status).toBe(403)
  expect((await newBrowser().open('/login', { method: 'DELETE', headers })).status).toBe(403)
})

it('security: the Host header and forwarded hosts are ignored', async () => {
  const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' }
  const browser = newBrowser()
  const page = await browser.open('/login', { headers })
  const answer = await browser.submit('/login', credentials, { headers })
  expect(page.text).not.toContain('evil.example')
  expect([answer.status, answer.headers.location]).toEqual([303, '/settings'])
})

it('security: a session cookie that is cut short, doubled, changed, empty or of another browser means signed out, and is deleted', async () => {
  const browser = await web.signedInBrowser()
  const browserId = browser.cookies.get('butterfly_browser')
  const session = browser.cookies.get('butterfly_session') ?? ''
  const other = newBrowser()
  await other.open('/login')
  const cookies = [
    `butterfly_browser=${browserId}; butterfly_session=${session.slice(0, -1)}`,
    `butterfly_browser=${browserId}; butterfly_session=${session}${session}`,
    `butterfly_browser=${browserId}; butterfly_session=${session.slice(0, -20)}!${session.slice(-19)}`,
    `butterfly_browser=${browserId}; butterfly_session=`,
    `butterfly_browser=${browserId}; butterfly_session=${'.'.repeat(4)}`,
    `butterfly_browser=${other.cookies.get('butterfly_browser')}; butterfly_session=${session}`,
    `butterfly_session=${session}`,
  ]
  for (const cookie of cookies) {
    const answer = await send(web.origin, '/', { headers: { cookie } })
    expect(answer.status).toBe(200)
    expect(answer.text).toContain('href="/login"')
    expect(answer.setCookies.join()).toMatch(/butterfly_session=; Path=\/; Max-Age=0/)
  }
})

it('security: a link on our own pages signs out; one from elsewhere asks first', async () => {
  const browser = await web.signedInBrowser()
  const other = [{ 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': 'none' }, { referer: 'https://evil.example/' }]
  const lying = { 'sec-fetch-site': 'same-site', referer: `${web.origin}/settings` }
  for (const headers of [{}, ...other, lying, { referer: 'about:blank' }]) {
    const answer = await browser.open('/passport/web/logout', { headers })
    expect(answer.status).toBe(200)
    expect(answer.text).toContain('<h1>Sign out?</h1>')
  }
  expect((await browser.open('/settings')).status).toBe(200)
  const ours = await browser.open('/passport/web/logout', { headers: { referer: `${web.origin}/settings` } })
  expect([ours.status, ours.headers.location]).toEqual([303, '/login?notice=signed_out'])
  expect(web.upstream.asked.some(({ path }) => path === '/passport/web/logout')).toBe(true)
})

it('security: changing the language of the sign-out question does not sign out', async () => {
  const browser = await web.signedInBrowser()
  const headers = { 'sec-fetch-site': 'same-origin', referer: `${web.origin}/passport/web/logout` }
  const answer = await browser.open('/passport/web/logout?lng=zh-Hans', { headers })
  expect(answer.status).toBe(200)
  expect(answer.text).toContain('<h1>退出登录？</h1>')
})

it('security: when the account API refuses the sign-out, the person stays signed in', async () => {
  const browser = await web.signedInBrowser()
  const token = formTokenIn((await browser.open('/settings')).text)
  web.upstream.behave('500')
  expect((await browser.post('/passport/web/logout', { form_token: token })).status).toBe(503)
  web.upstream.behave('agreed')
  expect((await browser.open('/settings')).status).toBe(200)
})

it('security: no visitor gets the bare data of a loader', async () => {
  for (const query of ['_data=root', '%5Fdata=root', 'next=%2F&_data=root', '_data=routes%2F_index'])
    expect((await newBrowser().open(`/?${query}`)).text, query).toMatch(/^<!DOCTYPE html>/)
})

it('security: no query and no form data is logged', async () => {
  web.lines.length = 0
  await newBrowser().open('/login?ticket=secret-ticket&next=/settings')
  await newBrowser().submit('/login', { account: 'secret-account', password: 'secret-password' })
  expect(web.lines.length).toBeGreaterThan(0)
  expect(web.lines.join('')).not.toContain('secret')
})

it('happy: an old phone is led to the small page, also after the page was remembered for others', async () => {
  const led = () =>
    raw('GET /login HTTP/1.0\r\nuser-agent: Nokia6230i/2.0 Profile/MIDP-2.0 Configuration/CLDC-1.1\r\n\r\n')
  await newBrowser().open('/login')
  await newBrowser().open('/login')
  expect((await led()).toLowerCase()).toContain('location: /passport/wap/login\r\n')
})

describe('a proxy of HTTP/1.0', () => {
  const path = '/passport/wap/login'
  const wap = { 'user-agent': 'phone', accept: 'application/vnd.wap.xhtml+xml, text/html' }
  const linesOf = (headers: Record<string, string>) =>
    Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const get = () => raw(`GET ${path} HTTP/1.0\r\n${linesOf(wap).join('')}\r\n`)

  it('happy: an HTTP/1.0 proxy gets a small page in one piece, which it may not cache', async () => {
    const [head = '', page = ''] = (await get()).split('\r\n\r\n')
    expect(head).toMatch(/^HTTP\/1\.[01] 200 /)
    expect(head.toLowerCase()).not.toContain('transfer-encoding')
    for (const line of [
      'content-type: application/vnd.wap.xhtml+xml; charset=utf-8',
      'pragma: no-cache',
      'expires: Thu, 01',
    ])
      expect(head).toContain(line)
    expect(page).toMatch(/^<\?xml version="1\.0" encoding="UTF-8"\?><!DOCTYPE html PUBLIC .*<\/html>$/s)
  })

  it('happy: an HTTP/1.0 proxy gets 302 after a form, because 303 does not exist there', async () => {
    const page = await get()
    const cookies = [...page.matchAll(/set-cookie: ([^;]+)/gi)].map(([, pair = '']) => pair)
    const body = new URLSearchParams({ form_token: formTokenIn(page), ...credentials }).toString()
    const headers = {
      ...wap,
      cookie: cookies.join('; '),
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': String(body.length),
    }
    const answer = await raw(`POST ${path} HTTP/1.0\r\n${linesOf(headers).join('')}\r\n${body}`)
    expect(answer).toMatch(/^HTTP\/1\.[01] 302 /)
    expect(answer.toLowerCase()).toContain('\r\nlocation: /settings\r\n')
  })
})

import { afterAll, expect, it } from 'vitest'
import { Browser, send, sheetIn } from './browser'
import { credentials, startWebApp } from './web-app'

// The web app behind a proxy that ends TLS.
const web = await startWebApp({ PUBLIC_URL: 'https://accounts.example.com', TRUST_PROXY: '127.0.0.1' })
afterAll(() => web.stop())

const ours = { origin: 'https://accounts.example.com', 'sec-fetch-site': 'same-origin' }

it('happy: a person signs in through the proxy, with cookies for https only', async () => {
  const browser = new Browser(web.origin, { 'x-forwarded-for': '203.0.113.9', 'accept-language': 'zh' })
  const answer = await browser.submit('/login', credentials, { headers: ours })
  expect([answer.status, answer.headers.location]).toEqual([303, '/settings'])
  const names = ['browser', 'known_browser', 'session', 'style'].map((name) => `__Host-butterfly_${name}`)
  expect([...browser.cookies.keys()].sort()).toEqual(names)
  for (const cookie of answer.setCookies)
    expect(cookie).toMatch(/^__Host-.*; Path=\/;.*; HttpOnly; SameSite=Lax; Secure$/)
  expect((await browser.open('/settings')).status).toBe(200)
})

/** The client address that the account API receives, for requests with this X-Forwarded-For. */
const toldFor = async (forwarded: string) => {
  await new Browser(web.origin, { 'x-forwarded-for': forwarded }).submit('/login', credentials, { headers: ours })
  return web.upstream.asked.at(-1)?.headers['x-client-address']
}

it.each([
  ['198.51.100.7, 203.0.113.9', '203.0.113.9'],
  ['198.51.100.7, 203.0.113.9:51234', '203.0.113.9'],
  ['127.0.0.1:80, 203.0.113.9:51234', '203.0.113.9'],
  ['198.51.100.7:1, 203.0.113.9:51234, 127.0.0.1:4711', '203.0.113.9'],
  ['garbage, 203.0.113.9', '203.0.113.9'],
  ['198.51.100.7, [2001:DB8:0::9]:443', '2001:db8::9'],
  ['[::1]:80, [2001:db8::9]', '2001:db8::9'],
  ['198.51.100.7, ::ffff:203.0.113.9', '203.0.113.9'],
  ['198.51.100.7, fe80::9%eth0', 'fe80::9'],
])('security: a client sets X-Forwarded-For itself, behind a proxy that adds ports: %s', async (forwarded, told) => {
  expect(await toldFor(forwarded)).toBe(told)
})

it.each([
  'unknown',
  '_hidden',
  '203.0.113.9:',
  '203.0.113.9:port',
  '1',
  '999.1.1.1',
  '[2001:db8::9',
  '203.0.113.9:80:80',
])('security: a proxy that names the client %j counts as the client, and the claim is ignored', async (entry) => {
  expect(await toldFor(`198.51.100.7, ${entry}`)).toBe('127.0.0.1')
})

it('happy: the log says once that a proxy names an unreadable client', async () => {
  await toldFor('198.51.100.7, unknown')
  await toldFor('198.51.100.7, unknown')
  expect(web.lines.filter((line) => line.includes('unreadable client address'))).toHaveLength(1)
})

it('security: every answer, including a file, demands https', async () => {
  const href = sheetIn((await send(web.origin, '/')).text)
  for (const path of ['/', '/login', '/no-such-page', href])
    expect((await send(web.origin, path)).headers['strict-transport-security'], path).toBe('max-age=31536000')
})

it('security: loopback names are foreign to a public deployment', async () => {
  for (const origin of [web.origin, 'http://accounts.example.com', 'https://accounts.example.com:8443', 'null']) {
    const answer = await new Browser(web.origin).submit('/login', credentials, { headers: { origin } })
    expect(answer.status, origin).toBe(403)
  }
})

import { expect, it } from 'vitest'
import { prepare } from '~/runtime/bare-server.server'

const publicUrls = [new URL('https://account.example')]

/** A request as remix-serve gets it, after it was prepared. */
const prepared = (
  { method = 'GET', remoteAddress = '203.0.113.7', ...given }: Record<string, string>,
  trustProxy?: string,
) => {
  const request = { method, url: '/login', headers: { ...given }, socket: { remoteAddress } }
  prepare(request, { trustProxy, publicUrls })
  const { 'x-bare-client-address': address, 'x-bare-refusal': refusal } = request.headers as Record<string, string>
  return { address, refusal, method: request.method, url: request.url }
}

const proxies = 'loopback, 10.0.0.0/8,2001:db8::1'

it.each([
  ['without a proxy, the connection', '203.0.113.7', '198.51.100.1', undefined, '203.0.113.7'],
  ['behind one, what it says', '127.0.0.1', '198.51.100.1', proxies, '198.51.100.1'],
  ['behind two proxies', '::ffff:127.0.0.1', '192.0.2.9, 198.51.100.1, 10.1.2.3', proxies, '198.51.100.1'],
  ['of a proxy by IPv6', '2001:db8::1', '[2001:db8::77]:4711', proxies, '2001:db8::77'],
])('happy: the client address is determined %s', (_case, remoteAddress, forwarded, trustProxy, expected) => {
  expect(prepared({ remoteAddress, 'x-forwarded-for': forwarded }, trustProxy).address).toBe(expected)
})

it('error: an unreadable address counts as the proxy that wrote it', () => {
  const forwarded = { remoteAddress: '127.0.0.1', 'x-forwarded-for': '198.51.100.1, unknown' }
  expect(prepared(forwarded, proxies).address).toBe('127.0.0.1')
})

it('security: a visitor who is not a proxy can set neither an address nor a refusal', () => {
  const lies = { 'x-forwarded-for': '127.0.0.1', 'x-bare-client-address': '127.0.0.1', 'x-bare-refusal': 'origin' }
  expect(prepared(lies, proxies)).toMatchObject({ address: '203.0.113.7', refusal: undefined })
})

it.each([
  ['a foreign Origin', { origin: 'https://evil.example' }],
  ['an Origin of null', { origin: 'null' }],
  ['a cross-site request', { 'sec-fetch-site': 'cross-site' }],
])('security: a form with %s becomes a request for the page of its refusal', (_case, headers) => {
  const refused = { refusal: 'origin', method: 'GET', url: '/-/refused' }
  expect(prepared({ method: 'POST', ...headers })).toMatchObject(refused)
  expect(prepared({ method: 'GET', ...headers })).toMatchObject({ refusal: undefined, url: '/login' })
})

it.each([{ origin: 'https://account.example' }, {}])('happy: our own form stays unchanged: %j', (headers) => {
  expect(prepared({ method: 'POST', ...headers })).toMatchObject({ refusal: undefined, method: 'POST', url: '/login' })
})

import { readdirSync, readFileSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { createServer } from 'node:https'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { addressRecords } from '#account-api/channels/dns'
import { outsideClient } from '#account-api/kernel/outside/client'
import { isPublicAddress, outsideRefusal } from '#account-api/kernel/outside/outside'
import { startCanary } from '#tests/fixtures/canary'
import { startDnsServer } from '#tests/fixtures/messages/dns-server'
import { ofShop } from '#tests/fixtures/network/self-signed'
import { listenOnLoopback, stopServer } from '#tests/fixtures/programs/loopback'

const [dns, canary] = [await startDnsServer(), await startCanary()]
let answers: RequestListener
const got: { url: string | undefined; headers: object; body: string }[] = []
const shop = createServer(ofShop, async (request, response) => {
  got.push({ url: request.url, headers: request.headers, body: await text(request) })
  answers(request, response)
})
const port = await listenOnLoopback(shop)
const url = `https://shop.example:${port}/out`
afterAll(() => Promise.all([dns.stop(), canary.stop(), stopServer(shop)]))
beforeEach(() => {
  answers = (_request, response) => response.end('told')
  got.length = 0
  canary.connections = 0
  dns.asked.length = 0
  dns.addresses.clear()
  dns.addresses.set('shop.example', ['127.0.0.1'])
})
afterEach(() => vi.unstubAllEnvs())

/** Time limits for a machine that runs all tests at once. */
const patient = { timeoutMs: 10_000, tries: 1, mostMs: 10_000 }
const lookUp = addressRecords([dns.address], patient)
/** As in production, and one for which this machine stands for the Internet. */
const strict = outsideClient({ lookUp })
const open = outsideClient({ lookUp, isPublic: (address) => address === '127.0.0.1', authorities: ofShop.cert })
const asked = { maxBytes: 100, patienceMs: 20_000 }

describe('an address given by an outsider', () => {
  it('happy: an address is requested over https, at the first resolved IP address, and without a proxy', async () => {
    vi.stubEnv('HTTPS_PROXY', `http://127.0.0.1:${canary.port}`)
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await open(url, { ...asked, method: 'POST', headers: form, body: 'a=1' })
    expect([answer.status, String(answer.body)]).toEqual([200, 'told'])
    expect(got).toMatchObject([{ url: '/out', headers: form, body: 'a=1' }])
    expect(dns.asked).toEqual(['shop.example', 'shop.example'])
    expect(canary.connections).toBe(0)
  })

  it('security: a name that resolves elsewhere later is not requested again: the connection uses the checked IP address', async () => {
    const led = [['127.0.0.1'], ['::1']]
    const turning = vi.fn(async () => led.shift() ?? [])
    const ask = outsideClient({ lookUp: turning, isPublic: (each) => each !== '::1', authorities: ofShop.cert })
    expect(await ask(url, asked)).toMatchObject({ status: 200 })
    expect(turning).toHaveBeenCalledTimes(1)
    await expect(ask(url, asked)).rejects.toThrow('shop.example is not public')
    expect(got).toHaveLength(1)
  })

  it.each([
    ['127.0.0.1', '127.0.0.1'],
    ['::1', '::1'],
    ['::ffff:127.0.0.1', '::ffff:127.0.0.1'],
    ['a public address, and one of this machine', '8.8.8.8', '127.0.0.1'],
    ['a public address, and one of IPv6 of this machine', '8.8.8.8', '::1'],
  ])('security: a stranger’s name that resolves to %s is not connected to', async (_, ...addresses) => {
    dns.addresses.set('evil.example', addresses)
    await expect(strict(`https://evil.example:${canary.port}/`, asked)).rejects.toThrow('evil.example is not public')
    expect(canary.connections).toBe(0)
  })

  it.each([
    ...['http://127.0.0.1', 'https://127.0.0.1', 'https://2130706433', 'https://0x7f.1', 'https://0177.0.0.1'],
    ...['https://[::1]', 'https://[::ffff:127.0.0.1]', 'https://[::127.0.0.1]', 'https://0', 'https://localhost'],
    ...['https://a.localhost', 'https://LOCALHOST.', 'https://user@shop.example', 'http://shop.example'],
  ])('security: %s is refused before any connection', async (origin) => {
    await expect(open(`${origin}:${canary.port}/`, asked)).rejects.toThrow('an address is refused')
    expect([canary.connections, dns.asked]).toEqual([0, []])
  })

  it.each([301, 302, 303, 307, 308])('security: a redirect by %i is not followed', async (status) => {
    answers = (_request, response) =>
      response.writeHead(status, { location: `http://127.0.0.1:${canary.port}/` }).end('x')
    expect(await open(url, asked)).toMatchObject({ status })
    expect(canary.connections).toBe(0)
  })

  it('error: an endless answer is read up to its limit, or refused', async () => {
    let closed = 0
    answers = (_request, response) => {
      response.on('close', () => {
        closed += 1
      })
      const more = () => void (response.destroyed || response.write('x'.repeat(1000), more))
      more()
    }
    for (const maxBytes of [100, 0]) expect(await open(url, { ...asked, maxBytes })).toEqual({ status: 200 })
    await vi.waitFor(() => expect(closed).toBe(2), 10_000)
  })

  it.each<[string, RequestListener]>([
    ['never comes', () => undefined],
    ['stops in its middle', (_request, response) => void response.writeHead(200, { 'content-length': '9' }).write('x')],
  ])('error: an answer that %s is given up', async (_, listener) => {
    answers = listener
    const answer = await open(url, { ...asked, patienceMs: 300 }).catch(() => undefined)
    expect(answer?.body).toBeUndefined()
  })

  it('error: the caller can cancel a request', async () => {
    answers = () => undefined
    const stopping = new AbortController()
    const answer = open(url, { ...asked, signal: stopping.signal })
    await vi.waitFor(() => expect(got).toHaveLength(1), 10_000)
    stopping.abort()
    await expect(answer).rejects.toThrow()
  })

  it('security: a certificate for another name is refused', async () => {
    dns.addresses.set('other.example', ['127.0.0.1'])
    await expect(open(url.replace('shop', 'other'), asked)).rejects.toThrow(/altnames/)
    await expect(outsideClient({ lookUp, isPublic: () => true })(url, asked)).rejects.toThrow(/self-signed/)
    expect(got).toEqual([])
  })

  it('error: a name without an address, or a silent name server, leads to no connection', async () => {
    await expect(open('https://nobody.example/', asked)).rejects.toThrow('nobody.example has no address')
    dns.mood = 'silent'
    expect(await addressRecords([dns.address], { ...patient, mostMs: 50 })('shop.example')).toEqual([])
    dns.mood = 'answers'
  })
})

it('security: public IP addresses are distinguished from private and reserved ones', () => {
  const good = ['8.8.8.8', '100.63.255.255', '172.32.0.1', '2606:4700::1111', '2a00:1450::1']
  expect(good.filter(isPublicAddress)).toEqual(good)
  const notPublic = `
    0.0.0.0 0.1.2.3 10.1.2.3 100.64.0.1 100.127.255.255 127.0.0.1 127.255.0.1 169.254.169.254 172.16.0.1 172.31.255.255
    192.0.0.1 192.0.2.1 192.88.99.1 192.168.0.1 198.18.0.1 198.51.100.1 203.0.113.1 224.0.0.1 239.255.255.255 240.0.0.1
    255.255.255.255 :: ::1 ::7f00:1 ::8.8.8.8 ::ffff:8.8.8.8 ::ffff:10.0.0.1 ::ffff:7f00:1 64:ff9b::7f00:1
    64:ff9b::8.8.8.8 64:ff9b:1::1 2002:7f00:1:: 2001::1 2001:db8::1 3fff::1 fc00::1 fd00::1 fe80::1 fe80::1%eth0 fec0::1
    ff02::1 100::1 5f00::1 4000::1 example.com 1 0x7f000001`
  // The last one is empty.
  expect(notPublic.trim().split(/\s+/).concat('').filter(isPublicAddress)).toEqual([])
})

it.each([
  ['https://shop.example/out', undefined],
  ['https://shop.example:8443/out', undefined],
  ['https://8.8.8.8/', undefined],
  ['https://10.0.0.1/', 'not_public'],
  ['https://169.254.169.254/latest/meta-data', 'not_public'],
  ['http://localhost:3000/', 'not_public'],
  ['https://printer/', 'not_public'],
  ['https://nas.local/', 'not_public'],
  ['https://db.prod.internal/', 'not_public'],
  ['https://router.home.arpa./', 'not_public'],
  ['https://[64:ff9b::a00:1]/', 'not_public'],
  ['http://shop.example/', 'not_https'],
  ['ftp://shop.example/', 'not_https'],
  ['https://user:secret@shop.example/', 'not_https'],
  ['no address', 'not_https'],
  ['https://shop.example:25/', 'port'],
] as const)('security: the address %s is classified by its text as %s', (address, refusal) => {
  expect(outsideRefusal(address)).toBe(refusal)
})

it('security: all other requests go only to hosts of the operator', () => {
  const root = fileURLToPath(new URL('../../../account-api/', import.meta.url))
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'))
  const asks = /(?<![\w.])fetch\(|import (?!type)[^;\n]*\brequest\b[^;\n]* from 'node:https?'/
  // A new one belongs here only if the operator alone can set what it asks.
  expect(files.filter((name) => asks.test(readFileSync(join(root, name), 'utf8'))).sort()).toEqual([
    'addresses/platforms/providers/ask.ts',
    'addresses/platforms/providers/openid.ts',
    'applications/protocol/asking.ts',
    'applications/services/service-sign-out.ts',
    'channels/sms-gateway.ts',
    'kernel/outside/answers.ts',
    'kernel/outside/client.ts',
    'start/checks/probes/own-addresses.ts',
    'verification/captchas/vendor.ts',
  ])
})

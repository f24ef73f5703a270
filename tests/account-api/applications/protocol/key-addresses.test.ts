import { createServer as createSite, type RequestListener } from 'node:http'
import { createServer } from 'node:https'
import * as oidc from 'openid-client'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { addressRecords } from '#account-api/channels/dns'
import { outsideClient } from '#account-api/kernel/outside/client'
import { NotAsked } from '#account-api/kernel/outside/outside'
import { operate } from '#tests/account-api/applications/services/services'
import { clientsOf } from '#tests/account-api/organisations/clients/clients'
import { startCanary } from '#tests/fixtures/canary'
import { startDnsServer } from '#tests/fixtures/messages/dns-server'
import { ofShop } from '#tests/fixtures/network/self-signed'
import { listenOnLoopback, stopServer } from '#tests/fixtures/programs/loopback'
import { apisOf, keyPair, withKeys } from './apis'
import { describeProtocolWorlds } from './protocol-world'

const [dns, canary] = [await startDnsServer(), await startCanary()]
dns.addresses.set('evil.example', ['127.0.0.1'])
dns.addresses.set('shop.example', ['127.0.0.1'])
const lookUp = addressRecords([dns.address], { timeoutMs: 10_000, tries: 1, mostMs: 10_000 })
const strict = outsideClient({ lookUp })
/** For this one, the loopback stands for the Internet. */
const open = outsideClient({ lookUp, isPublic: () => true, authorities: ofShop.cert })
afterAll(() => Promise.all([dns.stop(), canary.stop()]))

/** The owner of an application, and whether that is the operator. */
const owners = [
  ['organisation', false],
  ['operator', true],
] as const

describeProtocolWorlds('keys of clients at an address, on $name', (world) => {
  const { did, apiWith } = apisOf(world)
  let [asked, keys]: [number, object[]] = [0, []]
  const answering: RequestListener = (request, response) => {
    asked += 1
    if (request.url === '/moved') response.writeHead(307, { location: `http://127.0.0.1:${canary.port}/` })
    // A client that wants its keys to be believed for a year, also when they are stolen.
    else response.setHeader('cache-control', 'max-age=31536000')
    response.end(request.url === '/huge' ? JSON.stringify({ keys, x: 'x'.repeat(70_000) }) : JSON.stringify({ keys }))
  }
  const [site, shop] = [createSite(answering), createServer(ofShop, answering)]
  let [siteAt, shopAt] = ['', '']
  beforeAll(async () => {
    siteAt = `http://127.0.0.1:${await listenOnLoopback(site)}`
    shopAt = `https://shop.example:${await listenOnLoopback(shop)}`
  })
  afterAll(() => Promise.all([stopServer(site), stopServer(shop)]))
  afterEach(() => vi.useRealTimers())

  /** The application of an organisation, or of the operator, that proves itself by keys at an address. */
  const opened = async (uri: string, isOperators = false) => {
    const [{ identifier: resource, id, machine }, pair] = [await apiWith('opaque'), await keyPair()]
    const key = isOperators ? machine.key : (await clientsOf(world).open()).client.client_key
    await did('api', 'machine', id, key, 'trees.read')
    const protocol = (await world.storage.openClients.find(key))?.protocol
    if (!protocol) throw new Error('no client')
    // As it may be there since before such addresses were refused.
    await world.storage.openClients.change(key, { protocol: { ...protocol, keys: { uri }, usesKeys: true } })
    keys = [pair.jwk]
    asked = 0
    const prove = async (by = pair) => oidc.clientCredentialsGrant(await withKeys(world, key, by), { resource })
    return { key, prove }
  }

  it('security: a key address on this machine, or a name that resolves to it, is refused and never requested', async () => {
    world.deployment.askOutside = strict
    const hosts = ['127.0.0.1', '2130706433', '[::1]', '[::ffff:127.0.0.1]', 'localhost', 'evil.example']
    for (const host of hosts) {
      const { prove } = await opened(`https://${host}:${canary.port}/keys`)
      await expect(prove(), host).rejects.toMatchObject({ status: 401, error: 'invalid_client' })
    }
    const { key } = await opened('https://169.254.169.254/latest/meta-data')
    expect(await operate(world, 'client', 'keys-uri', key, `https://127.0.0.1:${canary.port}/`)).toMatchObject({
      ok: false,
    })
    expect(canary.connections).toBe(0)
  })

  it.each(owners)(
    'security: a redirect of the %s is not followed, and a huge answer is not accepted as a key set',
    async (_, is) => {
      world.deployment.askOutside = open
      for (const path of ['/moved', '/huge']) {
        const { prove } = await opened(`${is ? siteAt : shopAt}${path}`, is)
        await expect(prove(), path).rejects.toMatchObject({ status: 401, error: 'invalid_client' })
        expect(asked).toBeGreaterThan(0)
      }
      expect(canary.connections).toBe(0)
    },
  )

  it('security: a key address that never answers is given up after 2.5 seconds', async () => {
    const limits: object[] = []
    world.deployment.askOutside = async (_, { maxBytes, patienceMs }) => {
      limits.push({ maxBytes, patienceMs })
      throw new NotAsked('as after that time')
    }
    const { prove } = await opened(`${shopAt}/hangs`)
    await expect(prove()).rejects.toMatchObject({ status: 401, error: 'invalid_client' })
    expect(limits[0]).toEqual({ maxBytes: 65_536, patienceMs: 2500 })
  })

  it.each(owners)(
    'happy: keys of the %s are fetched at most once a minute, and a removed key is refused afterwards',
    async (_, is) => {
      world.deployment.askOutside = open
      const { prove } = await opened(`${is ? siteAt : shopAt}/keys`, is)
      // The first use is noted, which makes the library read the client again.
      await prove()
      asked = 0
      await Promise.all([prove(), prove(), prove()])
      await prove()
      expect(asked).toBe(1)
      const next = await keyPair()
      keys = [next.jwk]
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 })
      expect(await prove(next)).toHaveProperty('access_token')
      await expect(prove()).rejects.toMatchObject({ error: 'invalid_client' })
    },
  )
})

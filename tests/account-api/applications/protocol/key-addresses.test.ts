import type { RequestListener } from 'node:http'
import * as oidc from 'openid-client'
import { afterEach, expect, it, vi } from 'vitest'
import { outsideClient } from '#account-api/kernel/outside/client'
import { NotAsked } from '#account-api/kernel/outside/outside'
import { operate } from '#tests/account-api/applications/services/services'
import { clientsOf } from '#tests/account-api/organisations/clients/clients'
import { apisOf, keyPair, withKeys } from './apis'
import { sitesOf, startOutside } from './outside'
import { describeProtocolWorlds } from './protocol-world'

const { canary, lookUp, open } = await startOutside()

/** The owner of an application, and where it is: only the operator’s may be on this machine. */
const owners = [
  ['organisation', 'shop'],
  ['operator', 'site'],
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
  const at = sitesOf(answering)
  afterEach(() => vi.useRealTimers())

  /** The application of an organisation, or of the operator, that proves itself by keys at an address. */
  const opened = async (uri: string, owner: 'organisation' | 'operator' = 'organisation') => {
    const [{ identifier: resource, id, machine }, pair] = [await apiWith('opaque'), await keyPair()]
    const key = owner === 'operator' ? machine.key : (await clientsOf(world).open()).client.client_key
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
    world.deployment.askOutside = outsideClient({ lookUp })
    const hosts = ['127.0.0.1', '2130706433', '[::1]', '[::ffff:127.0.0.1]', 'localhost', 'evil.example']
    for (const host of hosts) {
      const { prove } = await opened(`https://${host}:${canary.port}/keys`)
      await expect(prove(), host).rejects.toMatchObject({ status: 401, error: 'invalid_client' })
    }
    const { key } = await opened('https://169.254.169.254/latest/meta-data')
    const local = `https://127.0.0.1:${canary.port}/`
    expect(await operate(world, 'client', 'keys-uri', key, local)).toMatchObject({ ok: false })
    expect(canary.connections).toBe(0)
  })

  it.each(owners)(
    'security: a redirect of the %s is not followed, and a huge answer is not accepted as a key set',
    async (owner, where) => {
      world.deployment.askOutside = outsideClient(open)
      for (const path of ['/moved', '/huge']) {
        const { prove } = await opened(`${at[where]}${path}`, owner)
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
    const { prove } = await opened(`${at.shop}/hangs`)
    await expect(prove()).rejects.toMatchObject({ status: 401, error: 'invalid_client' })
    expect(limits[0]).toEqual({ maxBytes: 65_536, patienceMs: 2500 })
  })

  it.each(owners)(
    'happy: keys of the %s are fetched at most once a minute, and a removed key is refused afterwards',
    async (owner, where) => {
      world.deployment.askOutside = outsideClient(open)
      const { prove } = await opened(`${at[where]}/keys`, owner)
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

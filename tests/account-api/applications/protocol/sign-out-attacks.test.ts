import type { RequestListener } from 'node:http'
import { text } from 'node:stream/consumers'
import { decodeJwt } from 'jose'
import { expect, it } from 'vitest'
import { outsideClient } from '#account-api/kernel/outside/client'
import { operate } from '#tests/account-api/applications/services/services'
import { clientsOf } from '#tests/account-api/organisations/clients/clients'
import { openOrganisation } from '#tests/account-api/organisations/members/members'
import { everyRow } from '#tests/fixtures/databases/tables'
import { eventually } from '#tests/fixtures/time/eventually'
import { sitesOf, startOutside, tellClients } from './outside'
import { authorise, exchange, type Party, registerParty, signedIn } from './parties'
import { describeProtocolWorlds } from './protocol-world'

const { canary, lookUp, open } = await startOutside()

describeProtocolWorlds('sign-out notices to organisations’ applications on $name', (world) => {
  const { register, partyOf } = clientsOf(world)
  const told: { path: string | undefined; token: string }[] = []
  const taking: RequestListener = async (request, response) => {
    told.push({ path: request.url, token: new URLSearchParams(await text(request)).get('logout_token') ?? '' })
    if (request.url !== '/hangs') response.end()
  }
  const at = sitesOf(taking)
  const room = { atOnce: 5, ofOrganisationsAtOnce: 4, ofOneOrganisationAtOnce: 2 }
  // Enough attempts for a slow machine, which looks at a row when it has been asked many times.
  tellClients(world, { ...room, mostAttempts: 100_000 })

  /** Signs in to applications of an organisation at these addresses, and to others, and then out. */
  const signOutOf = async (logoutUrls: string[], others: Party[] = []) => {
    const { organisation } = await openOrganisation(world)
    const person = await signedIn(world)
    const parties = [...others]
    for (const [nth, logoutUrl] of logoutUrls.entries()) {
      const registered = await register(organisation, { name: `Ledger ${nth}` })
      // As it may be there since before such addresses were refused.
      await world.storage.openClients.change(registered.client.client_key, { logoutUrl })
      parties.push(await partyOf(registered))
    }
    for (const party of parties) await exchange(party, await authorise(person, party))
    await person.client.logout({})
    return { person, keys: parties.map(({ key }) => key) }
  }

  const untold = async (keys: string[]) =>
    ((await everyRow(world.place)).client_sessions ?? []).filter((row) => keys.includes(String(row.client_id)))
  const allTold = (keys: string[]) =>
    eventually('nothing left to tell', async () => (await untold(keys)).length === 0 || undefined)

  it('security: a sign-out address on this machine, in any spelling or by a name, is never requested', async () => {
    world.deployment.askOutside = outsideClient({ lookUp })
    const { port } = canary
    const origins = ['http://127.0.0.1', 'http://2130706433', 'http://[::1]', 'https://[::ffff:127.0.0.1]']
    const { keys } = await signOutOf([
      ...[...origins, 'https://localhost', 'https://evil.example'].map((origin) => `${origin}:${port}/`),
      ...['http://10.0.0.1/', 'http://169.254.169.254/latest/meta-data'],
    ])
    await allTold(keys)
    expect(canary.connections).toBe(0)
  })

  it('happy: an application on the Internet gets a sign-out token, and a first-party one may be on this machine', async () => {
    world.deployment.askOutside = outsideClient(open)
    const own = await registerParty(world)
    await operate(world, 'client', 'logout-url', own.key, `${at.site}/own`)
    const { person, keys } = await signOutOf([`${at.shop}/out`], [own])
    await allTold(keys)
    const of = (path: string) => told.filter((each) => each.path === path).map(({ token }) => decodeJwt(token))
    expect(of('/out')[0]).toMatchObject({ aud: keys[1], sub: person.userId })
    expect(of('/own')[0]).toMatchObject({ aud: own.key, sub: person.userId })
  })

  it('security: an organisation with silent applications occupies at most two slots, and others are notified meanwhile', async () => {
    let [underWay, most] = [0, 0]
    const askOpen = outsideClient(open)
    world.deployment.askOutside = async (url, request) => {
      const isHanging = url.endsWith('/hangs')
      if (isHanging) most = Math.max(most, ++underWay)
      return askOpen(url, request).finally(() => {
        if (isHanging) underWay -= 1
      })
    }
    const { keys: slow } = await signOutOf(Array.from({ length: 5 }, () => `${at.shop}/hangs`))
    const own = await registerParty(world)
    await operate(world, 'client', 'logout-url', own.key, `${at.site}/meanwhile`)
    const { keys } = await signOutOf([`${at.shop}/meanwhile`], [own])
    await allTold(keys)
    const meanwhile = told.filter(({ path }) => path === '/meanwhile')
    expect(new Set(meanwhile.map(({ token }) => decodeJwt(token).aud))).toEqual(new Set(keys))
    expect(most).toBeLessThanOrEqual(2)
    expect(await untold(slow)).toHaveLength(5)
  })
})

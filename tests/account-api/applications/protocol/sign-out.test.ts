import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { visitorOf } from '#tests/account-api/applications/authorisation/browser'
import { operate } from '#tests/account-api/applications/services/services'
import { dataOf } from '#tests/account-api/worlds/world'
import { everyRow } from '#tests/fixtures/databases/tables'
import { listenOnLoopback } from '#tests/fixtures/programs/loopback'
import { eventually } from '#tests/fixtures/time/eventually'
import { tellClients } from './outside'
import { ask, authorise, exchange, registerParty, signedIn } from './parties'
import { describeProtocolWorlds } from './protocol-world'

describeProtocolWorlds('sign-out notices to clients on $name', (world) => {
  const told: { path: string; token: string }[] = []
  let answer = 200
  const client = createServer(async (request, response) => {
    const token = new URLSearchParams(await text(request)).get('logout_token') ?? ''
    told.push({ path: request.url ?? '', token })
    response.writeHead(answer).end()
  })
  let port = 0
  beforeAll(async () => {
    port = await listenOnLoopback(client)
  })
  afterAll(() => void client.close())
  tellClients(world)

  it('happy: a client gets one signed sign-out token for the session, however the session ends', async () => {
    const party = await registerParty(world)
    await operate(world, 'client', 'logout-url', party.key, `http://127.0.0.1:${port}/${party.key}`)
    const tokensOf = () => told.filter(({ path }) => path === `/${party.key}`)
    for (const end of ['logout', 'elsewhere'] as const) {
      const person = await signedIn(world)
      const claims = (await exchange(party, await authorise(person, party))).claims()
      // A second sign-in of the client in this session is the same session.
      await exchange(party, await authorise(person, party))
      const before = tokensOf().length
      answer = 500
      if (end === 'logout') await person.client.logout({})
      else await world.storage.sessions.endAll(person.userId)
      await eventually('the client is told', () => tokensOf().length > before || undefined)
      answer = 200
      const left = async () => (await everyRow(world.place)).client_sessions
      await eventually('the client knows', async () => (await left())?.length === 0 || undefined)
      const keys = createRemoteJWKSet(new URL(`${world.baseUrl}/oidc/jwks`))
      const { payload, protectedHeader } = await jwtVerify(tokensOf().at(-1)?.token ?? '', keys, {
        issuer: world.baseUrl,
        audience: party.key,
      })
      expect(protectedHeader.typ).toBe('logout+jwt')
      expect([payload.sub, payload.sid]).toEqual([person.userId, claims?.sid])
      expect(payload.events).toHaveProperty('http://schemas.openid.net/event/backchannel-logout')
      expect(payload.nonce).toBeUndefined()
    }
  })

  it('security: a sign-in for one application serves the next one, and both are notified of its end', async () => {
    const parties = [await registerParty(world), await registerParty(world)] as const
    for (const { key } of parties) await operate(world, 'client', 'logout-url', key, `http://127.0.0.1:${port}/${key}`)
    const { mobile, password } = await world.registerMobile()
    const person = visitorOf(world)
    const { names } = await ask(person.browser, parties[0])
    dataOf(await person.client.openAccountAuth({ ...names, account: mobile, password, stay_signed_in: 1 }))
    for (const party of parties) await exchange(party, await authorise(person, party))
    await person.client.logout({})
    const toldTo = ({ key }: { key: string }) => told.filter(({ path }) => path === `/${key}`).length
    await eventually('both are told', () => parties.every((party) => toldTo(party) > 0) || undefined)
    for (const party of parties)
      expect((await ask(person.browser, party, { prompt: 'none' })).page).toContain('error=login_required')
  })

  it('happy: a client without a sign-out address is not recorded', async () => {
    const [party, person] = [await registerParty(world), await signedIn(world)]
    await exchange(party, await authorise(person, party))
    expect((await everyRow(world.place)).client_sessions).toEqual([])
  })
})

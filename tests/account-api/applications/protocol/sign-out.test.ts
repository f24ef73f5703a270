import { text } from 'node:stream/consumers'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import * as oidc from 'openid-client'
import { expect, it } from 'vitest'
import { unsealByRing } from '#account-api/kernel/sealing'
import { locationOf } from '#tests/account-api/applications/authorisation/answers'
import { Browser } from '#tests/account-api/applications/authorisation/browser'
import { operate } from '#tests/account-api/applications/services/services'
import { dataOf } from '#tests/account-api/worlds/world'
import { everyRow } from '#tests/fixtures/databases/tables'
import { runningHere } from '#tests/fixtures/hooks'
import { serve } from '#tests/fixtures/programs/loopback'
import { eventually } from '#tests/fixtures/time/eventually'
import { tellClients } from './outside'
import { authorise, exchange, type Party, registerParty, signedIn } from './parties'
import { describeProtocolWorlds } from './protocol-world'

describeProtocolWorlds('sign-outs that clients are told of or request, on $name', (world) => {
  const told: { path: string; token: string }[] = []
  let answer = 200
  const client = runningHere(() =>
    serve(async (request, response) => {
      const token = new URLSearchParams(await text(request)).get('logout_token') ?? ''
      told.push({ path: request.url ?? '', token })
      response.writeHead(answer).end()
    }),
  )
  tellClients(world)

  it('happy: a client gets one signed sign-out token for the session, however the session ends', async () => {
    const party = await registerParty(world)
    await operate(world, 'client', 'logout-url', party.key, `${client.url}/${party.key}`)
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

  it('happy: a client without a sign-out address is not recorded', async () => {
    const [party, person] = [await registerParty(world), await signedIn(world)]
    await exchange(party, await authorise(person, party))
    expect((await everyRow(world.place)).client_sessions).toEqual([])
  })

  const back = 'https://orchard.example/signed-out?page=1'

  /** An application that has an address for people who are signed out, and a person who is signed in with it. */
  const signedInWith = async () => {
    const [party, person] = [await registerParty(world), await signedIn(world)]
    await operate(world, 'client', 'post-logout-uris', party.key, back)
    const { id_token = '' } = await exchange(party, await authorise(person, party))
    return { party, person, id_token }
  }

  /** What an application asks for, in a browser that is signed out: the answer depends on nobody. */
  const request = (party: Party, fields: Record<string, string>) =>
    new Browser(world).visit(oidc.buildEndSessionUrl(party.config, fields))

  const pageIn = (answer: Response): string => {
    expect(answer.status).toBe(303)
    return locationOf(answer)
  }

  const uidIn = (answer: Response): string => {
    const [, request_uid = ''] = /^\/passport\/web\/logout\/([\w-]{22})$/.exec(pageIn(answer)) ?? []
    return request_uid
  }

  it('happy: an application requests a sign-out, and the page knows the application, the person and the return address', async () => {
    const { party, person, id_token } = await signedInWith()
    const state = `"><script>&state=2`
    const answer = await request(party, { id_token_hint: id_token, post_logout_redirect_uri: back, state })
    const asked = { request_uid: uidIn(answer) }
    const info = dataOf(await person.client.openSignOutInfo(asked))
    expect(info).toMatchObject({
      client: { client_key: party.key, name: 'Orchard' },
      person: { username: expect.any(String) },
      is_for_other: false,
    })
    const to = new URL(info.returns_to ?? '')
    expect([to.origin + to.pathname, ...to.searchParams]).toEqual([
      'https://orchard.example/signed-out',
      ['page', '1'],
      ['state', state],
    ])
    // Asking changes nothing.
    expect(await person.client.accountInfo({})).toMatchObject({ ok: true })
    expect(await world.person().openSignOutInfo(asked)).toMatchObject({ data: { person: null, is_for_other: false } })
    const other = await signedIn(world)
    expect(await other.client.openSignOutInfo(asked)).toMatchObject({ data: { is_for_other: true } })
    world.passMinutes(61)
    expect(await person.client.openSignOutInfo(asked)).toMatchObject({ code: 'no_such_sign_out' })
    world.passMinutes(-61)
    await operate(world, 'client', 'disable', party.key)
    expect(await person.client.openSignOutInfo(asked)).toMatchObject({ code: 'no_such_sign_out' })
  })

  it('happy: a sign-out request may name only itself or nobody, may be a POST, and may hint at an ended session', async () => {
    const { party, person, id_token } = await signedInWith()
    for (const [more, returns_to] of [
      [{ post_logout_redirect_uri: back }, back],
      [{}, null],
    ] as const) {
      const request_uid = uidIn(await request(party, { client_id: party.key, ...more }))
      const asked = { data: { is_for_other: false, returns_to } }
      expect(await person.client.openSignOutInfo({ request_uid })).toMatchObject(asked)
    }
    const browser = new Browser(world)
    expect(pageIn(await browser.visit('/oidc/logout'))).toBe('/passport/web/logout')
    // Without its client, no address is anybody's.
    const unnamed = await browser.visit(`/oidc/logout?post_logout_redirect_uri=${encodeURIComponent(back)}`)
    expect(pageIn(unnamed)).toBe('/passport/web/logout')
    await person.client.logout({})
    const form = new URLSearchParams({ id_token_hint: id_token, post_logout_redirect_uri: back })
    expect(uidIn(await browser.visit('/oidc/logout', form))).not.toBe('')
  })

  it('happy: an ID token identifies its session for a session’s maximum lifetime, whatever its key and algorithm', async () => {
    const { party, person, id_token } = await signedInWith()
    const answered = async () => (await request(party, { id_token_hint: id_token })).status
    const rotate = () => operate(world, 'client', 'keys', 'rotate')
    const [hour, day] = [60, 24 * 60]
    await rotate()
    world.passMinutes(3 * hour)
    const published = JSON.stringify(await (await fetch(`${world.baseUrl}/oidc/jwks`)).json())
    const { kid } = JSON.parse(atob(id_token.split('.', 1)[0] ?? '')) as { kid: string }
    expect(published).not.toContain(kid)
    expect(uidIn(await request(party, { id_token_hint: id_token, post_logout_redirect_uri: back }))).not.toBe('')
    await operate(world, 'client', 'id-token-alg', party.key, 'ES256')
    await rotate()
    expect(await answered()).toBe(303)
    world.passMinutes(89 * day)
    expect(await answered()).toBe(303)
    // The private half left with the first rotation that found it idle.
    const former = (await world.storage.signingKeys.all()).find(({ id }) => id === kid)
    const opened =
      former &&
      unsealByRing(world.deployment.secrets, former.sealed, { use: 'signing keys of open authorisation', id: kid })
    expect(Object.keys(JSON.parse(opened ?? '')).sort()).toEqual(['e', 'kty', 'n'])
    world.passMinutes(2 * day)
    expect(await answered()).toBe(400)
    await rotate()
    expect((await world.storage.signingKeys.all()).map(({ id }) => id)).not.toContain(kid)
    world.passMinutes(-3 * hour - 91 * day)
    expect((await exchange(party, await authorise(person, party))).id_token).toBeDefined()
  })

  it('security: an unregistered address, a foreign or broken hint, and another client get no page', async () => {
    const { party, id_token } = await signedInWith()
    const other = await registerParty(world)
    const [head = '', body = '', signature = ''] = id_token.split('.')
    const forged = Buffer.from(JSON.stringify({ ...JSON.parse(atob(body)), sub: 'somebody' })).toString('base64url')
    const none = Buffer.from('{"alg":"none"}').toString('base64url')
    const right = { id_token_hint: id_token, post_logout_redirect_uri: back }
    const at = (origin: string) => `${origin}/signed-out?page=1`
    const addresses = [
      ...['https://evil.example/', 'https://orchard.example/signed-out', 'javascript:alert(1)'],
      ...['&next=evil', '#x'].map((end) => `${back}${end}`),
      ...['https://ORCHARD.example', 'http://orchard.example', 'https://orchard.example@evil.example'].map(at),
      ...['https://orchard.example:444', '//orchard.example'].map(at),
      'https://orchard.example/Signed-out?page=1',
    ]
    for (const fields of [
      ...addresses.map((post_logout_redirect_uri) => ({ ...right, post_logout_redirect_uri })),
      { ...right, id_token_hint: `${head}.${forged}.${signature}` },
      { ...right, id_token_hint: `${none}.${body}.` },
      { ...right, id_token_hint: 'nonsense' },
      { ...right, client_id: other.key },
      { post_logout_redirect_uri: back, client_id: 'nobody' },
      { post_logout_redirect_uri: back, client_id: other.key },
    ]) {
      const url = new URL(`${world.baseUrl}/oidc/logout`)
      for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value)
      const answer = await new Browser(world).visit(url)
      expect([fields, answer.status, locationOf(answer)]).toEqual([fields, 400, ''])
      expect(await answer.text()).not.toMatch(/<|\bat /)
    }
    await operate(world, 'client', 'disable', party.key)
    expect((await request(party, right)).status).toBe(400)
  })

  it('security: the sign-out pages of the OIDC library are not served, and neither sign out nor store anything', async () => {
    const { person, id_token } = await signedInWith()
    const before = (await everyRow(world.place)).protocol_records?.length
    for (const [path, form] of [
      ['/oidc/logout/confirm', new URLSearchParams({ logout: 'yes', xsrf: 'x' })],
      ['/oidc/logout/success', undefined],
      ['/oidc/logout', undefined],
      [`/oidc/logout?id_token_hint=${id_token}x`, undefined],
    ] as const) {
      const answer = await person.browser.visit(path, form)
      expect(await answer.text()).not.toContain('<form')
      expect(answer.headers.getSetCookie()).toEqual([])
    }
    expect((await everyRow(world.place)).protocol_records?.length).toBe(before)
    expect(await person.client.accountInfo({})).toMatchObject({ ok: true })
  })
})

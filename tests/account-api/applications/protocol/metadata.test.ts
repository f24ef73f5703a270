import * as oidc from 'openid-client'
import { expect, it } from 'vitest'
import { issuedEarlierMs } from '#account-api/applications/protocol/tokens-of-library'
import { agree, locationOf } from '#tests/account-api/applications/authorisation/answers'
import { operate } from '#tests/account-api/applications/services/services'
import { dataOf } from '#tests/account-api/worlds/world'
import { ask, authorise, exchange, newRequest, registerParty, signedIn } from './parties'
import { describeProtocolWorlds } from './protocol-world'
import { codeFields, partOf, postAs } from './tokens'

describeProtocolWorlds('what the metadata promises to clients, on $name', (world) => {
  const known = async () => ({ party: await registerParty(world), person: await signedIn(world) })

  it('happy: a client can use each advertised signing algorithm', async () => {
    const { party, person } = await known()
    const { id_token_signing_alg_values_supported: advertised, ...metadata } = party.config.serverMetadata()
    expect(advertised).toEqual(['RS256', 'ES256'])
    const byClients = ['ES256', 'PS256', 'RS256']
    expect(metadata.token_endpoint_auth_signing_alg_values_supported).toEqual(byClients)
    expect(metadata.dpop_signing_alg_values_supported).toEqual(byClients)
    for (const alg of ['ES256', 'RS256']) {
      expect(await operate(world, 'client', 'id-token-alg', party.key, alg)).toMatchObject({ ok: true })
      const given = { client_secret: party.secret ?? '', id_token_signed_response_alg: alg }
      const options = { execute: [oidc.allowInsecureRequests] }
      const config = await oidc.discovery(new URL(world.baseUrl), party.key, given, undefined, options)
      const tokens = await exchange({ ...party, config }, await authorise(person, party))
      expect(partOf(tokens.id_token ?? '', 0)).toMatchObject({ alg })
    }
    expect(await operate(world, 'client', 'id-token-alg', party.key, 'none')).toMatchObject({ ok: false })
  })

  it('happy: a client that registered the default port is redirected to exactly that address', async () => {
    const [person, redirectUri] = [await signedIn(world), `https://port-${Date.now()}.example:443/back`]
    const party = await registerParty(world, { redirectUri })
    const authorised = await authorise(person, party)
    expect((await postAs(world, party, '/oidc/token', codeFields(party, authorised))).status).toBe(200)
    const elsewhere = await newRequest(party, { redirect_uri: redirectUri.replace(':443', '') })
    expect((await person.browser.visit(elsewhere.url)).status).toBe(400)
  })

  it('happy: each advertised response mode delivers the code', async () => {
    const { party, person } = await known()
    await authorise(person, party)
    const { response_modes_supported: modes } = party.config.serverMetadata()
    expect([...(modes ?? [])].sort()).toEqual(['form_post', 'fragment', 'query'])
    const { url, verifier } = await newRequest(party, { response_mode: 'fragment', prompt: 'none' })
    const back = new URL(locationOf(await person.browser.visit(url)))
    expect(back.search).toBe('')
    back.search = back.hash.slice(1)
    expect((await postAs(world, party, '/oidc/token', codeFields(party, { back, verifier }))).status).toBe(200)
  })

  it('error: a request without openid is refused with a reason, at the authorisation and the pushed request', async () => {
    const { party, person } = await known()
    const { url } = await newRequest(party, { scope: 'profile' })
    url.searchParams.delete('nonce')
    const told = { error: 'invalid_scope', error_description: 'the scope has to contain openid' }
    const back = new URL(locationOf(await person.browser.visit(url)))
    expect(Object.fromEntries(back.searchParams)).toMatchObject({ ...told, scope: 'openid' })
    const pushed = await postAs(world, party, '/oidc/request', Object.fromEntries(url.searchParams))
    expect([pushed.status, await pushed.json()]).toMatchObject([400, told])
  })

  it('happy: prompt=select_account asks the person to choose an account even after an earlier grant, and then continues', async () => {
    const { party, person } = await known()
    expect((await party.config.serverMetadata()).prompt_values_supported).toContain('select_account')
    await authorise(person, party)
    const { names, ...request } = await ask(person.browser, party, { prompt: 'select_account' })
    const info = dataOf(await person.client.openAuthInfo(names))
    expect(info).toMatchObject({ chooses_account: true, already_granted: false, needs: [] })
    const back = await agree(person, { ...names, scopes: 'openid profile' })
    expect((await exchange(party, { ...request, back })).claims()?.sub).toBe(person.userId)
    const { names: next } = await ask(person.browser, party, { prompt: 'consent' })
    expect(dataOf(await person.client.openAuthInfo(next))).toMatchObject({ chooses_account: false })
  })

  it('happy: a client whose clock is 30 seconds off accepts the ID token', async () => {
    const { party, person } = await known()
    const authorised = await authorise(person, party)
    for (const skew of [-30, 0, 30]) {
      const clock = { [oidc.clockTolerance]: 0, [oidc.clockSkew]: skew }
      const client = { client_secret: party.secret ?? '', ...clock }
      const config = new oidc.Configuration(party.config.serverMetadata(), party.key, client)
      oidc.allowInsecureRequests(config)
      const again = skew === -30 ? authorised : await authorise(person, party)
      const { id_token = '' } = await exchange({ ...party, config }, again)
      const { iat, exp } = partOf(id_token, 1) as { iat: number; exp: number }
      // The strictest clients take no token of their future, and none that is over.
      const theirs = Math.floor(Date.now() / 1000) + skew
      expect([iat <= theirs, exp > theirs, exp - iat]).toEqual([true, true, 3600 + issuedEarlierMs / 1000])
    }
  })

  it('security: browser pages may call from the origins of the client’s redirect URIs, and from no others', async () => {
    const { party, person } = await known()
    const ownOrigin = new URL(party.redirectUri).origin
    for (const [origin, status] of [
      [ownOrigin, 200],
      ['https://thief.example', 400],
      ['null', 400],
    ] as const) {
      const authorised = await authorise(person, party)
      const client = { client_id: party.key, client_secret: party.secret ?? '' }
      const body = new URLSearchParams({ ...codeFields(party, authorised), ...client })
      const answer = await fetch(`${world.baseUrl}/oidc/token`, { method: 'POST', body, headers: { origin } })
      const allowed = answer.headers.get('access-control-allow-origin')
      expect([answer.status, allowed]).toEqual([status, status === 200 ? ownOrigin : null])
    }
    for (const path of ['/.well-known/openid-configuration', '/oidc/jwks']) {
      const open = await fetch(world.baseUrl + path, { headers: { origin: 'https://anybody.example' } })
      expect([open.status, open.headers.get('access-control-allow-origin')]).toEqual([200, 'https://anybody.example'])
    }
  })
})

import { SignJWT } from 'jose'
import * as oidc from 'openid-client'
import { expect, it } from 'vitest'
import { newToken } from '#account-api/kernel/random'
import { agree, locationOf, namesAt } from '#tests/account-api/applications/authorisation/answers'
import { operate, operateWith } from '#tests/account-api/applications/services/services'
import { apisOf, bytesOf, keyPair, withKeys } from './apis'
import { authorise, exchange, lasting, newRequest, registerParty, signedIn } from './parties'
import { describeProtocolWorlds } from './protocol-world'
import { askUserInfo, introspect } from './tokens'

describeProtocolWorlds('tokens that are bound to a key, and clients of FAPI 2.0, on $name', (world) => {
  const { did, apiWith } = apisOf(world)

  it('security: a bound token is useless without its key, and a proof works once', async () => {
    const { identifier, machine, asker } = await apiWith('opaque')
    const [party, person] = [await registerParty(world), await signedIn(world)]
    await did('client', 'dpop', machine.key, 'required')
    const asked = { resource: identifier }
    await expect(oidc.clientCredentialsGrant(machine.config, asked)).rejects.toMatchObject({ error: 'invalid_grant' })
    const DPoP = oidc.getDPoPHandle(machine.config, await oidc.randomDPoPKeyPair('ES256'))
    // The library is told the nonce, and asks again with it.
    const { access_token, token_type } = await oidc.clientCredentialsGrant(machine.config, asked, { DPoP })
    expect(token_type).toBe('dpop')
    const told = await introspect(asker, access_token)
    expect(told).toMatchObject({ active: true, token_type: 'DPoP', cnf: { jkt: expect.any(String) } })

    const ofPerson = oidc.getDPoPHandle(party.config, await oidc.randomDPoPKeyPair('ES256'))
    const tokens = await exchange(party, await authorise(person, party, lasting), {}, { DPoP: ofPerson })
    const info = (by: typeof DPoP) =>
      oidc.fetchUserInfo(party.config, tokens.access_token, oidc.skipSubjectCheck, { DPoP: by })
    expect(await info(ofPerson)).toHaveProperty('sub', person.userId)
    const ofThief = oidc.getDPoPHandle(party.config, await oidc.randomDPoPKeyPair('ES256'))
    await expect(info(ofThief)).rejects.toThrow()
    expect((await askUserInfo(world, tokens.access_token)).status).toBe(401)
    // The proof of a request that was overheard, sent again.
    const { key, jwk } = await keyPair()
    const { kty = '', x = '', y = '' } = jwk
    const proof = await new SignJWT({ jti: newToken(128), htm: 'POST', htu: `${world.baseUrl}/oidc/token` })
      .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk: { kty, crv: 'P-256', x, y } })
      .setIssuedAt()
      .sign(key)
    await did('client', 'dpop', machine.key, 'optional')
    const client = { client_id: machine.key, client_secret: machine.secret }
    const body = new URLSearchParams({ grant_type: 'client_credentials', ...client, ...asked })
    const send = () => fetch(`${world.baseUrl}/oidc/token`, { method: 'POST', body, headers: { dpop: proof } })
    expect((await Promise.all([send(), send()])).map(({ status }) => status).sort()).toEqual([200, 400])
  })

  it('security: FAPI 2.0: a client of the profile signs people in, and every weaker flow is refused', async () => {
    const [party, person, pair] = [await registerParty(world), await signedIn(world), await keyPair()]
    expect(await operate(world, 'client', 'profile', party.key, 'fapi2')).toMatchObject({ ok: false })
    await operateWith(world, ['client', 'keys', party.key, 'f'], bytesOf({ keys: [pair.jwk] }))
    await did('client', 'auth', party.key, 'keys')
    await did('client', 'profile', party.key, 'fapi2')
    const config = await withKeys(world, party.key, pair)
    const DPoP = oidc.getDPoPHandle(config, await oidc.randomDPoPKeyPair('ES256'))
    const { url, ...request } = await newRequest(party, lasting)
    expect(new URL(locationOf(await person.browser.visit(url))).searchParams.get('error')).toBe('invalid_request')
    const push = (change: (fields: URLSearchParams) => void, options: { DPoP?: typeof DPoP } = { DPoP }) => {
      const fields = new URLSearchParams(url.searchParams)
      change(fields)
      return oidc.buildAuthorizationUrlWithPAR(config, fields, options)
    }
    for (const [change, error] of [
      [(fields) => fields.delete('code_challenge'), 'invalid_request'],
      [(fields) => fields.set('redirect_uri', `${party.redirectUri}/`), 'invalid_request'],
      [(fields) => fields.delete('redirect_uri'), 'invalid_request'],
      [(fields) => fields.set('response_type', 'token'), 'unsupported_response_type'],
    ] satisfies [(fields: URLSearchParams) => void, string][])
      await expect(push(change)).rejects.toMatchObject({ error })
    await expect(push(() => undefined, {})).resolves.toBeInstanceOf(URL)
    expect(await operate(world, 'client', 'auth', party.key, 'secret')).toMatchObject({ ok: false })
    const names = namesAt(person.browser, locationOf(await person.browser.visit(await push(() => undefined))))
    const back = await agree(person, { ...names, scopes: lasting.scope })
    expect(back.searchParams.get('iss')).toBe(world.baseUrl)
    // Without the key, the code is worth nothing.
    await expect(exchange({ config }, { ...request, back })).rejects.toThrow()
    const tokens = await exchange({ config }, { ...request, back }, {}, { DPoP })
    expect([tokens.claims()?.sub, tokens.token_type]).toEqual([person.userId, 'dpop'])
    const next = await oidc.refreshTokenGrant(config, tokens.refresh_token ?? '', undefined, { DPoP })
    expect(next.refresh_token ?? tokens.refresh_token).toBe(tokens.refresh_token)
    await expect(oidc.refreshTokenGrant(config, tokens.refresh_token ?? '')).rejects.toThrow()
  })
})

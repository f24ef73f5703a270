import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { decodeProtectedHeader, SignJWT } from 'jose'
import * as oauth from 'oauth4webapi'
import * as oidc from 'openid-client'
import { afterAll, expect, it } from 'vitest'
import { limits } from '#account-api/kernel/limits/limits'
import { newToken } from '#account-api/kernel/random'
import { agree, locationOf, namesAt } from '#tests/account-api/applications/authorisation/answers'
import { operate, operateWith } from '#tests/account-api/applications/sso/services'
import { apisOf, bytesOf, keyPair, withKeys } from './apis'
import { authorise, exchange, newRequest, registerParty, signedIn } from './parties'
import { describeProtocolWorlds } from './protocol-world'
import { partOf, postAs } from './tokens'

describeProtocolWorlds('clients that get tokens for themselves, on $name', (world) => {
  const servers: { close(): void }[] = []
  afterAll(() => {
    for (const server of servers) server.close()
  })

  const { did, apiWith } = apisOf(world)

  it.each(['jwt', 'opaque'] as const)(
    'happy: a token for an API (%s) can be looked at there, and be ended',
    async (format) => {
      const { identifier, machine, asker } = await apiWith(format)
      const tokens = await oidc.clientCredentialsGrant(machine.config, { resource: identifier })
      expect(tokens).toMatchObject({ scope: 'trees.read', expires_in: 600, token_type: 'bearer' })
      const told = { active: true, client_id: machine.key, aud: identifier, scope: 'trees.read', iss: world.baseUrl }
      expect(await oidc.tokenIntrospection(asker.config, tokens.access_token)).toMatchObject(told)
      expect(await did('client', 'show', machine.key)).toMatch(/for itself last\t\d{4}-/)
      if (format === 'jwt') {
        const as = await oauth.processDiscoveryResponse(
          new URL(world.baseUrl),
          await oauth.discoveryRequest(new URL(world.baseUrl), { [oauth.allowInsecureRequests]: true }),
        )
        const request = new Request(identifier, { headers: { authorization: `Bearer ${tokens.access_token}` } })
        const options = { [oauth.allowInsecureRequests]: true }
        const claims = await oauth.validateJwtAccessToken(as, request, identifier, options)
        expect(claims).toMatchObject({ sub: machine.key, client_id: machine.key, scope: 'trees.read' })
        expect(decodeProtectedHeader(tokens.access_token)).toMatchObject({ alg: 'ES256', typ: 'at+jwt' })
        // The id that the API reads is no token, and neither is a token that somebody else has signed.
        const [header, payload] = tokens.access_token.split('.')
        for (const forged of [String(claims.jti), `${header}.${payload}.${'A'.repeat(86)}`])
          expect(await oidc.tokenIntrospection(asker.config, forged)).toEqual({ active: false })
      }
      await oidc.tokenRevocation(machine.config, tokens.access_token)
      expect(await oidc.tokenIntrospection(asker.config, tokens.access_token)).toEqual({ active: false })
    },
  )

  it('security: a stolen token opens no other API, says nothing to others, and ends with its client', async () => {
    const [one, two] = [await apiWith('opaque'), await apiWith('jwt')]
    const { access_token } = await oidc.clientCredentialsGrant(one.machine.config, { resource: one.identifier })
    expect(await oidc.tokenIntrospection(two.asker.config, access_token)).toEqual({ active: false })
    expect(
      (await fetch(`${world.baseUrl}/oidc/me`, { headers: { authorization: `Bearer ${access_token}` } })).status,
    ).toBe(401)
    // Another client cannot end it.
    await oidc.tokenRevocation(two.machine.config, access_token).catch(() => undefined)
    expect((await oidc.tokenIntrospection(one.asker.config, access_token)).active).toBe(true)
    await did('client', 'disable', one.machine.key)
    expect(await oidc.tokenIntrospection(one.asker.config, access_token)).toEqual({ active: false })
    await did('client', 'enable', one.machine.key)
    expect(await oidc.tokenIntrospection(one.asker.config, access_token)).toEqual({ active: false })
  })

  it('error: a client gets no more than it was given: no other scope, no other API, none without a name', async () => {
    const [{ identifier, machine, id }, other] = [await apiWith('jwt'), await apiWith('jwt')]
    const asking = (fields: Record<string, string>) => oidc.clientCredentialsGrant(machine.config, fields)
    await expect(asking({ resource: identifier, scope: 'trees.cut' })).rejects.toMatchObject({ error: 'invalid_scope' })
    await expect(asking({ resource: identifier, scope: 'openid' })).rejects.toMatchObject({ error: 'invalid_scope' })
    await expect(asking({ resource: other.identifier })).rejects.toMatchObject({ error: 'invalid_target' })
    await expect(asking({})).rejects.toMatchObject({ error: 'invalid_target' })
    // A client of people gets none, and one without a secret never will.
    const [party, open] = [await registerParty(world), await registerParty(world, { isPublic: true })]
    const asked = { grant_type: 'client_credentials', resource: identifier }
    expect((await postAs(world, { ...party }, '/oidc/token', asked)).status).toBe(400)
    expect(await operate(world, 'api', 'machine', id, open.key, 'trees.read')).toMatchObject({ ok: false })
    expect(await operate(world, 'api', 'machine', id, machine.key, 'trees.plant')).toMatchObject({ ok: false })
    expect(await operate(world, 'api', 'tokens', id, 'jwt', '86400')).toMatchObject({ ok: false })
    await did('api', 'remove', id)
    await expect(asking({ resource: identifier })).rejects.toMatchObject({ error: 'invalid_target' })
  })

  it('happy: a client proves itself by a key, also by one that it has newly published', async () => {
    const [{ identifier, machine }, old, next] = [await apiWith('jwt'), await keyPair(), await keyPair()]
    let keys = [old.jwk]
    const server = createServer((_, response) => response.end(JSON.stringify({ keys }))).listen(0, '127.0.0.1')
    servers.push(server)
    await new Promise((listening) => server.once('listening', listening))
    await did('client', 'keys-uri', machine.key, `http://127.0.0.1:${(server.address() as AddressInfo).port}/keys`)
    await did('client', 'auth', machine.key, 'keys')
    const asking = async (pair: typeof old) =>
      oidc.clientCredentialsGrant(await withKeys(world, machine.key, pair), { resource: identifier })
    expect(await asking(old)).toHaveProperty('access_token')
    // The secret opens nothing now.
    await expect(oidc.clientCredentialsGrant(machine.config, { resource: identifier })).rejects.toMatchObject({
      error: 'invalid_client',
    })
    keys = [next.jwk]
    await operateWith(world, ['client', 'keys', machine.key, 'f'], bytesOf({ keys: [next.jwk] }))
    expect(await asking(next)).toHaveProperty('access_token')
    await expect(asking(old)).rejects.toMatchObject({ error: 'invalid_client' })
  })

  it('security: a proof that was overheard is used once, also at the same moment, and a private key is not kept', async () => {
    const [{ identifier, machine }, pair] = [await apiWith('jwt'), await keyPair()]
    const secret = { keys: [{ ...pair.jwk, d: 'x' }] }
    expect(await operateWith(world, ['client', 'keys', machine.key, 'f'], bytesOf(secret))).toMatchObject({ ok: false })
    expect(await operate(world, 'client', 'auth', machine.key, 'keys')).toMatchObject({ ok: false })
    await operateWith(world, ['client', 'keys', machine.key, 'f'], bytesOf({ keys: [pair.jwk] }))
    await did('client', 'auth', machine.key, 'keys')
    const assertion = await new SignJWT({ jti: newToken(128) })
      .setProtectedHeader({ alg: 'ES256', kid: pair.kid })
      .setIssuer(machine.key)
      .setSubject(machine.key)
      .setAudience(world.baseUrl)
      .setExpirationTime('1m')
      .sign(pair.key)
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      resource: identifier,
      client_id: machine.key,
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: assertion,
    })
    const answers = await Promise.all(
      [1, 2, 3].map(() => fetch(`${world.baseUrl}/oidc/token`, { method: 'POST', body })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401])
  })

  it('security: a client that signs its requests is asked for nothing by a request that it has not signed', async () => {
    const [party, person, pair, thief] = [
      await registerParty(world),
      await signedIn(world),
      await keyPair(),
      await keyPair(),
    ]
    await authorise(person, party)
    expect(await operate(world, 'client', 'jar', party.key, 'required')).toMatchObject({ ok: false })
    await operateWith(world, ['client', 'keys', party.key, 'f'], bytesOf({ keys: [pair.jwk] }))
    await did('client', 'jar', party.key, 'required')
    const { url, ...request } = await newRequest(party)
    const errorAt = async (asked: URL) =>
      new URL(locationOf(await person.browser.visit(asked))).searchParams.get('error')
    expect(await errorAt(url)).toBe('invalid_request')
    const forged = await oidc.buildAuthorizationUrlWithJAR(party.config, url.searchParams, thief.key)
    // Nothing of it is believed, and neither is where it leads to.
    expect((await person.browser.visit(forged)).status).toBe(400)
    const signed = await oidc.buildAuthorizationUrlWithJAR(party.config, url.searchParams, {
      key: pair.key,
      kid: pair.kid,
    })
    const back = new URL(locationOf(await person.browser.visit(signed)))
    expect((await exchange(party, { ...request, back })).claims()?.sub).toBe(person.userId)
    expect(partOf(signed.searchParams.get('request') ?? '', 1)).toMatchObject({ iss: party.key })
  })

  it('security: a program that asks without end is told to wait, and others continue', async () => {
    const { identifier: resource, machine } = await apiWith('opaque')
    const { most, durationMs } = limits.tokensOfAProgram
    const [key, expiresAt] = [`tokensOfAProgram:${machine.key}`, world.setting.now() + durationMs]
    await world.storage.counters.addAll([{ key, subject: null, by: most, expiresAt }])
    const asked = { grant_type: 'client_credentials', resource }
    const refused = await postAs(world, { ...machine, redirectUri: '' }, '/oidc/token', asked)
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true])
    const other = await apiWith('opaque')
    expect(await oidc.clientCredentialsGrant(other.machine.config, { resource: other.identifier })).toHaveProperty(
      'access_token',
    )
  })

  const bound = { scope: 'openid profile offline_access', prompt: 'consent' }

  it('security: a bound token is worth nothing without its key, and a proof is good once', async () => {
    const [{ identifier, machine, asker }, party, person] = [
      await apiWith('opaque'),
      await registerParty(world),
      await signedIn(world),
    ]
    await did('client', 'dpop', machine.key, 'required')
    const asked = { resource: identifier }
    await expect(oidc.clientCredentialsGrant(machine.config, asked)).rejects.toMatchObject({ error: 'invalid_grant' })
    const DPoP = oidc.getDPoPHandle(machine.config, await oidc.randomDPoPKeyPair('ES256'))
    // The library is told the nonce, and asks again with it.
    const { access_token, token_type } = await oidc.clientCredentialsGrant(machine.config, asked, { DPoP })
    expect(token_type).toBe('dpop')
    const told = await oidc.tokenIntrospection(asker.config, access_token)
    expect(told).toMatchObject({ active: true, token_type: 'DPoP', cnf: { jkt: expect.any(String) } })

    const ofPerson = oidc.getDPoPHandle(party.config, await oidc.randomDPoPKeyPair('ES256'))
    const { back, verifier, state, nonce } = await authorise(person, party, bound)
    const checks = { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce }
    const tokens = await oidc.authorizationCodeGrant(party.config, back, checks, undefined, { DPoP: ofPerson })
    const info = (options: { DPoP: typeof DPoP }) =>
      oidc.fetchUserInfo(party.config, tokens.access_token, oidc.skipSubjectCheck, options)
    expect(await info({ DPoP: ofPerson })).toHaveProperty('sub', person.userId)
    await expect(
      info({ DPoP: oidc.getDPoPHandle(party.config, await oidc.randomDPoPKeyPair('ES256')) }),
    ).rejects.toThrow()
    const stolen = await fetch(`${world.baseUrl}/oidc/me`, {
      headers: { authorization: `Bearer ${tokens.access_token}` },
    })
    expect(stolen.status).toBe(401)
    // The proof of a request that was overheard, sent again.
    const { key, jwk } = await keyPair()
    const proof = await new SignJWT({ jti: newToken(128), htm: 'POST', htu: `${world.baseUrl}/oidc/token` })
      .setProtectedHeader({
        alg: 'ES256',
        typ: 'dpop+jwt',
        jwk: { kty: jwk.kty ?? '', crv: 'P-256', x: jwk.x ?? '', y: jwk.y ?? '' },
      })
      .setIssuedAt()
      .sign(key)
    await did('client', 'dpop', machine.key, 'optional')
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: machine.key,
      client_secret: machine.secret,
      ...asked,
    })
    const send = () => fetch(`${world.baseUrl}/oidc/token`, { method: 'POST', body, headers: { dpop: proof } })
    expect((await Promise.all([send(), send()])).map(({ status }) => status).sort()).toEqual([200, 400])
  })

  it('security: FAPI 2.0: a client of the profile signs people in, and each weaker way is closed', async () => {
    const [party, person, pair] = [await registerParty(world), await signedIn(world), await keyPair()]
    expect(await operate(world, 'client', 'profile', party.key, 'fapi2')).toMatchObject({ ok: false })
    await operateWith(world, ['client', 'keys', party.key, 'f'], bytesOf({ keys: [pair.jwk] }))
    await did('client', 'auth', party.key, 'keys')
    await did('client', 'profile', party.key, 'fapi2')
    const config = await withKeys(world, party.key, pair)
    const DPoP = oidc.getDPoPHandle(config, await oidc.randomDPoPKeyPair('ES256'))
    const { url, verifier, state, nonce } = await newRequest(party, bound)
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
    const back = await agree(person, { ...names, scopes: bound.scope })
    expect(back.searchParams.get('iss')).toBe(world.baseUrl)
    const checks = { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce }
    // Without the key, the code is worth nothing.
    await expect(oidc.authorizationCodeGrant(config, back, checks)).rejects.toThrow()
    const tokens = await oidc.authorizationCodeGrant(config, back, checks, undefined, { DPoP })
    expect([tokens.claims()?.sub, tokens.token_type]).toEqual([person.userId, 'dpop'])
    const next = await oidc.refreshTokenGrant(config, tokens.refresh_token ?? '', undefined, { DPoP })
    expect(next.refresh_token ?? tokens.refresh_token).toBe(tokens.refresh_token)
    await expect(oidc.refreshTokenGrant(config, tokens.refresh_token ?? '')).rejects.toThrow()
  })
})

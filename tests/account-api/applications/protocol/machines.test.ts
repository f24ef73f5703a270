import { decodeProtectedHeader, SignJWT } from 'jose'
import * as oauth from 'oauth4webapi'
import * as oidc from 'openid-client'
import { expect, it } from 'vitest'
import { limits } from '#account-api/kernel/limits/limits'
import { newToken } from '#account-api/kernel/random'
import { locationOf } from '#tests/account-api/applications/authorisation/answers'
import { operate, operateWith } from '#tests/account-api/applications/services/services'
import { atOnce } from '#tests/account-api/worlds/world'
import { read } from '#tests/docs/documents'
import { untilTestEnds } from '#tests/fixtures/hooks'
import { serve } from '#tests/fixtures/programs/loopback'
import { apisOf, bytesOf, keyPair, withKeys } from './apis'
import { authorise, exchange, newRequest, registerParty, signedIn } from './parties'
import { describeProtocolWorlds } from './protocol-world'
import { askUserInfo, introspect, partOf, postAs } from './tokens'

/** The words of a command, as a shell reads them. */
const wordsOf = (line: string): string[] =>
  [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')

describeProtocolWorlds('clients that get tokens for themselves, on $name', (world) => {
  const { did, apiWith } = apisOf(world)

  /** How an API with this identifier reads JWTs, by a library. */
  const readerOf = async (identifier: string) => {
    const [issuer, insecure] = [new URL(world.baseUrl), { [oauth.allowInsecureRequests]: true }]
    const as = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, insecure))
    return (token: string) => {
      const request = new Request(identifier, { headers: { authorization: `Bearer ${token}` } })
      return oauth.validateJwtAccessToken(as, request, identifier, insecure)
    }
  }

  it.each(['jwt', 'opaque'] as const)(
    'happy: a token for an API (%s) can be introspected and revoked there',
    async (format) => {
      const { identifier, machine, asker } = await apiWith(format)
      const tokens = await oidc.clientCredentialsGrant(machine.config, { resource: identifier })
      expect(tokens).toMatchObject({ scope: 'trees.read', expires_in: 600, token_type: 'bearer' })
      const told = { active: true, client_id: machine.key, aud: identifier, scope: 'trees.read', iss: world.baseUrl }
      expect(await introspect(asker, tokens.access_token)).toMatchObject(told)
      expect(await did('client', 'show', machine.key)).toMatch(/last machine token\t\d{4}-/)
      if (format === 'jwt') {
        const claims = await (await readerOf(identifier))(tokens.access_token)
        expect(claims).toMatchObject({ sub: machine.key, client_id: machine.key, scope: 'trees.read' })
        expect(decodeProtectedHeader(tokens.access_token)).toMatchObject({ alg: 'ES256', typ: 'at+jwt' })
        // The id that the API reads is no token, and neither is a token that somebody else has signed.
        const [header, payload] = tokens.access_token.split('.')
        for (const forged of [String(claims.jti), `${header}.${payload}.${'A'.repeat(86)}`])
          expect(await introspect(asker, forged)).toEqual({ active: false })
      }
      await oidc.tokenRevocation(machine.config, tokens.access_token)
      expect(await introspect(asker, tokens.access_token)).toEqual({ active: false })
    },
  )

  it('security: a stolen token works at no other API, reveals nothing to others, and ends with its client', async () => {
    const [one, two] = [await apiWith('opaque'), await apiWith('jwt')]
    const { access_token } = await oidc.clientCredentialsGrant(one.machine.config, { resource: one.identifier })
    expect(await introspect(two.asker, access_token)).toEqual({ active: false })
    expect((await askUserInfo(world, access_token)).status).toBe(401)
    // Another client cannot end it.
    await oidc.tokenRevocation(two.machine.config, access_token).catch(() => undefined)
    expect((await introspect(one.asker, access_token)).active).toBe(true)
    await did('client', 'disable', one.machine.key)
    expect(await introspect(one.asker, access_token)).toEqual({ active: false })
    await did('client', 'enable', one.machine.key)
    expect(await introspect(one.asker, access_token)).toEqual({ active: false })
  })

  it('error: a client gets only its own scopes and APIs, and an API must be named', async () => {
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

  it('happy: a client authenticates by a key, including a newly published one', async () => {
    const [{ identifier, machine }, old, next] = [await apiWith('jwt'), await keyPair(), await keyPair()]
    let keys = [old.jwk]
    const { url } = untilTestEnds(await serve((_, response) => response.end(JSON.stringify({ keys }))))
    await did('client', 'keys-uri', machine.key, `${url}/keys`)
    await did('client', 'auth', machine.key, 'keys')
    const asking = async (pair: typeof old) =>
      oidc.clientCredentialsGrant(await withKeys(world, machine.key, pair), { resource: identifier })
    expect(await asking(old)).toHaveProperty('access_token')
    // The secret opens nothing now.
    const bySecret = oidc.clientCredentialsGrant(machine.config, { resource: identifier })
    await expect(bySecret).rejects.toMatchObject({ error: 'invalid_client' })
    keys = [next.jwk]
    await operateWith(world, ['client', 'keys', machine.key, 'f'], bytesOf({ keys: [next.jwk] }))
    expect(await asking(next)).toHaveProperty('access_token')
    await expect(asking(old)).rejects.toMatchObject({ error: 'invalid_client' })
  })

  it('security: an intercepted client assertion works once, even at the same moment, and private keys are not stored', async () => {
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
    const answers = await atOnce(3, () => fetch(`${world.baseUrl}/oidc/token`, { method: 'POST', body }))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401])
  })

  it('security: a client that signs its requests is not served by an unsigned request', async () => {
    const [party, person] = [await registerParty(world), await signedIn(world)]
    const [pair, thief] = [await keyPair(), await keyPair()]
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
    const own = { key: pair.key, kid: pair.kid }
    const signed = await oidc.buildAuthorizationUrlWithJAR(party.config, url.searchParams, own)
    const back = new URL(locationOf(await person.browser.visit(signed)))
    expect((await exchange(party, { ...request, back })).claims()?.sub).toBe(person.userId)
    expect(partOf(signed.searchParams.get('request') ?? '', 1)).toMatchObject({ iss: party.key })
  })

  it('security: a program with endless requests is slowed down, and others continue', async () => {
    const { identifier: resource, machine } = await apiWith('opaque')
    const { most, durationMs } = limits.tokensOfAProgram
    const [key, expiresAt] = [`tokensOfAProgram:${machine.key}`, world.deployment.now() + durationMs]
    await world.storage.counters.addAll([{ key, subject: null, by: most, expiresAt }])
    const asked = { grant_type: 'client_credentials', resource }
    const refused = await postAs(world, machine, '/oidc/token', asked)
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true])
    const other = await apiWith('opaque')
    const tokens = await oidc.clientCredentialsGrant(other.machine.config, { resource: other.identifier })
    expect(tokens).toHaveProperty('access_token')
  })

  it('security: tokens issued during a key rotation verify with the published keys', async () => {
    const { identifier: resource, machine, asker } = await apiWith('jwt')
    const read = await readerOf(resource)
    const many = () => Promise.all([1, 2, 3].map(() => oidc.clientCredentialsGrant(machine.config, { resource })))
    const [before] = await many()
    await did('client', 'keys', 'rotate')
    const meanwhile = await many()
    world.passMinutes(6)
    const after = await many()
    const tokens = [before, ...meanwhile, ...after].map((each) => each?.access_token ?? '')
    for (const token of tokens) {
      expect(await read(token)).toHaveProperty('scope', 'trees.read')
      expect(await introspect(asker, token)).toHaveProperty('active', true)
    }
    expect(new Set(tokens.map((token) => decodeProtectedHeader(token).kid)).size).toBe(2)
  })

  it('happy: each command of docs/integrators/machines.md runs, and each request of it is answered', async () => {
    const text = read('docs/integrators/machines.md')
    const secrets: Record<string, string> = {}
    const files: Record<string, object> = {
      'trees.json': { 'trees.read': 'See trees', 'trees.cut': { en: 'Cut trees', 'zh-Hans': '砍树' } },
      'robot-keys.json': { keys: [(await keyPair()).jwk] },
    }
    // What the document takes to be there.
    await did('client', 'add', 'orchard', 'https://orchard.example/back', 'Orchard')
    await did('api', 'add', 'ledger', 'https://ledger.orchard.example/', 'Orchard ledger')
    await operateWith(world, ['api', 'scopes', 'ledger', 'f'], bytesOf({ 'trees.read': 'See trees' }))

    let token = ''
    const post = async (fields: string, key: string) => {
      const body = new URLSearchParams(fields.replaceAll('$TOKEN', token))
      const authorization = `Basic ${Buffer.from(`${key}:${secrets[key]}`).toString('base64')}`
      const at = body.has('token') ? '/oidc/token/introspection' : '/oidc/token'
      const answer = await fetch(world.baseUrl + at, { method: 'POST', body, headers: { authorization } })
      expect(answer.status, fields).toBe(200)
      return answer.json() as Promise<{ access_token?: string; active?: boolean }>
    }
    const run = async (line: string): Promise<void> => {
      const words = wordsOf(line.replace(/\s+#.*$/, ''))
      const file = files[words.at(-1) ?? '']
      const said = await operateWith(world, words, file && bytesOf(file))
      expect(said, line).toMatchObject({ ok: true })
      if (words[1] === 'add-machine') secrets[words[2] ?? ''] = said.text.split(' ').at(-1) ?? ''
    }
    const ask = async (command: string): Promise<void> => {
      const key = /-u "([\w-]+):/.exec(command)?.[1] ?? ''
      const fields = [...command.matchAll(/-d (\S+)/g)].map(([, field = '']) => field.replaceAll('"', ''))
      const { access_token, active } = await post(fields.join('&'), key)
      if (access_token === undefined) expect(active).toBe(true)
      else token = access_token
    }
    const [commands, requests] = [/^npm run admin -- (?!client profile)(.+)$/, /^curl /]
    for (const block of text.matchAll(/```sh\n(.*?)```/gs))
      for (const line of (block[1] ?? '').replaceAll('\\\n', ' ').split('\n')) {
        const command = commands.exec(line)?.[1]
        if (command !== undefined) await run(command)
        if (requests.test(line)) await ask(line)
      }
    expect(Object.keys(secrets)).toEqual(['robot', 'trees-api'])
    expect(token).toMatch(/\S{20}/)
  })
})

import { decodeJwt } from 'jose'
import * as oidc from 'openid-client'
import { expect, it } from 'vitest'
import { recordHash } from '#account-api/applications/grants/protocol-store'
import { mostOfToken } from '#account-api/applications/protocol/token-exchange'
import { operate } from '#tests/account-api/applications/services/services'
import { apisOf } from './apis'
import { authorise, exchange, registerParty, signedIn } from './parties'
import { describeProtocolWorlds } from './protocol-world'
import { introspect, userInfo } from './tokens'

const grant = 'urn:ietf:params:oauth:grant-type:token-exchange'
const accessToken = 'urn:ietf:params:oauth:token-type:access_token'

describeProtocolWorlds('tokens exchanged for another API’s tokens on $name', (world) => {
  const { did, apiWith, personAt } = apisOf(world)

  /** A service behind the first API may call the second one for its callers. */
  const services = async (first: 'jwt' | 'opaque' = 'opaque', second: 'jwt' | 'opaque' = first) => {
    const [front, back] = [await apiWith(first), await apiWith(second)]
    await did('api', 'exchange', back.id, front.asker.key, 'trees.read,trees.cut')
    return { front, back }
  }
  type Api = Awaited<ReturnType<typeof apiWith>>

  const exchangeAt = (
    { asker }: Pick<Api, 'asker'>,
    { identifier }: Pick<Api, 'identifier'>,
    token: string,
    more: Record<string, string> = {},
    options: { DPoP?: oidc.DPoPHandle } = {},
  ) => {
    const fields = { subject_token: token, subject_token_type: accessToken, resource: identifier, ...more }
    return oidc.genericGrantRequest(asker.config, grant, fields, options)
  }

  const machineToken = async ({ machine, identifier }: Api) =>
    (await oidc.clientCredentialsGrant(machine.config, { resource: identifier })).access_token

  it.each(['jwt', 'opaque'] as const)(
    'happy: a service calls another API (%s) for a person, and the token names the service as actor',
    async (format) => {
      const { front, back } = await services(format)
      const { party, person, tokens } = await personAt(front)
      const got = await exchangeAt(front, back, tokens.access_token)
      expect(got).toMatchObject({ issued_token_type: accessToken, scope: 'trees.read', token_type: 'bearer' })
      expect(got.refresh_token).toBeUndefined()
      const told = {
        ...{ sub: person.userId, aud: back.identifier, client_id: front.asker.key, scope: 'trees.read' },
        ...{ act: { sub: front.asker.key }, acr: expect.any(String), auth_time: expect.any(Number) },
      }
      expect(await introspect(back.asker, got.access_token)).toMatchObject(told)
      if (format === 'jwt') expect(decodeJwt(got.access_token)).toMatchObject(told)
      // The application that the person knows learns nothing of it.
      expect(await introspect(party, got.access_token)).toEqual({ active: false })
      await expect(userInfo(party, got.access_token)).rejects.toThrow()
      expect(world.audited.at(-1)).toMatchObject({ call: 'token', outcome: 'ok', client: front.asker.key })
      // The second service calls a third one, and both are named.
      const third = await apiWith(format)
      await did('api', 'exchange', third.id, back.asker.key, 'trees.read')
      const next = await exchangeAt(back, third, got.access_token)
      expect(await introspect(third.asker, next.access_token)).toMatchObject({
        act: { sub: back.asker.key, act: { sub: front.asker.key } },
      })
      // With the consent of the person all of them end.
      await person.client.revokeAuthorisation({ client_key: party.key })
      for (const [{ asker }, { access_token }] of [
        [back, got],
        [third, next],
      ] as const)
        expect(await introspect(asker, access_token)).toEqual({ active: false })
    },
  )

  it('security: a token can be exchanged a bounded number of times, so that revoking it ends few tokens', async () => {
    const { front, back } = await services()
    const token = await machineToken(front)
    await exchangeAt(front, back, token)
    const other = { payload: {}, expiresAt: Date.now() + 60_000, subjectHash: recordHash('ClientCredentials', token) }
    for (let nth = 1; nth < mostOfToken; nth += 1)
      await world.storage.protocol.putOfSubject({ hash: `${token} ${nth}`, ...other })
    await expect(exchangeAt(front, back, token)).rejects.toMatchObject({ error: 'invalid_request' })
    expect((await exchangeAt(front, back, await machineToken(front))).access_token).toBeDefined()
  })

  it('security: no exchange is allowed by default, or by a service that is not the token’s audience', async () => {
    const [{ front, back }, stranger] = [await services(), await apiWith('opaque')]
    const token = await machineToken(front)
    await expect(exchangeAt(stranger, back, token)).rejects.toMatchObject({ error: 'invalid_request' })
    // A thief among the services, which may exchange tokens of its own API, and has got hold of another one.
    await did('api', 'exchange', back.id, stranger.asker.key, 'trees.read')
    await expect(exchangeAt(stranger, back, token)).rejects.toMatchObject({ error: 'invalid_request' })
    await expect(exchangeAt(front, stranger, token)).rejects.toMatchObject({ error: 'invalid_target' })
    await expect(exchangeAt({ asker: front.machine }, back, token)).rejects.toThrow()
    const party = await registerParty(world)
    const signIn = await exchange(party, await authorise(await signedIn(world), party))
    await expect(exchangeAt(front, back, signIn.access_token)).rejects.toMatchObject({ error: 'invalid_request' })
    const open = await registerParty(world, { isPublic: true })
    expect(await operate(world, 'api', 'exchange', back.id, open.key, 'trees.read')).toMatchObject({ ok: false })
  })

  it('security: an exchanged token has no more scopes, and no longer life, than the original', async () => {
    const { front, back } = await services()
    const token = await machineToken(front)
    const more = exchangeAt(front, back, token, { scope: 'trees.cut' })
    await expect(more).rejects.toMatchObject({ error: 'invalid_scope' })
    await did('api', 'tokens', back.id, 'opaque', '86400')
    const got = await exchangeAt(front, back, token)
    expect([got.scope, (got.expires_in ?? 0) <= 600]).toEqual(['trees.read', true])
    await did('api', 'exchange', back.id, front.asker.key, 'trees.cut')
    await expect(exchangeAt(front, back, token)).rejects.toMatchObject({ error: 'invalid_target' })
  })

  it.each(['jwt', 'opaque'] as const)(
    'security: an exchanged token ends with its original (%s), with each of its clients, and with the actor',
    async (format) => {
      const { front, back } = await services(format)
      const isActive = async (token: string, { asker } = back) => (await introspect(asker, token)).active
      const token = await machineToken(front)
      const [one, other] = [await exchangeAt(front, back, token), await exchangeAt(front, back, token)]
      await oidc.tokenRevocation(front.machine.config, other.access_token).catch(() => undefined)
      expect([await isActive(one.access_token), await isActive(other.access_token)]).toEqual([true, true])
      await oidc.tokenRevocation(front.asker.config, other.access_token)
      expect([await isActive(one.access_token), await isActive(other.access_token)]).toEqual([true, false])
      await oidc.tokenRevocation(front.machine.config, token)
      expect(await isActive(one.access_token)).toBe(false)
      await expect(exchangeAt(front, back, token)).rejects.toMatchObject({ error: 'invalid_request' })
      for (const who of ['asker', 'machine'] as const) {
        const { front, back } = await services(format)
        const next = await exchangeAt(front, back, await machineToken(front))
        expect(await isActive(next.access_token, back)).toBe(true)
        await did('client', 'disable', front[who].key)
        expect(await isActive(next.access_token, back)).toBe(false)
        await did('client', 'enable', front[who].key)
        expect(await isActive(next.access_token, back)).toBe(false)
      }
    },
  )

  it('security: a bound token is exchanged only for a bound token', async () => {
    const { front, back } = await services()
    const keyOf = async (config: oidc.Configuration) =>
      oidc.getDPoPHandle(config, await oidc.randomDPoPKeyPair('ES256'))
    const asked = { resource: front.identifier }
    const DPoP = await keyOf(front.machine.config)
    const { access_token: token } = await oidc.clientCredentialsGrant(front.machine.config, asked, { DPoP })
    await expect(exchangeAt(front, back, token)).rejects.toMatchObject({ error: 'invalid_request' })
    const got = await exchangeAt(front, back, token, {}, { DPoP: await keyOf(front.asker.config) })
    const told = await introspect(back.asker, got.access_token)
    expect(told).toMatchObject({ active: true, cnf: { jkt: expect.any(String) } })
  })

  it.each([
    ['actor_token', { actor_token: 'x', actor_token_type: accessToken }],
    ['another type', { subject_token_type: 'urn:ietf:params:oauth:token-type:id_token' }],
    ['a refresh token wanted', { requested_token_type: 'urn:ietf:params:oauth:token-type:refresh_token' }],
    ['an audience', { audience: 'https://other.example/' }],
    ['a token that nobody has made', { subject_token: 'x' }],
  ])('error: an exchange with %s is refused', async (_, more) => {
    const { front, back } = await services()
    const exchanged = exchangeAt(front, back, await machineToken(front), more as Record<string, string>)
    await expect(exchanged).rejects.toMatchObject({ error: 'invalid_request' })
  })

  it('error: an exchange that names no API is refused', async () => {
    const { front } = await services()
    const fields = { subject_token: await machineToken(front), subject_token_type: accessToken }
    const unnamed = oidc.genericGrantRequest(front.asker.config, grant, fields)
    await expect(unnamed).rejects.toMatchObject({ error: 'invalid_target' })
  })
})

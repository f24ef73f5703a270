import { decodeJwt } from 'jose'
import * as oidc from 'openid-client'
import { expect, it } from 'vitest'
import { agree } from '#tests/account-api/applications/authorisation/answers'
import { answerOnDevice } from '#tests/account-api/applications/authorisation/devices'
import { dataOf } from '#tests/account-api/worlds/world'
import { apisOf, tokensOf } from './apis'
import { ask, authorise, pushError, registerParty, signedIn } from './parties'
import { describeProtocolWorlds } from './protocol-world'
import { introspect, refresh, userInfo } from './tokens'

describeProtocolWorlds('tokens of people for APIs, on $name', (world) => {
  const { did, apiWith } = apisOf(world)

  /** An API, an application that may ask people for both scopes there, and a person. */
  const opened = async (format: 'jwt' | 'opaque' = 'opaque') => {
    const [api, party, person] = [await apiWith(format), await registerParty(world), await signedIn(world)]
    await did('api', 'people', api.id, party.key, 'trees.read,trees.cut')
    const read = { scope: 'openid trees.read', resource: api.identifier }
    return { api, party, person, read, agreed: `openid ${api.id}/trees.read` }
  }

  it.each(['jwt', 'opaque'] as const)(
    'happy: a person sees the API and its scopes in words, and the token (%s) is for that API alone',
    async (format) => {
      const { api, party, person, read, agreed } = await opened(format)
      const { names } = await ask(person.browser, party, read)
      expect(dataOf(await person.client.openAuthInfo(names)).scopes).toMatchObject([
        { scope: 'openid', api: null },
        {
          scope: `${api.id}/trees.read`,
          api: { name: 'Orchard', words: { en: 'See trees', 'zh-Hans': 'See trees' } },
          is_sensitive: true,
          already_granted: false,
        },
      ])
      const tokens = await tokensOf(person, party, { ...read, agreed })
      expect(tokens).toMatchObject({ scope: 'trees.read', expires_in: 600, id_token: expect.any(String) })
      const told = { client_id: party.key, aud: api.identifier, scope: 'trees.read', iss: world.baseUrl }
      const proven = { sub: person.userId, acr: 'urn:butterfly:acr:first-factor', auth_time: expect.any(Number) }
      expect(await introspect(api.asker, tokens.access_token)).toMatchObject({ active: true, ...told, ...proven })
      if (format === 'jwt') expect(decodeJwt(tokens.access_token)).toMatchObject({ ...told, ...proven })
      await expect(userInfo(party, tokens.access_token)).rejects.toThrow()
      const other = await apiWith(format)
      expect(await introspect(other.asker, tokens.access_token)).toEqual({ active: false })
      // The person sees it in their list, and takes it back.
      const listed = dataOf(await person.client.listAuthorisations({})).authorisations
      expect(listed[0]?.scopes.at(-1)).toMatchObject({ api: { name: 'Orchard' } })
      await person.client.revokeAuthorisation({ client_key: party.key, scope: `${api.id}/trees.read` })
      expect(await introspect(api.asker, tokens.access_token)).toEqual({ active: false })
    },
  )

  it('happy: a person is asked again when the scopes grow, but not for scopes already granted', async () => {
    const { api, party, person, read, agreed } = await opened()
    await tokensOf(person, party, { ...read, agreed })
    const more = { scope: 'openid trees.read trees.cut', resource: api.identifier }
    const silently = async (asked: Record<string, string>) =>
      new URL((await ask(person.browser, party, { ...asked, prompt: 'none' })).page).searchParams
    expect((await silently(read)).get('code')).not.toBeNull()
    expect((await silently(more)).get('error')).toBe('consent_required')
    const { names } = await ask(person.browser, party, more)
    const { scopes } = dataOf(await person.client.openAuthInfo(names))
    expect(scopes.map(({ already_granted }) => already_granted)).toEqual([true, true, false])
    const told = await world.messagesTo(person.mobile)
    await agree(person, { ...names, scopes: `${agreed} ${api.id}/trees.cut` })
    expect(await world.messagesTo(person.mobile)).toBeGreaterThan(told)
    expect((await silently(more)).get('code')).not.toBeNull()
  })

  it('happy: refresh tokens renew tokens for an API that allows it, and for no other', async () => {
    const { api, party, person, read, agreed } = await opened('jwt')
    const lasting = { ...read, scope: 'openid trees.read offline_access', prompt: 'consent' }
    const tokens = await tokensOf(person, party, { ...lasting, agreed: `${agreed} offline_access` })
    const renewed = (token = '') => oidc.refreshTokenGrant(party.config, token, { resource: api.identifier })
    await expect(renewed(tokens.refresh_token)).rejects.toMatchObject({ error: 'invalid_target' })
    await did('api', 'refresh', api.id, 'yes')
    const again = await tokensOf(person, party, { ...lasting, agreed: `${agreed} offline_access` })
    const next = await renewed(again.refresh_token)
    expect(decodeJwt(next.access_token)).toMatchObject({ aud: api.identifier, scope: 'trees.read' })
    // What the operator takes from the client, a refresh does not give.
    await did('api', 'people', api.id, party.key, 'none')
    await expect(renewed(next.refresh_token)).rejects.toMatchObject({ error: 'invalid_target' })
  })

  it('happy: an application that needs no identity requests the API alone', async () => {
    const { api, party, person } = await opened('jwt')
    const only = { scope: 'trees.read', resource: api.identifier, agreed: `${api.id}/trees.read` }
    const { names, verifier, state } = await ask(person.browser, party, { ...only, nonce: '' })
    const back = await agree(person, { ...names, scopes: only.agreed })
    const checks = { pkceCodeVerifier: verifier, expectedState: state }
    const tokens = await oidc.authorizationCodeGrant(party.config, back, checks)
    expect(tokens.id_token).toBeUndefined()
    expect(decodeJwt(tokens.access_token)).toMatchObject({ sub: person.userId, scope: 'trees.read' })
  })

  it('happy: a device and a first-party application get tokens for an API too', async () => {
    const { api, party, person, read, agreed } = await opened()
    await did('client', 'device', party.key, 'yes')
    const asked = await oidc.initiateDeviceAuthorization(party.config, read)
    await answerOnDevice(person, asked, { scopes: agreed })
    const tokens = await oidc.genericGrantRequest(party.config, 'urn:ietf:params:oauth:grant-type:device_code', {
      device_code: asked.device_code,
      resource: api.identifier,
    })
    expect(tokens.scope).toBe('trees.read')
    const own = await registerParty(world)
    await did('client', 'first-party', own.key, 'yes')
    await did('api', 'people', api.id, own.key, 'trees.read')
    expect(await tokensOf(person, own, { ...read, agreed: '' })).toMatchObject({ scope: 'trees.read' })
  })

  it('error: an application cannot request an API or a scope that it is not allowed', async () => {
    const { api, party, person, read } = await opened()
    const other = await apiWith('jwt')
    expect(await pushError(party, { ...read, resource: other.identifier })).toBe('invalid_target')
    expect(await pushError(party, { ...read, resource: `${api.identifier}/` })).toBe('invalid_target')
    expect(await pushError(party, { ...read, scope: 'openid trees.plant' })).toBe('invalid_scope')
    // A token without scopes would open an API that looks at nothing but the audience.
    expect(await pushError(party, { ...read, scope: 'openid' })).toBe('invalid_scope')
    expect(await pushError(party, { scope: 'trees.read', nonce: '' })).toBe('invalid_scope')
    const declined = tokensOf(person, party, { ...read, agreed: 'openid' })
    await expect(declined).rejects.toMatchObject({ error: 'invalid_target' })
  })

  it('security: a code or refresh token gives no access to an API that the person did not agree to', async () => {
    const [{ api, party, person, read, agreed }, other] = [await opened(), await apiWith('opaque')]
    await did('api', 'people', other.id, party.key, 'trees.read')
    const atOther = tokensOf(person, party, { ...read, agreed }, other.identifier)
    await expect(atOther).rejects.toMatchObject({ error: 'invalid_target' })
    await did('api', 'refresh', other.id, 'yes')
    const scopes = { agreed: `${agreed} offline_access`, scope: 'openid trees.read offline_access', prompt: 'consent' }
    const tokens = await tokensOf(person, party, { ...read, ...scopes })
    const elsewhere = oidc.refreshTokenGrant(party.config, tokens.refresh_token ?? '', { resource: other.identifier })
    await expect(elsewhere).rejects.toMatchObject({ error: 'invalid_target' })
    // A removed API learns nothing more, and neither does anybody else.
    await did('api', 'remove', api.id)
    expect(await introspect(api.asker, tokens.access_token)).toEqual({ active: false })
  })

  it('security: an answer grants no API scope that was not requested', async () => {
    const { api, party, person, read, agreed } = await opened()
    const tokens = await tokensOf(person, party, { ...read, agreed: `${agreed} ${api.id}/trees.cut offline_access` })
    expect([tokens.scope, tokens.refresh_token]).toEqual(['trees.read', undefined])
    await expect(refresh(party, tokens.access_token)).rejects.toThrow()
    expect(await authorise(person, party, { scope: 'openid', prompt: 'none' })).toHaveProperty('back')
  })
})

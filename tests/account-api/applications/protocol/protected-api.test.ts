import * as oauth from 'oauth4webapi'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { operateWith } from '#tests/account-api/applications/services/services'
import { freePort } from '#tests/fixtures/programs/free-port'
import { type Program, startProgram } from '#tests/fixtures/programs/program'
import { root } from '#tests/fixtures/programs/server'
import { eventually } from '#tests/fixtures/time/eventually'
import { apisOf, bytesOf, tokensOf } from './apis'
import { registerParty, signedIn } from './parties'
import { describeProtocolWorlds } from './protocol-world'

describeProtocolWorlds('the API of examples/protected-api, on $name', (world) => {
  const { did, apiWith } = apisOf(world)
  const insecure = { [oauth.allowInsecureRequests]: true }
  let resource: string
  let example: Program

  beforeAll(async () => {
    resource = `http://127.0.0.1:${await freePort()}/`
    await did('api', 'add', 'example', resource, 'Example')
    const scopes = bytesOf({ 'trees.read': 'See trees', 'trees.cut': 'Cut trees' })
    await operateWith(world, ['api', 'scopes', 'example', 'f'], scopes)
    await did('api', 'tokens', 'example', 'jwt', '600')
    const { PATH } = process.env
    const env = { PATH, ISSUER: world.baseUrl, RESOURCE: resource }
    example = startProgram(process.execPath, [`${root}/examples/protected-api/main.mjs`], { env })
    await eventually('the example', () =>
      fetch(resource).then(
        () => true,
        () => undefined,
      ),
    )
  })
  afterAll(() => example.stop())

  const call = (path: string, token?: string) =>
    fetch(new URL(path, resource), { headers: token === undefined ? {} : { authorization: `Bearer ${token}` } })
  const challengeOf = (answer: Response) => answer.headers.get('www-authenticate') ?? ''

  it('happy: a client that knows only the API’s address discovers the token issuer and gets a person’s token', async () => {
    expect(challengeOf(await call('/'))).toBe(
      `Bearer resource_metadata="${resource}.well-known/oauth-protected-resource"`,
    )
    const found = await oauth.resourceDiscoveryRequest(new URL(resource), insecure)
    const told = await oauth.processResourceDiscoveryResponse(new URL(resource), found)
    expect(told.authorization_servers).toEqual([world.baseUrl])
    const [party, person] = [await registerParty(world), await signedIn(world)]
    await did('api', 'people', 'example', party.key, 'trees.read,trees.cut')
    const asked = { scope: 'openid trees.read', resource: told.resource, agreed: 'openid example/trees.read' }
    const { access_token } = await tokensOf(person, party, asked)
    const answer = await call('/', access_token)
    expect(await answer.json()).toEqual({ for: person.userId, by: party.key })
    expect(challengeOf(await call('/cut', access_token))).toContain('error="insufficient_scope", scope="trees.cut"')
    const more = { ...asked, scope: 'openid trees.cut', agreed: 'openid example/trees.cut' }
    const cut = await call('/cut', (await tokensOf(person, party, more)).access_token)
    expect([cut.status, challengeOf(cut)]).toEqual([
      401,
      expect.stringContaining('acr_values="urn:butterfly:acr:second-factor", max_age="600"'),
    ])
  })

  it('security: a token for another API, or an ID token, is refused', async () => {
    const [party, person, other] = [await registerParty(world), await signedIn(world), await apiWith('jwt')]
    await did('api', 'people', other.id, party.key, 'trees.read')
    const asked = { scope: 'openid trees.read', resource: other.identifier, agreed: `openid ${other.id}/trees.read` }
    const { access_token, id_token } = await tokensOf(person, party, asked)
    for (const token of [access_token, id_token])
      expect(challengeOf(await call('/', token))).toContain('error="invalid_token"')
  })
})

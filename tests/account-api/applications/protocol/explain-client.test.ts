import { expect, it } from 'vitest'
import type { OpenApi } from '#account-api/applications/apis/api-store'
import { type ClientProtocol, usualProtocol } from '#account-api/applications/clients/client-protocol'
import { tokensHeld } from '#account-api/operator/explain/tokens-held'
import { openIdAddressOf } from '#contract/applications/named-request'
import { locationOf } from '#tests/account-api/applications/authorisation/answers'
import { Browser } from '#tests/account-api/applications/authorisation/browser'
import { operate } from '#tests/account-api/applications/services/services'
import { newRequest, registerParty } from './parties'
import { describeProtocolWorlds } from './protocol-world'

/** What differs from the request of a good client. A parameter may have no value, or several. */
type Change = Record<string, string | string[]>

const redirectUri = 'https://orchard.example/back'

const failing: Record<string, [Change, string]> = {
  'an essential acr that is unknown': [
    { claims: '{"id_token":{"acr":{"essential":true,"value":"x"}}}' },
    'urn:butterfly:acr:second-factor',
  ],
  'another client_id': [{ client_id: 'nobody' }, 'client_id'],
  'no client_id': [{ client_id: [] }, 'client_id'],
  'a parameter twice': [{ scope: ['openid profile', 'openid'] }, 'scope: it occurs twice'],
  'a request in a token': [{ request: 'a.b.c' }, 'only clients with keys may send requests in a token'],
  'an implicit flow': [{ response_type: 'token' }, 'it has to be code'],
  'no response_type': [{ response_type: [] }, 'response_type: it is missing'],
  'another response_mode': [{ response_mode: 'web_message' }, 'response_mode'],
  'no address': [{ redirect_uri: [] }, 'redirect_uri: it is missing'],
  'an address with a slash more': [{ redirect_uri: `${redirectUri}/` }, `the nearest is ${redirectUri}`],
  'an address in capitals': [{ redirect_uri: 'https://orchard.example/Back' }, 'letter by letter'],
  'an address of others': [{ redirect_uri: 'https://evil.example/' }, 'To do: correct the application'],
  'no openid': [{ scope: 'profile' }, 'it lacks openid'],
  'a scope that it may not ask for': [{ scope: 'openid email' }, 'may not ask for email'],
  'an API that is not registered': [
    { resource: 'https://nothing.example/' },
    'no API is registered as https://nothing.example/',
  ],
  'no PKCE': [{ code_challenge: [], code_challenge_method: [] }, 'needs PKCE'],
  'plain PKCE': [{ code_challenge_method: 'plain' }, 'it has to be S256'],
  'PKCE without a method': [{ code_challenge_method: [] }, 'code_challenge_method: it is missing'],
  'a short challenge': [{ code_challenge: 'short' }, 'code_challenge: it is not a SHA-256'],
  'a prompt of another product': [{ prompt: 'create' }, 'prompt'],
  'none beside another prompt': [{ prompt: 'none login' }, 'send none alone'],
  'a max_age that is no number': [{ max_age: 'soon' }, 'max_age'],
}

const fine: Record<string, Change> = {
  'the request of a good client': {},
  'a scope that nobody knows': { scope: 'openid groups-of-others' },
  'offline_access without prompt=consent': { scope: 'openid offline_access' },
  'a form_post': { response_mode: 'form_post' },
  'a max_age': { max_age: '3600' },
}

describeProtocolWorlds('the explanation of a client on $name', (world) => {
  /** What is explained about a request of a client that has this key, and what its person is led to. */
  const explain = async (key: string, url: URL | string) =>
    (await operate(world, 'explain', 'client', key, '--request', String(url))).text
  const opens = async (url: URL) => locationOf(await new Browser(world).visit(url)).includes('/login/authorize/')

  const requestOf = async (change: Change) => {
    const party = await registerParty(world, { scopes: 'openid,profile', redirectUri })
    const { url } = await newRequest(party)
    for (const [name, values] of Object.entries(change)) {
      url.searchParams.delete(name)
      for (const value of [values].flat()) url.searchParams.append(name, value)
    }
    return { text: await explain(party.key, url), isTaken: await opens(url) }
  }

  it.each(Object.entries(failing))(
    'error: the check reports that %s fails, and names the reason',
    async (_name, [change, reason]) => {
      const { text, isTaken } = await requestOf(change)
      expect(isTaken).toBe(false)
      expect(text).toContain('This request fails')
      expect(text).toContain(reason)
    },
  )

  it.each(Object.entries(fine))('happy: the check reports %s as valid', async (_name, change) => {
    const { text, isTaken } = await requestOf(change)
    expect(isTaken, text).toBe(true)
    expect(text).toContain('This request is valid')
  })

  it('happy: the five parameters of open authorisation are enough for a client without PKCE', async () => {
    const { key: client_key, redirectUri: redirect_uri } = await registerParty(world, { scopes: 'openid,profile' })
    const parameters = { client_key, scopes: 'profile', source: 'mail', redirect_uri, state: 'a b' }
    const request = new URL(`${world.deployment.publicUrl}/login/authorize?${new URLSearchParams(parameters)}`)
    expect(await explain(client_key, request)).toContain('needs PKCE')
    await operate(world, 'client', 'pkce', client_key, 'optional')
    expect(await explain(client_key, request)).toContain('This request is valid')
    expect(await opens(openIdAddressOf(request, world.deployment.publicUrl))).toBe(true)
  })

  it('error: a repeated application name or scope parameter is reported', async () => {
    const { key } = await registerParty(world)
    for (const twice of [`client_id=${key}&client_key=thief`, `client_key=${key}&scope=openid&scopes=email`])
      expect(await explain(key, `${world.deployment.publicUrl}/login/authorize?${twice}`)).toContain('it occurs twice')
  })

  it('happy: explain-client says what a client may do without a request, and shows no secret', async () => {
    const party = await registerParty(world, { scopes: 'openid,profile,offline_access' })
    const { text, ok } = await operate(world, 'explain', 'client', party.key)
    expect(ok).toBe(true)
    const parts = [party.redirectUri, 'openid profile offline_access', 'refresh_token', 'PKCE is required', 'RS256']
    for (const part of parts) expect(text).toContain(part)
    expect(text).not.toContain(party.secret)
  })

  it('happy: a device app may redirect to any port of this machine', async () => {
    const ofDevice = { scopes: 'openid,profile', isPublic: true, redirectUri: 'http://127.0.0.1/back' }
    const party = await registerParty(world, ofDevice)
    const { url } = await newRequest({ ...party, redirectUri: 'http://127.0.0.1:49152/back' })
    expect(await explain(party.key, url)).toContain('This request is valid')
  })

  it('error: a disabled client is reported as disabled, and an unknown one as unknown', async () => {
    const party = await registerParty(world)
    const { url } = await newRequest(party)
    await operate(world, 'client', 'disable', party.key)
    const text = await explain(party.key, url)
    expect(text).toContain('you disabled it')
    expect(text).toContain('This request fails')
    expect(await operate(world, 'explain', 'client', 'nobody')).toMatchObject({ ok: false })
    expect(await operate(world, 'explain', 'client', party.key, '--request', 'no url')).toMatchObject({ ok: false })
  })

  it('security: a URL cannot move the cursor of a terminal', async () => {
    const { key } = await registerParty(world)
    const url = `${world.baseUrl}/oidc/auth?redirect_uri=${encodeURIComponent('\u001b[2J\u202e')}`
    const text = await explain(key, url)
    for (const character of ['\u001b', '\u202e']) expect(text).not.toContain(character)
  })
})

const trees: OpenApi = {
  ...{ id: 'trees', identifier: 'https://trees.example/', name: 'Trees', tokenFormat: 'jwt', tokenSeconds: 600 },
  scopes: { read: { en: 'See', 'zh-Hans': '看' }, cut: { en: 'Cut', 'zh-Hans': '砍' } },
  ...{ mayRefresh: false, organisationScopes: [], documentScopes: [], clientId: null, createdAt: 0 },
}
const common = 'iss, aud (https://trees.example/), client_id, scope, iat, exp'
const bound = 'and cnf if it is bound to a key.'
const itself = 'The token is a JWT, which the API reads itself, lives for 600 seconds and holds'
const people = `${itself} ${common}, sub (the person), acr, amr, auth_time, ${bound}`
const machine = `For itself it gets read at the API trees. ${itself} ${common}, sub (the client), ${bound}`
const [read, gone] = [{ trees: ['read'] }, { trees: ['felled'], birds: ['read'] }]

it.each<[string, Partial<ClientProtocol>, Partial<OpenApi>, string[]]>([
  ['no scope', {}, {}, []],
  ['scopes that no API has', { machineScopes: gone, personScopes: gone, exchangeScopes: gone }, {}, []],
  ['scopes for itself', { machineScopes: read }, {}, [machine]],
  [
    'scopes from its organisation',
    { serviceScopes: { trees: ['read', 'cut'] } },
    { organisationScopes: ['read'] },
    [machine],
  ],
  ['scopes from its organisation that the API withholds', { serviceScopes: read }, {}, []],
  [
    'scopes of people, without refresh',
    { personScopes: { trees: ['read', 'cut'] } },
    {},
    [`It may ask people for read cut at the API trees. ${people} No refresh token renews it.`],
  ],
  [
    'scopes of people, with refresh',
    { personScopes: read },
    { mayRefresh: true },
    [`It may ask people for read at the API trees. ${people} Refresh tokens renew it.`],
  ],
  [
    'a metadata document',
    { document: 'https://shop.example/client', personScopes: { trees: ['cut'] } },
    { documentScopes: ['read'] },
    [`It may ask people for read at the API trees. ${people} No refresh token renews it.`],
  ],
  [
    'exchange, for opaque tokens',
    { exchangeScopes: read },
    { tokenFormat: 'opaque', tokenSeconds: 60 },
    [
      `For a token that was sent to it, it gets read at the API trees. The token is opaque, which introspection reads, lives for 60 seconds and holds ${common}, sub (that of the token), act (the client, and who acted before), ${bound}`,
    ],
  ],
])('happy: the explanation of tokens is true for a client with %s', (_, protocol, api, expected) => {
  expect(tokensHeld({ protocol: { ...usualProtocol, ...protocol } }, [{ ...trees, ...api }])).toEqual(expected)
})

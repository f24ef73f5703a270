import { expect, it } from 'vitest'
import type { OpenApi } from '#account-api/applications/apis/api-store'
import { type ClientProtocol, usualProtocol } from '#account-api/applications/clients/client-protocol'
import { tokensHeld } from '#account-api/operator/explain/tokens-held'
import { openIdAddressOf } from '#contract/applications/named-request'
import { locationOf } from '#tests/account-api/applications/authorisation/answers'
import { Browser } from '#tests/account-api/applications/authorisation/browser'
import { operate } from '#tests/account-api/applications/services/services'
import { newRequest, type Party, registerParty } from './parties'
import { describeProtocolWorlds } from './protocol-world'

/** Changes the URL of a request. */
type Change = (url: URL, party: Party) => void

const set =
  (name: string, value: string): Change =>
  (url) =>
    url.searchParams.set(name, value)
const drop =
  (name: string): Change =>
  (url) =>
    url.searchParams.delete(name)

const failing: Record<string, [Change, string]> = {
  'an essential acr that is unknown': [
    set('claims', '{"id_token":{"acr":{"essential":true,"value":"x"}}}'),
    'urn:butterfly:acr:second-factor',
  ],
  'another client_id': [set('client_id', 'nobody'), 'client_id'],
  'no client_id': [drop('client_id'), 'client_id'],
  'a parameter twice': [(url) => url.searchParams.append('scope', 'openid'), 'scope: it occurs twice'],
  'a request in a token': [set('request', 'a.b.c'), 'only clients with keys may send requests in a token'],
  'an implicit flow': [set('response_type', 'token'), 'it has to be code'],
  'no response_type': [drop('response_type'), 'response_type: it is missing'],
  'another response_mode': [set('response_mode', 'web_message'), 'response_mode'],
  'no address': [drop('redirect_uri'), 'redirect_uri: it is missing'],
  'an address with a slash more': [
    (url, { redirectUri }) => url.searchParams.set('redirect_uri', `${redirectUri}/`),
    'the nearest is https://app-',
  ],
  'an address in capitals': [
    (url, { redirectUri }) => url.searchParams.set('redirect_uri', redirectUri.replace('/back', '/Back')),
    'letter by letter',
  ],
  'an address of others': [set('redirect_uri', 'https://evil.example/'), 'To do: correct the application'],
  'no openid': [set('scope', 'profile'), 'it lacks openid'],
  'a scope that it may not ask for': [set('scope', 'openid email'), 'may not ask for email'],
  'an API that is not registered': [
    set('resource', 'https://nothing.example/'),
    'no API is registered as https://nothing.example/',
  ],
  'no PKCE': [
    (url) => {
      for (const name of ['code_challenge', 'code_challenge_method']) url.searchParams.delete(name)
    },
    'needs PKCE',
  ],
  'plain PKCE': [set('code_challenge_method', 'plain'), 'it has to be S256'],
  'PKCE without a method': [drop('code_challenge_method'), 'code_challenge_method: it is missing'],
  'a short challenge': [set('code_challenge', 'short'), 'code_challenge: it is not a SHA-256'],
  'a prompt of another product': [set('prompt', 'create'), 'prompt'],
  'none beside another prompt': [set('prompt', 'none login'), 'send none alone'],
  'a max_age that is no number': [set('max_age', 'soon'), 'max_age'],
}

const fine: Record<string, Change> = {
  'the request of a good client': () => undefined,
  'a scope that nobody knows': set('scope', 'openid groups-of-others'),
  'offline_access without prompt=consent': set('scope', 'openid offline_access'),
  'a form_post': set('response_mode', 'form_post'),
  'a max_age': set('max_age', '3600'),
}

describeProtocolWorlds('the explanation of a client on $name', (world) => {
  const requestOf = async (change: Change) => {
    const party = await registerParty(world, { scopes: 'openid,profile' })
    const { url } = await newRequest(party)
    change(url, party)
    const { text, ok } = await operate(world, 'explain', 'client', party.key, '--request', url.href)
    const answer = await new Browser(world).visit(url)
    /** The person is led to our page. */
    const isTaken = answer.headers.get('location') !== null && locationOf(answer).includes('/login/authorize/')
    return { text, ok, isTaken }
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
    const party = await registerParty(world, { scopes: 'openid,profile' })
    const { key: client_key, redirectUri: redirect_uri } = party
    const parameters = { client_key, scopes: 'profile', source: 'mail', redirect_uri, state: 'a b' }
    const request = new URL(`${world.deployment.publicUrl}/login/authorize?${new URLSearchParams(parameters)}`)
    const explained = async () =>
      (await operate(world, 'explain', 'client', client_key, '--request', request.href)).text
    expect(await explained()).toContain('needs PKCE')
    await operate(world, 'client', 'pkce', client_key, 'optional')
    expect(await explained()).toContain('This request is valid')
    const answer = await new Browser(world).visit(openIdAddressOf(request, world.deployment.publicUrl))
    expect(locationOf(answer)).toContain('/login/authorize/')
  })

  it('error: a repeated application name or scope parameter is reported', async () => {
    const { key } = await registerParty(world)
    for (const twice of [`client_id=${key}&client_key=thief`, `client_key=${key}&scope=openid&scopes=email`]) {
      const request = `${world.deployment.publicUrl}/login/authorize?${twice}`
      expect((await operate(world, 'explain', 'client', key, '--request', request)).text).toContain('it occurs twice')
    }
  })

  it('happy: explain-client says what a client may do without a request, and shows no secret', async () => {
    const party = await registerParty(world, { scopes: 'openid,profile,offline_access' })
    const { text, ok } = await operate(world, 'explain', 'client', party.key)
    expect(ok).toBe(true)
    for (const part of [
      party.redirectUri,
      'openid profile offline_access',
      'refresh_token',
      'PKCE is required',
      'RS256',
    ])
      expect(text).toContain(part)
    expect(text).not.toContain(party.secret)
  })

  it('happy: a device app may redirect to any port of this machine', async () => {
    const redirectUri = 'http://127.0.0.1/back'
    const party = await registerParty(world, { scopes: 'openid,profile', isPublic: true, redirectUri })
    const { url } = await newRequest({ ...party, redirectUri: 'http://127.0.0.1:49152/back' })
    const { text } = await operate(world, 'explain', 'client', party.key, '--request', url.href)
    expect(text).toContain('This request is valid')
  })

  it('error: a disabled client is reported as disabled, and an unknown one as unknown', async () => {
    const party = await registerParty(world)
    const { url } = await newRequest(party)
    await operate(world, 'client', 'disable', party.key)
    const { text } = await operate(world, 'explain', 'client', party.key, '--request', url.href)
    expect(text).toContain('you disabled it')
    expect(text).toContain('This request fails')
    expect(await operate(world, 'explain', 'client', 'nobody')).toMatchObject({ ok: false })
    expect(await operate(world, 'explain', 'client', party.key, '--request', 'no url')).toMatchObject({ ok: false })
  })

  it('security: a URL cannot move the cursor of a terminal', async () => {
    const party = await registerParty(world)
    const url = `${world.baseUrl}/oidc/auth?redirect_uri=${encodeURIComponent('\u001b[2J\u202e')}`
    const { text } = await operate(world, 'explain', 'client', party.key, '--request', url)
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

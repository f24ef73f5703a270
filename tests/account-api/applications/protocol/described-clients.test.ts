import * as oidc from 'openid-client'
import { beforeEach, expect, it } from 'vitest'
import { eraseRemovedClients } from '#account-api/applications/clients/removed-clients'
import { outsideOrLocal } from '#account-api/kernel/outside/client'
import { newToken } from '#account-api/kernel/random'
import { agree } from '#tests/account-api/applications/authorisation/answers'
import { Browser } from '#tests/account-api/applications/authorisation/browser'
import { operate } from '#tests/account-api/applications/services/services'
import { dataOf } from '#tests/account-api/worlds/world'
import { photo } from '#tests/fixtures/pictures/picture-files'
import { apisOf, keyPair, tokensOf } from './apis'
import { sitesOf, startOutside } from './outside'
import { ask, authorise, exchange, newRequest, type Party, pushError, signedIn } from './parties'
import { describeProtocolWorlds } from './protocol-world'
import { userInfo } from './tokens'

const { canary, open } = await startOutside()

const callback = 'http://127.0.0.1/callback'

describeProtocolWorlds('clients that describe themselves, on $name', (world) => {
  const { did, apiWith } = apisOf(world)
  const documents = new Map<string, { status?: number; text: string | Uint8Array; headers?: Record<string, string> }>()
  let asked: string[] = []
  const at = sitesOf(({ url = '' }, response) => {
    asked.push(url)
    const { status = 200, text, headers = {} } = documents.get(url) ?? { status: 404, text: '' }
    response.writeHead(status, headers).end(text)
  })
  beforeEach(() => {
    world.deployment.outsideOrLocal = outsideOrLocal(open)
    world.deployment.readsClientDocuments = true
    asked = []
  })

  /** Publishes a document under a new address, and has openid-client discover us for its client. */
  const described = async (
    more: object = {},
    method: oidc.ClientAuth = oidc.None(),
  ): Promise<Party & { path: string }> => {
    const path = `/${newToken(128)}.json`
    const key = `${at.shop}${path}`
    const usual = { client_name: 'Notebook', redirect_uris: [callback], token_endpoint_auth_method: 'none' }
    documents.set(path, { text: JSON.stringify({ client_id: key, ...usual, ...more }) })
    return { key, path, secret: undefined, redirectUri: callback, config: await discoverAs(key, method) }
  }

  const discoverAs = async (key: string, method: oidc.ClientAuth) =>
    oidc.discovery(new URL(await world.listen()), key, {}, method, { execute: [oidc.allowInsecureRequests] })

  /** Whether a request of a client leads to its consent page. */
  const isAsked = async (party: Party, browser = new Browser(world)): Promise<boolean> => {
    const { status, headers } = await browser.visit((await newRequest(party)).url)
    return status === 303 && String(headers.get('location')).includes('/login/authorize/')
  }

  it('happy: a person authorises a client that nobody registered, sees its host, and revokes the grant', async () => {
    const [party, person] = [await described(), await signedIn(world)]
    const { names, ...request } = await ask(person.browser, party)
    const { client } = dataOf(await person.client.openAuthInfo(names))
    const document_host = new URL(at.shop).host
    expect(client).toMatchObject({ name: 'Notebook', is_verified: false, owner: null, document_host })
    const back = await agree(person, { ...names, scopes: 'openid profile' })
    const tokens = await exchange(party, { ...request, back })
    expect(tokens.claims()).toMatchObject({ aud: party.key, sub: person.userId })
    expect(await userInfo(party, tokens.access_token)).toMatchObject({
      sub: person.userId,
      preferred_username: expect.any(String),
    })
    expect(asked).toEqual([party.path])
    const [listed] = dataOf(await person.client.listAuthorisations({})).authorisations
    expect(listed?.client).toMatchObject({ name: 'Notebook', document_host })
    await person.client.revokeAuthorisation({ client_key: listed?.client.client_key ?? '' })
    await expect(userInfo(party, tokens.access_token)).rejects.toThrow()
  })

  it('happy: a client authenticates by the keys in its document, and the discovery document says that documents are accepted', async () => {
    const { jwk, key, kid } = await keyPair()
    const redirectUri = 'https://shop.example/back'
    const keys = { token_endpoint_auth_method: 'private_key_jwt', jwks: { keys: [jwk] }, redirect_uris: [redirectUri] }
    const party = { ...(await described(keys, oidc.PrivateKeyJwt({ key, kid }))), redirectUri }
    expect(party.config.serverMetadata()).toMatchObject({ client_id_metadata_document_supported: true })
    const authorised = await authorise(await signedIn(world), party)
    const pretender = { config: await discoverAs(party.key, oidc.None()) }
    await expect(exchange(pretender, authorised)).rejects.toMatchObject({ error: 'invalid_client' })
    expect(await exchange(party, authorised)).toHaveProperty('access_token')
  })

  it('happy: a client gets a token for an API whose operator admits such clients, and for no other API', async () => {
    const [api, party, person] = [await apiWith('jwt'), await described(), await signedIn(world)]
    const read = { scope: 'openid trees.read', resource: api.identifier, agreed: `openid ${api.id}/trees.read` }
    expect(await pushError(party, read)).toBe('invalid_target')
    await did('api', 'documents', api.id, 'trees.read')
    expect(await tokensOf(person, party, read)).toMatchObject({ scope: 'trees.read' })
    expect(await pushError(party, { ...read, scope: 'openid trees.cut' })).toBe('invalid_scope')
  })

  it('happy: a client that nobody has authorised is erased a day after its document was fetched', async () => {
    const [used, unused, person] = [await described(), await described(), await signedIn(world)]
    await authorise(person, used)
    expect(await isAsked(unused)).toBe(true)
    world.passMinutes(1560)
    await eraseRemovedClients(world.service)
    expect(await world.storage.openClients.find(unused.key)).toBeUndefined()
    expect(await world.storage.openClients.find(used.key)).toBeDefined()
  })

  it('happy: a document is fetched again after an hour, and its last version is valid for a day while its server is silent', async () => {
    const party = await described()
    expect(await isAsked(party)).toBe(true)
    world.passMinutes(59)
    expect([await isAsked(party), asked.length]).toEqual([true, 1])
    world.passMinutes(2)
    documents.set(party.path, { status: 503, text: '' })
    expect([await isAsked(party), asked.length]).toEqual([true, 2])
    documents.set(party.path, { status: 404, text: '' })
    expect(await isAsked(party)).toBe(false)
    documents.set(party.path, { status: 503, text: '' })
    world.passMinutes(1500)
    expect(await isAsked(party)).toBe(false)
  })

  it.each([
    ['that names another client', { client_id: 'https://shop.example/other.json' }],
    ['with a secret', { client_secret: 'x' }],
    ['that wants to prove itself by a secret', { token_endpoint_auth_method: 'client_secret_basic' }],
    ['without a return address', { redirect_uris: [] }],
    ['with a return address that is no web address', { redirect_uris: ['javascript:alert(1)'] }],
    ['with a plain return address on another machine', { redirect_uris: ['http://evil.example/back'] }],
    [
      'with keys on this machine',
      { token_endpoint_auth_method: 'private_key_jwt', jwks_uri: 'https://127.0.0.1/keys' },
    ],
    ['longer than 8 kB', { padding: 'x'.repeat(9000) }],
  ])('security: a document %s describes no client', async (_, more) => {
    expect(await isAsked(await described(more))).toBe(false)
  })

  it('security: a document cannot make its client first-party, verified or free of PKCE, nor name it like the site', async () => {
    const party = await described({
      client_name: 'Butterfly Support',
      ...{ is_first_party: true, is_operators: true, requires_pkce: false, claim_rules: { userinfo: ['email'] } },
      ...{ protocol: { personScopes: {} }, scope: 'openid email mobile_plain', dpop_bound_access_tokens: false },
    })
    expect(await pushError(party, { scope: 'openid email' })).toBe('invalid_scope')
    expect(await pushError(party, { code_challenge: '', code_challenge_method: '' })).toBe('invalid_request')
    const row = await world.storage.openClients.find(party.key)
    expect(row).toMatchObject({ isFirstParty: false, isVerified: false, requiresPkce: true, claimRules: null })
    expect(row?.name).toBe('shop.example')
  })

  it('security: a logo is shown only if it is on the document’s host, and no other logo is fetched', async () => {
    documents.set('/logo.png', { text: await photo.png() })
    const own = await described({ logo_uri: `${at.shop}/logo.png` })
    const others = await described({ logo_uri: `https://localhost:${canary.port}/logo.png` })
    expect([await isAsked(own), await isAsked(others)]).toEqual([true, true])
    const iconOf = async ({ key }: Party) => (await world.storage.openClients.find(key))?.icon
    expect([await iconOf(own), await iconOf(others)]).toEqual([expect.any(String), null])
  })

  it('security: no request goes to this machine, to a redirect target, or to an address with an odd spelling', async () => {
    const before = canary.connections
    for (const key of [
      `https://127.0.0.1:${canary.port}/a.json`,
      `https://localhost:${canary.port}/a.json`,
      `http://shop.example/a.json`,
      `${at.shop}/a.json#x`,
      `${at.shop}/a.json?x=1`,
      `${at.shop}/`,
      `${at.shop}/../a.json`,
      `https://user@${new URL(at.shop).host}/a.json`,
      `${at.shop}/${'a'.repeat(300)}`,
    ])
      expect(await isAsked({ ...(await described()), config: await discoverAs(key, oidc.None()) }), key).toBe(false)
    expect(asked).toEqual([])
    const moved = await described()
    documents.set(moved.path, { status: 302, text: '', headers: { location: `https://127.0.0.1:${canary.port}/` } })
    expect(await isAsked(moved)).toBe(false)
    expect(canary.connections).toBe(before)
  })

  it('security: a visitor causes at most 30 fetches an hour, and known clients still work', async () => {
    const known = await described()
    expect(await isAsked(known)).toBe(true)
    asked = []
    const visitor = new Browser(world)
    for (let nth = 0; nth < 40; nth += 1)
      await isAsked({ ...known, config: await discoverAs(`${at.shop}/none-${nth}`, oidc.None()) }, visitor)
    expect(asked).toHaveLength(30)
    expect(await isAsked(known, visitor)).toBe(true)
    world.passMinutes(60)
  })

  it('security: a client that an operator disables or removes stays so, and other changes by the operator are refused', async () => {
    const party = await described()
    expect(await isAsked(party)).toBe(true)
    const key = (await world.storage.openClients.find(party.key))?.id ?? ''
    const refused = { ok: false, text: expect.stringContaining('has a metadata document') }
    expect(await operate(world, 'client', 'first-party', key, 'yes')).toMatchObject(refused)
    await did('explain', 'client', key)
    await did('client', 'disable', key)
    world.passMinutes(120)
    expect(await isAsked(party)).toBe(false)
    await did('client', 'enable', key)
    expect(await isAsked(party)).toBe(true)
    await did('client', 'remove', key)
    expect(await isAsked(party)).toBe(false)
    const other = await described()
    expect(await isAsked({ ...party, config: await discoverAs(key, oidc.None()) })).toBe(false)
    world.deployment.readsClientDocuments = false
    expect(await isAsked(other)).toBe(false)
  })
})

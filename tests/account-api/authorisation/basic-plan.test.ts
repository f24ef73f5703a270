import * as oidc from 'openid-client'
import { beforeAll, describe, expect, it } from 'vitest'
import { scopesIn } from '../../../account-api/domain/open/scopes'
import { CookieJar } from '../../../contract/cookie-jar'
import { databases } from '../../fixtures/databases'
import { operate } from '../sso/services'
import { registerBoth, worldOn } from '../world'
import { Browser } from './browser'
import { agree, locationOf, namesAt, openToClients, type Party, registerParty, signedIn } from './parties'

/**
 * The modules of the OpenID Foundation's plan for the profile Basic OP, by their names, with the variants `code` and
 * `client_secret_basic`: requests without PKCE, of a client that is registered to do without. docs/conformity.md has the
 * list.
 */
describe.each(databases)('the plan Basic OP on $name', (database) => {
  const world = worldOn(database)
  beforeAll(() => openToClients(world))

  const scopes = 'openid,profile,email,mobile,mobile_plain,organisations,offline_access'

  const basicParty = async (): Promise<Party> => {
    const party = await registerParty(world, { scopes })
    await operate(world, 'client', 'pkce', party.key, 'optional')
    return party
  }

  /** The URL of a request, as the plan's client makes it. Empty values are left out. */
  const requestUrl = ({ key, redirectUri }: Party, more: Record<string, string> = {}): URL => {
    const url = new URL('/oidc/auth', world.baseUrl)
    const all = {
      client_id: key,
      redirect_uri: redirectUri,
      scope: 'openid',
      response_type: 'code',
      state: 'a-state',
      nonce: 'a-nonce',
      ...more,
    }
    for (const [name, value] of Object.entries(all)) if (value !== '') url.searchParams.set(name, value)
    return url
  }

  type Person = Awaited<ReturnType<typeof signedIn>>

  /** Has the person answer a request where they are asked, and answers where the browser ends up. */
  const answered = async ({ browser, client }: Person, url: URL | string, form?: URLSearchParams): Promise<URL> => {
    const page = locationOf(await browser.visit(url, form))
    if (!page.includes('/login/authorize/')) return new URL(page)
    const asked = form ?? new URL(url, world.baseUrl).searchParams
    return agree(browser, client, page, scopesIn(asked.get('scope') ?? '').join(' '))
  }

  const tokenRequest = (fields: Record<string, string>, { key, secret = '' }: Party, by: 'basic' | 'post' = 'basic') =>
    fetch(`${world.baseUrl}/oidc/token`, {
      method: 'POST',
      body: new URLSearchParams(by === 'basic' ? fields : { ...fields, client_id: key, client_secret: secret }),
      headers: by === 'basic' ? { authorization: `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}` } : {},
    })

  interface Tokens {
    access_token: string
    token_type: string
    expires_in: number
    id_token: string
    refresh_token?: string
    scope: string
  }

  const codeFields = (party: Party, back: URL) => ({
    grant_type: 'authorization_code',
    code: back.searchParams.get('code') ?? '',
    redirect_uri: party.redirectUri,
  })

  const exchange = async (party: Party, back: URL, by: 'basic' | 'post' = 'basic'): Promise<Tokens> => {
    expect(Object.fromEntries(back.searchParams)).toEqual({
      code: expect.any(String),
      state: 'a-state',
      iss: world.baseUrl,
    })
    const answer = await tokenRequest(codeFields(party, back), party, by)
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store'])
    return (await answer.json()) as Tokens
  }

  const partOf = (token: string, nth: 0 | 1) =>
    JSON.parse(Buffer.from(token.split('.')[nth] ?? '', 'base64url').toString()) as Record<string, unknown>

  const claimsIn = ({ id_token }: Tokens) => partOf(id_token, 1) as { sub: string; auth_time: number; nonce?: string }

  const userInfo = async (init: RequestInit) => {
    const answer = await fetch(`${world.baseUrl}/oidc/me`, init)
    return { status: answer.status, claims: (await answer.json()) as Record<string, unknown> }
  }

  const bearer = ({ access_token }: Tokens) => ({ authorization: `Bearer ${access_token}` })

  /** A client and a person, who answers one request. */
  const flow = async (more: Record<string, string> = {}) => {
    const [party, person] = [await basicParty(), await signedIn(world)]
    const tokens = await exchange(party, await answered(person, requestUrl(party, more)))
    return { party, person, tokens, claims: claimsIn(tokens) }
  }

  /** The person proves anew who they are, as the page of a request has them do. */
  const provenAnew = async (person: Person): Promise<void> => {
    const jar = new CookieJar()
    person.client = world.person({ jar })
    person.browser.jar = jar
    expect(await person.client.passwordLogin({ mobile: person.mobile, password: person.password })).toHaveProperty(
      'ok',
      true,
    )
  }

  it('happy: oidcc-server', async () => {
    const { party, person, tokens, claims } = await flow()
    expect(tokens).toMatchObject({ token_type: 'Bearer', expires_in: 3600, scope: 'openid' })
    expect(claims).toMatchObject({ iss: world.baseUrl, aud: party.key, sub: person.userId, nonce: 'a-nonce' })
    const { iat, exp } = claims as unknown as { iat: number; exp: number }
    expect(Math.abs(iat * 1000 - Date.now())).toBeLessThan(60_000)
    expect(exp - iat).toBe(3600)
    expect((await userInfo({ headers: bearer(tokens) })).claims).toEqual({ sub: person.userId })
  })

  it('error: oidcc-response-type-missing', async () => {
    const party = await basicParty()
    const { searchParams } = await answered(await signedIn(world), requestUrl(party, { response_type: '' }))
    expect([searchParams.get('error'), searchParams.get('state')]).toEqual(['invalid_request', 'a-state'])
  })

  it('happy: oidcc-idtoken-signature', async () => {
    const { party, tokens } = await flow()
    const { kid, alg } = partOf(tokens.id_token, 0)
    const { keys } = (await (await fetch(`${world.baseUrl}/oidc/jwks`)).json()) as { keys: object[] }
    expect(keys).toContainEqual(expect.objectContaining({ kid, alg, use: 'sig' }))
    expect(alg).toBe('RS256')
    // The library of a client checks the signature.
    const back = await answered(await signedIn(world), requestUrl(party))
    const checks = { expectedState: 'a-state', expectedNonce: 'a-nonce', idTokenExpected: true }
    expect((await oidc.authorizationCodeGrant(party.config, back, checks)).claims()).toHaveProperty('sub')
  })

  it('security: oidcc-idtoken-unsigned', () => {
    // No client is ever given an unsigned token, and the discovery document says so (below).
    return expect(
      fetch(`${world.baseUrl}/.well-known/openid-configuration`).then((answer) => answer.json()),
    ).resolves.toHaveProperty('id_token_signing_alg_values_supported', expect.not.arrayContaining(['none']))
  })

  it.each([
    ['oidcc-userinfo-get', (tokens: Tokens): RequestInit => ({ headers: bearer(tokens) })],
    ['oidcc-userinfo-post-header', (tokens: Tokens): RequestInit => ({ method: 'POST', headers: bearer(tokens) })],
    [
      'oidcc-userinfo-post-body',
      ({ access_token }: Tokens): RequestInit => ({ method: 'POST', body: new URLSearchParams({ access_token }) }),
    ],
  ])('happy: %s', async (_module, asked) => {
    const { tokens, person } = await flow()
    expect(await userInfo(asked(tokens))).toEqual({ status: 200, claims: { sub: person.userId } })
  })

  it('happy: oidcc-ensure-request-without-nonce-succeeds-for-code-flow', async () => {
    expect((await flow({ nonce: '' })).claims.nonce).toBeUndefined()
  })

  it('happy: oidcc-scope-profile', async () => {
    const { tokens, person } = await flow({ scope: 'openid profile' })
    expect((await userInfo({ headers: bearer(tokens) })).claims).toMatchObject({
      sub: person.userId,
      preferred_username: expect.any(String),
      zoneinfo: 'Asia/Shanghai',
      locale: 'en',
    })
  })

  it('happy: oidcc-scope-email', async () => {
    const party = await basicParty()
    const person = await signedIn(world, registerBoth)
    const tokens = await exchange(party, await answered(person, requestUrl(party, { scope: 'openid email' })))
    expect((await userInfo({ headers: bearer(tokens) })).claims).toEqual({
      sub: person.userId,
      email: expect.stringMatching(/@/),
      email_verified: true,
    })
  })

  it.each([
    ['oidcc-scope-address', 'openid address'],
    ['oidcc-scope-phone', 'openid phone'],
  ])('error: %s: the discovery document does not list it, and a request with it goes on', async (_module, scope) => {
    const { tokens } = await flow({ scope })
    expect(tokens.scope).toBe('openid')
    const { scopes_supported } = oidcMetadata(await basicParty())
    expect(scopes_supported).not.toContain(scope.split(' ')[1])
  })

  it('happy: oidcc-scope-all', async () => {
    const { tokens } = await flow({ scope: 'openid profile email mobile_plain organisations' })
    expect((await userInfo({ headers: bearer(tokens) })).claims).toMatchObject({
      preferred_username: expect.any(String),
      phone_number: expect.stringMatching(/^\+86138\d{8}$/),
      phone_number_verified: true,
      organisations: [],
    })
  })

  it('happy: oidcc-ensure-other-scope-order-succeeds', async () => {
    const { tokens } = await flow({ scope: 'profile openid' })
    expect(tokens.scope.split(' ').sort()).toEqual(['openid', 'profile'])
  })

  it.each([
    ['oidcc-display-page', { display: 'page' }],
    ['oidcc-display-popup', { display: 'popup' }],
    ['oidcc-ensure-request-with-unknown-parameter-succeeds', { extra: 'foobar' }],
    ['oidcc-login-hint', { login_hint: 'ann' }],
    ['oidcc-claims-locales', { claims_locales: 'se' }],
    ['oidcc-ensure-request-with-acr-values-succeeds', { acr_values: '1 2' }],
    ['oidcc-claims-essential', { claims: '{"userinfo":{"name":{"essential":true}}}' }],
  ])('happy: %s', async (_module, more) => {
    const { claims, person } = await flow(more as Record<string, string>)
    expect(claims.sub).toBe(person.userId)
  })

  it('happy: oidcc-ui-locales: the page comes in the first language that it has', async () => {
    const party = await basicParty()
    for (const [ui_locales, language] of [
      ['se', ''],
      ['se en-GB zh', '?lng=en'],
      ['zh-CN en', '?lng=zh-Hans'],
    ] as const) {
      const { browser } = await signedIn(world)
      const page = locationOf(await browser.visit(requestUrl(party, { ui_locales })))
      expect(page.replace(/^.*\/login\/authorize\/[\w-]+/, '')).toBe(language)
      expect(namesAt(browser, page).browser_key).not.toBe('')
    }
  })

  it('security: oidcc-prompt-login: the second proof is a new one', async () => {
    world.passMinutes(-2)
    const { party, person, claims } = await flow()
    world.passMinutes(2)
    const url = requestUrl(party, { prompt: 'login', scope: 'openid' })
    const page = locationOf(await person.browser.visit(url))
    expect(await person.client.openAuthInfo(namesAt(person.browser, page))).toMatchObject({
      data: { needs: ['proof'] },
    })
    await provenAnew(person)
    const anew = claimsIn(await exchange(party, await agree(person.browser, person.client, page, 'openid')))
    expect([anew.sub, anew.auth_time > claims.auth_time]).toEqual([person.userId, true])
  })

  it('error: oidcc-prompt-none-not-logged-in', async () => {
    const party = await basicParty()
    const browser = new Browser(world, new CookieJar())
    const back = new URL(locationOf(await browser.visit(requestUrl(party, { prompt: 'none' }))))
    expect([back.searchParams.get('error'), back.searchParams.get('code')]).toEqual(['login_required', null])
  })

  it('happy: oidcc-prompt-none-logged-in', async () => {
    const { party, person, claims } = await flow()
    const back = new URL(locationOf(await person.browser.visit(requestUrl(party, { prompt: 'none' }))))
    const again = claimsIn(await exchange(party, back))
    expect([again.sub, again.auth_time]).toEqual([claims.sub, claims.auth_time])
  })

  it('security: oidcc-max-age-1: a session of more than a second ago wants a new proof', async () => {
    world.passMinutes(-2)
    const { party, person, claims } = await flow()
    world.passMinutes(2)
    const page = locationOf(await person.browser.visit(requestUrl(party, { max_age: '1' })))
    expect(await person.client.openAuthInfo(namesAt(person.browser, page))).toMatchObject({
      data: { needs: ['proof'] },
    })
    await provenAnew(person)
    const anew = claimsIn(await exchange(party, await agree(person.browser, person.client, page, 'openid')))
    expect([anew.sub, anew.auth_time > claims.auth_time]).toEqual([person.userId, true])
  })

  it('happy: oidcc-max-age-10000', async () => {
    const { party, person, claims } = await flow({ max_age: '15000' })
    const back = new URL(locationOf(await person.browser.visit(requestUrl(party, { max_age: '10000' }))))
    expect(claimsIn(await exchange(party, back)).auth_time).toBe(claims.auth_time)
  })

  it('happy: oidcc-id-token-hint', async () => {
    const { party, person, tokens, claims } = await flow()
    const url = requestUrl(party, { prompt: 'none', id_token_hint: tokens.id_token })
    const back = new URL(locationOf(await person.browser.visit(url)))
    expect(claimsIn(await exchange(party, back)).sub).toBe(claims.sub)
  })

  it.each([
    ['oidcc-codereuse', 0],
    ['oidcc-codereuse-30seconds', 0.5],
  ])('security: %s', async (_module, minutes) => {
    const [party, person] = [await basicParty(), await signedIn(world)]
    const back = await answered(person, requestUrl(party))
    const tokens = await exchange(party, back)
    world.passMinutes(minutes)
    const again = await tokenRequest(codeFields(party, back), party)
    expect([again.status, await again.json()]).toMatchObject([400, { error: 'invalid_grant' }])
    expect((await userInfo({ headers: bearer(tokens) })).status).toBe(401)
    world.passMinutes(-minutes)
  })

  it('security: oidcc-ensure-registered-redirect-uri', async () => {
    const party = await basicParty()
    const browser = new Browser(world, new CookieJar())
    const answer = await browser.visit(requestUrl(party, { redirect_uri: 'https://evil.example/callback' }))
    expect([answer.status, locationOf(answer)]).toEqual([400, ''])
  })

  it('happy: oidcc-ensure-post-request-succeeds', async () => {
    const [party, person] = [await basicParty(), await signedIn(world)]
    const { searchParams } = requestUrl(party)
    expect(claimsIn(await exchange(party, await answered(person, '/oidc/auth', searchParams))).sub).toBe(person.userId)
  })

  it('happy: oidcc-server-client-secret-post', async () => {
    const [party, person] = [await basicParty(), await signedIn(world)]
    const tokens = await exchange(party, await answered(person, requestUrl(party)), 'post')
    expect(claimsIn(tokens).sub).toBe(person.userId)
  })

  it.each([
    ['oidcc-request-uri-unsigned-supported-correctly-or-rejected-as-unsupported', 'request_uri', 'https://a.example/r'],
    [
      'oidcc-unsigned-request-object-supported-correctly-or-rejected-as-unsupported',
      'request',
      'eyJhbGciOiJub25lIn0.e30.',
    ],
    ['oidcc-ensure-request-object-with-redirect-uri', 'request', 'eyJhbGciOiJub25lIn0.e30.'],
  ])('error: %s', async (_module, name, value) => {
    const party = await basicParty()
    const browser = new Browser(world, new CookieJar())
    const back = new URL(locationOf(await browser.visit(requestUrl(party, { [name]: value }))))
    expect(back.searchParams.get('error')).toBe(`${name}_not_supported`)
    expect(back.href.startsWith(party.redirectUri)).toBe(true)
  })

  it('happy: oidcc-refresh-token', async () => {
    const { party, tokens, claims } = await flow({ scope: 'openid offline_access', prompt: 'consent' })
    const answer = await tokenRequest({ grant_type: 'refresh_token', refresh_token: tokens.refresh_token ?? '' }, party)
    const newer = (await answer.json()) as Tokens
    expect(claimsIn(newer)).toMatchObject({ sub: claims.sub, auth_time: claims.auth_time })
    expect(newer.access_token).not.toBe(tokens.access_token)
    const other = await basicParty()
    const stolen = await tokenRequest({ grant_type: 'refresh_token', refresh_token: newer.refresh_token ?? '' }, other)
    expect([stolen.status, await stolen.json()]).toMatchObject([400, { error: 'invalid_grant' }])
  })

  it('happy: oidcc-ensure-request-with-valid-pkce-succeeds', async () => {
    const [party, person] = [await basicParty(), await signedIn(world)]
    const code_verifier = oidc.randomPKCECodeVerifier()
    const pkce = {
      code_challenge: await oidc.calculatePKCECodeChallenge(code_verifier),
      code_challenge_method: 'S256',
    }
    const back = await answered(person, requestUrl(party, pkce))
    expect((await tokenRequest({ ...codeFields(party, back), code_verifier }, party)).status).toBe(200)
  })

  it('security: what a client without PKCE may leave out, nobody can take off a request of another', async () => {
    const [party, person] = [await basicParty(), await signedIn(world)]
    const code_verifier = oidc.randomPKCECodeVerifier()
    const pkce = {
      code_challenge: await oidc.calculatePKCECodeChallenge(code_verifier),
      code_challenge_method: 'S256',
    }
    const bound = await answered(person, requestUrl(party, pkce))
    const free = await answered(person, requestUrl(party))
    for (const fields of [codeFields(party, bound), { ...codeFields(party, free), code_verifier }])
      expect((await tokenRequest(fields, party)).status).toBe(400)
    const strict = await registerParty(world)
    expect((await answered(person, requestUrl(strict))).searchParams.get('error')).toBe('invalid_request')
    const withoutSecret = await registerParty(world, { isPublic: true })
    expect(await operate(world, 'client', 'pkce', withoutSecret.key, 'optional')).toMatchObject({ ok: false })
  })

  it('happy: oidcc-discovery-endpoint-verification', async () => {
    const answer = await fetch(`${world.baseUrl}/.well-known/openid-configuration`)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, expect.stringContaining('json')])
    const metadata = (await answer.json()) as Record<string, unknown>
    expect(metadata).toMatchObject({
      issuer: world.baseUrl,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: expect.arrayContaining(['RS256']),
      grant_types_supported: expect.arrayContaining(['authorization_code', 'refresh_token']),
      scopes_supported: expect.arrayContaining(['openid']),
      claims_supported: expect.arrayContaining(['sub', 'email', 'preferred_username']),
      claims_parameter_supported: false,
      code_challenge_methods_supported: ['S256'],
      ui_locales_supported: ['zh-Hans', 'en'],
    })
    // An absent request_uri_parameter_supported would mean that it is (OpenID Connect Discovery 1.0, section 3).
    expect([metadata.request_parameter_supported ?? false, metadata.request_uri_parameter_supported]).toEqual([
      false,
      false,
    ])
    const endpoints = Object.entries(metadata).filter(([name]) => /_endpoint$|^jwks_uri$/.test(name))
    expect(endpoints.length).toBeGreaterThanOrEqual(4)
    for (const [, url] of endpoints) expect(String(url)).toMatch(new RegExp(`^${world.baseUrl}/`))
    const { keys } = (await (await fetch(String(metadata.jwks_uri))).json()) as { keys: Record<string, string>[] }
    expect(new Set(keys.map(({ kid }) => kid)).size).toBe(keys.length)
    for (const key of keys) {
      expect(['RSA', 'EC']).toContain(key.kty)
      for (const secret of ['d', 'p', 'q', 'dp', 'dq', 'qi', 'k']) expect(key).not.toHaveProperty(secret)
    }
  })
})

const oidcMetadata = ({ config }: Party): { scopes_supported?: string[] } => config.serverMetadata()

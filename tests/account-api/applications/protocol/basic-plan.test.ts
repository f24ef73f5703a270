import * as oidc from 'openid-client'
import { expect, it } from 'vitest'
import { scopesIn } from '#account-api/applications/clients/scopes'
import { CookieJar } from '#contract/wire/cookie-jar'
import { agree, locationOf, namesAt } from '#tests/account-api/applications/authorisation/answers'
import { Browser } from '#tests/account-api/applications/authorisation/browser'
import { operate } from '#tests/account-api/applications/services/services'
import { type Party, registerParty, signedIn } from './parties'
import { describeProtocolWorlds } from './protocol-world'
import { codeFields, partOf, postAs, refresh } from './tokens'

/**
 * The modules of the OpenID Foundation's plan for the profile Basic OP, by their names, with the variants `code` and
 * `client_secret_basic`: requests without PKCE, of a client that is registered to do without. docs/integrators/conformity.md has the
 * list.
 */
describeProtocolWorlds('the plan Basic OP on $name', (world) => {
  const stranger = () => new Browser(world)

  const scopes = 'openid,profile,email,mobile,mobile_plain,organisations,offline_access'

  const basicParty = async (): Promise<Party> => {
    const party = await registerParty(world, { scopes })
    await operate(world, 'client', 'pkce', party.key, 'optional')
    return party
  }

  /** The URL of a request, as the plan's client makes it. Empty values are left out. */
  const requestUrl = ({ key, redirectUri }: Party, more: Record<string, string> = {}): URL => {
    const url = new URL('/oidc/auth', world.baseUrl)
    const usual = { scope: 'openid', response_type: 'code', state: 'a-state', nonce: 'a-nonce' }
    const all = { client_id: key, redirect_uri: redirectUri, ...usual, ...more }
    for (const [name, value] of Object.entries(all)) if (value !== '') url.searchParams.set(name, value)
    return url
  }

  type Person = Awaited<ReturnType<typeof signedIn>>

  /** Has the person answer a request where they are asked, and answers where the browser ends up. */
  const answered = async (person: Person, url: URL | string, form?: URLSearchParams): Promise<URL> => {
    const page = locationOf(await person.browser.visit(url, form))
    if (!page.includes('/login/authorize/')) return new URL(page)
    const asked = form ?? new URL(url, world.baseUrl).searchParams
    const scopes = scopesIn(asked.get('scope') ?? '').join(' ')
    return agree(person, { ...namesAt(person.browser, page), scopes })
  }

  const tokenRequest = (fields: Record<string, string>, party: Party) => postAs(world, party, '/oidc/token', fields)

  type Tokens = oidc.TokenEndpointResponse

  const exchange = async (party: Party, back: URL, ask = tokenRequest): Promise<Tokens> => {
    const told = { code: expect.any(String), state: 'a-state', iss: world.baseUrl }
    expect(Object.fromEntries(back.searchParams)).toEqual(told)
    const answer = await ask(codeFields(party, { back }), party)
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store'])
    return (await answer.json()) as Tokens
  }

  const claimsIn = ({ id_token = '' }: Tokens) =>
    partOf(id_token, 1) as { sub: string; auth_time: number; nonce?: string }

  const bearer = ({ access_token }: Tokens) => ({ authorization: `Bearer ${access_token}` })

  const userInfo = async (tokens: Tokens, init: RequestInit = { headers: bearer(tokens) }) => {
    const answer = await fetch(`${world.baseUrl}/oidc/me`, init)
    return { status: answer.status, claims: (await answer.json()) as Record<string, unknown> }
  }

  /** A client and a person, who answers one request. */
  const flow = async (more: Record<string, string> = {}, register?: 'registerBoth') => {
    const [party, person] = [await basicParty(), await signedIn(world, register)]
    const back = await answered(person, requestUrl(party, more))
    const tokens = await exchange(party, back)
    return { party, person, back, tokens, claims: claimsIn(tokens) }
  }

  /** The person proves again who they are, as the page of a request has them do. */
  const provenAnew = async (person: Person): Promise<void> => {
    const { mobile, password } = person
    person.browser.jar = new CookieJar()
    person.client = world.person({ jar: person.browser.jar })
    expect(await person.client.passwordLogin({ mobile, password })).toMatchObject({ ok: true })
  }

  it('happy: oidcc-server: a sign-in with the basic plan succeeds', async () => {
    const { party, person, tokens, claims } = await flow()
    expect(tokens).toMatchObject({ token_type: 'Bearer', expires_in: 3600, scope: 'openid' })
    expect(claims).toMatchObject({ iss: world.baseUrl, aud: party.key, sub: person.userId, nonce: 'a-nonce' })
    const { iat, exp } = claims as unknown as { iat: number; exp: number }
    expect(Math.abs(iat * 1000 - Date.now())).toBeLessThan(60_000)
    expect(exp - iat).toBe(3630)
    expect((await userInfo(tokens)).claims).toEqual({ sub: person.userId })
  })

  const unsigned = 'eyJhbGciOiJub25lIn0.e30.'

  it.each<[string, Record<string, string>, string]>([
    ['oidcc-response-type-missing', { response_type: '' }, 'invalid_request'],
    ['oidcc-prompt-none-not-logged-in', { prompt: 'none' }, 'login_required'],
    [
      'oidcc-request-uri-unsigned-supported-correctly-or-rejected-as-unsupported',
      { request_uri: 'https://a.example/r' },
      'request_uri_not_supported',
    ],
    [
      'oidcc-unsigned-request-object-supported-correctly-or-rejected-as-unsupported',
      { request: unsigned },
      'invalid_request_object',
    ],
    ['oidcc-ensure-request-object-with-redirect-uri', { request: unsigned }, 'invalid_request_object'],
  ])('error: %s: the request ends in the specified error', async (_module, more, error) => {
    const party = await basicParty()
    const back = new URL(locationOf(await stranger().visit(requestUrl(party, more))))
    expect(back.href.startsWith(party.redirectUri)).toBe(true)
    const { error_description, ...told } = Object.fromEntries(back.searchParams)
    expect(told).toEqual({ error, state: 'a-state', iss: world.baseUrl })
  })

  it('happy: oidcc-idtoken-signature: the ID token’s signature is valid', async () => {
    const { party, tokens } = await flow()
    const { kid, alg } = partOf(tokens.id_token ?? '', 0)
    const { keys } = (await (await fetch(`${world.baseUrl}/oidc/jwks`)).json()) as { keys: object[] }
    expect(keys).toContainEqual(expect.objectContaining({ kid, alg, use: 'sig' }))
    expect(alg).toBe('RS256')
    // The library of a client checks the signature.
    const back = await answered(await signedIn(world), requestUrl(party))
    const checks = { expectedState: 'a-state', expectedNonce: 'a-nonce', idTokenExpected: true }
    expect((await oidc.authorizationCodeGrant(party.config, back, checks)).claims()).toHaveProperty('sub')
  })

  it('security: oidcc-idtoken-unsigned: no client gets an unsigned ID token', async () => {
    // No client is ever given an unsigned token, and the discovery document says so (below).
    const { id_token_signing_alg_values_supported } = (await basicParty()).config.serverMetadata()
    expect(id_token_signing_alg_values_supported).not.toContain('none')
  })

  it.each([
    ['oidcc-userinfo-get', (tokens: Tokens): RequestInit => ({ headers: bearer(tokens) })],
    ['oidcc-userinfo-post-header', (tokens: Tokens): RequestInit => ({ method: 'POST', headers: bearer(tokens) })],
    [
      'oidcc-userinfo-post-body',
      ({ access_token }: Tokens): RequestInit => ({ method: 'POST', body: new URLSearchParams({ access_token }) }),
    ],
  ])('happy: %s: userinfo returns the claims', async (_module, asked) => {
    const { tokens, person } = await flow()
    expect(await userInfo(tokens, asked(tokens))).toEqual({ status: 200, claims: { sub: person.userId } })
  })

  const profile = {
    preferred_username: expect.any(String),
    name: expect.any(String),
    picture: expect.stringMatching(/\/passport\/image\/[\w-]+$/),
    zoneinfo: 'Asia/Shanghai',
    locale: 'en',
    updated_at: expect.any(Number),
  }
  const email = { email: expect.stringMatching(/@/), email_verified: true }
  const mobile = { phone_number: expect.stringMatching(/^\+86138\d{8}$/), phone_number_verified: true }

  it.each<[string, string, object]>([
    ['oidcc-scope-profile', 'openid profile', profile],
    ['oidcc-scope-email', 'openid email', email],
    [
      'oidcc-scope-all',
      'openid profile email mobile_plain organisations',
      { ...profile, ...email, ...mobile, organisations: [], groups: [] },
    ],
    ['a masked mobile', 'openid mobile', { phone_number_masked: expect.stringMatching(/\*{4}/) }],
  ])('happy: %s: userinfo returns the claims of the scopes', async (_module, scope, told) => {
    const { tokens, person } = await flow({ scope }, 'registerBoth')
    expect((await userInfo(tokens)).claims).toEqual({ sub: person.userId, ...told })
    expect(tokens.refresh_token).toBeUndefined()
  })

  it.each([
    ['oidcc-scope-address', 'openid address'],
    ['oidcc-scope-phone', 'openid phone'],
  ])('error: %s: the discovery document does not list it, and a request with it continues', async (_module, scope) => {
    const { tokens } = await flow({ scope })
    expect(tokens.scope).toBe('openid')
    const { scopes_supported } = (await basicParty()).config.serverMetadata()
    expect(scopes_supported).not.toContain(scope.split(' ')[1])
  })

  it.each<[string, Record<string, string>]>([
    ['oidcc-ensure-request-without-nonce-succeeds-for-code-flow', { nonce: '' }],
    ['oidcc-display-page', { display: 'page' }],
    ['oidcc-display-popup', { display: 'popup' }],
    ['oidcc-ensure-request-with-unknown-parameter-succeeds', { extra: 'foobar' }],
    ['oidcc-login-hint', { login_hint: 'ann' }],
    ['oidcc-claims-locales', { claims_locales: 'se' }],
    ['oidcc-ensure-request-with-acr-values-succeeds', { acr_values: '1 2' }],
    ['oidcc-claims-essential', { claims: '{"userinfo":{"name":{"essential":true}}}' }],
    ['oidcc-ensure-other-scope-order-succeeds', { scope: 'profile openid' }],
  ])('happy: %s: the sign-in succeeds', async (_module, more) => {
    const { claims, person, tokens } = await flow(more)
    expect(tokens.scope?.split(' ').sort()).toEqual((more.scope ?? 'openid').split(' ').sort())
    expect([claims.sub, claims.nonce]).toEqual([person.userId, more.nonce === '' ? undefined : 'a-nonce'])
  })

  it('happy: oidcc-ui-locales: the page is shown in the first supported language', async () => {
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

  it.each<[string, Record<string, string>]>([
    ['oidcc-prompt-login', { prompt: 'login' }],
    // The session is of more than a second ago.
    ['oidcc-max-age-1', { max_age: '1' }],
  ])('security: %s: the second proof is a new one', async (_module, wants) => {
    world.passMinutes(-2)
    const { party, person, claims } = await flow()
    world.passMinutes(2)
    const page = locationOf(await person.browser.visit(requestUrl(party, wants)))
    const answer = { ...namesAt(person.browser, page), scopes: 'openid' }
    expect(await person.client.openAuthInfo(answer)).toMatchObject({ data: { needs: ['proof'] } })
    expect(await person.client.openWebAuth(answer)).toMatchObject({ code: 'second_verification_required' })
    await provenAnew(person)
    const anew = claimsIn(await exchange(party, await agree(person, answer)))
    expect([anew.sub, anew.auth_time > claims.auth_time]).toEqual([person.userId, true])
  })

  it('security: prompt=login requires a new proof even if the person was proven in the same second', async () => {
    const { party, person } = await flow()
    await provenAnew(person)
    world.passMinutes(1 / 60_000)
    const page = locationOf(await person.browser.visit(requestUrl(party, { prompt: 'login' })))
    const asked = await person.client.openAuthInfo(namesAt(person.browser, page))
    expect(asked).toMatchObject({ data: { needs: ['proof'] } })
  })

  it.each<[string, Record<string, string>, (tokens: Tokens) => Record<string, string>]>([
    ['oidcc-prompt-none-logged-in', {}, () => ({ prompt: 'none' })],
    ['oidcc-max-age-10000', { max_age: '15000' }, () => ({ max_age: '10000' })],
    ['oidcc-id-token-hint', {}, ({ id_token = '' }) => ({ prompt: 'none', id_token_hint: id_token })],
  ])('happy: %s: the second answer belongs to the same sign-in', async (_module, first, second) => {
    const { party, person, tokens, claims } = await flow(first)
    const back = new URL(locationOf(await person.browser.visit(requestUrl(party, second(tokens)))))
    const again = claimsIn(await exchange(party, back))
    expect([again.sub, again.auth_time]).toEqual([claims.sub, claims.auth_time])
  })

  it.each([
    ['oidcc-codereuse', 0],
    ['oidcc-codereuse-30seconds', 0.5],
  ])('security: %s: the second use revokes the tokens of the first', async (_module, minutes) => {
    const { party, person, tokens, back } = await flow({ scope: 'openid offline_access', prompt: 'consent' })
    expect((await userInfo(tokens)).status).toBe(200)
    world.passMinutes(minutes)
    const again = await tokenRequest(codeFields(party, { back }), party)
    expect([again.status, await again.json()]).toMatchObject([400, { error: 'invalid_grant' }])
    expect((await userInfo(tokens)).status).toBe(401)
    await expect(refresh(party, tokens.refresh_token)).rejects.toThrow()
    world.passMinutes(-minutes)
    // What the person authorised is: the next code needs no new agreement.
    const next = locationOf(await person.browser.visit(requestUrl(party, { prompt: 'none' })))
    expect(new URL(next).searchParams.get('code')).toEqual(expect.any(String))
  })

  it('security: oidcc-ensure-registered-redirect-uri: an unregistered redirect address is refused', async () => {
    const party = await basicParty()
    const answer = await stranger().visit(requestUrl(party, { redirect_uri: 'https://evil.example/callback' }))
    expect([answer.status, locationOf(answer)]).toEqual([400, ''])
  })

  const byPost = (fields: Record<string, string>, { secret = '', ...known }: Party) =>
    tokenRequest({ ...fields, client_secret: secret }, { ...known, secret: undefined })

  it.each<[string, boolean, typeof tokenRequest]>([
    ['oidcc-ensure-post-request-succeeds', true, tokenRequest],
    ['oidcc-server-client-secret-post', false, byPost],
  ])('happy: %s: the client gets its tokens', async (_module, isPosted, asks) => {
    const [party, person] = [await basicParty(), await signedIn(world)]
    const url = requestUrl(party)
    const back = await (isPosted ? answered(person, url.pathname, url.searchParams) : answered(person, url))
    expect(claimsIn(await exchange(party, back, asks)).sub).toBe(person.userId)
  })

  it('happy: oidcc-refresh-token: a refresh token gets new tokens', async () => {
    const { party, tokens, claims } = await flow({ scope: 'openid offline_access', prompt: 'consent' })
    const answer = await tokenRequest({ grant_type: 'refresh_token', refresh_token: tokens.refresh_token ?? '' }, party)
    const newer = (await answer.json()) as Tokens
    expect(claimsIn(newer)).toMatchObject({ sub: claims.sub, auth_time: claims.auth_time })
    expect(newer.access_token).not.toBe(tokens.access_token)
    const other = await basicParty()
    const stolen = await tokenRequest({ grant_type: 'refresh_token', refresh_token: newer.refresh_token ?? '' }, other)
    expect([stolen.status, await stolen.json()]).toMatchObject([400, { error: 'invalid_grant' }])
  })

  const newPkce = async () => {
    const code_verifier = oidc.randomPKCECodeVerifier()
    const code_challenge = await oidc.calculatePKCECodeChallenge(code_verifier)
    return { verifier: { code_verifier }, pkce: { code_challenge, code_challenge_method: 'S256' } }
  }

  it('happy: oidcc-ensure-request-with-valid-pkce-succeeds: a code with its verifier gets tokens', async () => {
    const [party, person, { verifier, pkce }] = [await basicParty(), await signedIn(world), await newPkce()]
    const back = await answered(person, requestUrl(party, pkce))
    expect((await tokenRequest({ ...codeFields(party, { back }), ...verifier }, party)).status).toBe(200)
  })

  it('security: a client allowed to omit PKCE does not let others strip it from a request', async () => {
    const [party, person, { verifier, pkce }] = [await basicParty(), await signedIn(world), await newPkce()]
    const bound = await answered(person, requestUrl(party, pkce))
    const free = await answered(person, requestUrl(party))
    for (const fields of [codeFields(party, { back: bound }), { ...codeFields(party, { back: free }), ...verifier }])
      expect((await tokenRequest(fields, party)).status).toBe(400)
    const withoutSecret = await registerParty(world, { isPublic: true })
    expect(await operate(world, 'client', 'pkce', withoutSecret.key, 'optional')).toMatchObject({ ok: false })
  })

  it('happy: oidcc-discovery-endpoint-verification: the discovery document is complete', async () => {
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
      claims_parameter_supported: true,
      code_challenge_methods_supported: ['S256'],
      ui_locales_supported: ['zh-Hans', 'en'],
    })
    // An absent request_uri_parameter_supported would mean that it is (OpenID Connect Discovery 1.0, section 3).
    expect(metadata.request_uri_parameter_supported).toBe(false)
    expect(metadata.request_parameter_supported).toBe(true)
    expect(metadata.request_object_signing_alg_values_supported).toEqual(['ES256', 'PS256', 'RS256'])
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

import * as oidc from 'openid-client'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { CookieJar } from '../../../contract/cookie-jar'
import { databases } from '../../fixtures/databases'
import { everyRow } from '../../fixtures/tables'
import { operate } from '../sso/services'
import { worldOn } from '../world'
import { Browser } from './browser'
import {
  authorise,
  discover,
  exchange,
  locationOf,
  namesAt,
  newRequest,
  openToClients,
  type Party,
  registerParty,
  signedIn,
} from './parties'

describe.each(databases)('attacks on the protocol on $name', (database) => {
  const world = worldOn(database)
  beforeAll(() => openToClients(world))

  const stranger = () => new Browser(world, new CookieJar())
  const lasting = { scope: 'openid profile offline_access', prompt: 'consent' }

  /** What the userinfo endpoint answers to a token: the person's, or an error. */
  const userInfo = ({ config }: Party, token: string) => oidc.fetchUserInfo(config, token, oidc.skipSubjectCheck)

  /** Asks the token endpoint, as anybody can. */
  const askForToken = (fields: Record<string, string>, { key, secret }: Party) =>
    fetch(`${world.baseUrl}/oidc/token`, {
      method: 'POST',
      body: new URLSearchParams(fields),
      ...(secret !== undefined && {
        headers: { authorization: `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}` },
      }),
    })

  const codeFields = (party: Party, { back, verifier }: Awaited<ReturnType<typeof authorise>>) => ({
    grant_type: 'authorization_code',
    code: back.searchParams.get('code') ?? '',
    redirect_uri: party.redirectUri,
    code_verifier: verifier,
  })

  it('security: no address but the registered one gets an answer, of a request or of its refusal', async () => {
    const party = await registerParty(world, { redirectUri: 'https://shop.example/app/back?page=1' })
    const registered = party.redirectUri
    const tries = [
      'https://shop.example.evil.example/app/back?page=1',
      'https://evilshop.example/app/back?page=1',
      'https://evil.example/app/back?page=1',
      'https://shop.example/app/back',
      'https://shop.example/app/back?page=1&next=evil',
      'https://shop.example/app/back?page=2',
      'https://shop.example/app/back/?page=1',
      'https://shop.example/app/Back?page=1',
      'https://SHOP.example/app/back?page=1',
      'https://shop.example/app/../app/back?page=1',
      'https://shop.example/app/%2e%2e/app/back?page=1',
      'https://shop.example//app/back?page=1',
      'https://shop.example/app/back?page=1#part',
      'https://shop.example/app/back?page=1#',
      'https://ann@shop.example/app/back?page=1',
      'https://shop.example@evil.example/app/back?page=1',
      'https://shop.example:443/app/back?page=1',
      'https://shop.example:8443/app/back?page=1',
      'http://shop.example/app/back?page=1',
      'https://shop.example\\@evil.example/app/back?page=1',
      'https://shop.example/app/back?page=1 ',
      ' https://shop.example/app/back?page=1',
      'https://shop.example/app/back?page=1%00',
      'https://shop.example/app/back?page=1\n',
      '//shop.example/app/back?page=1',
      '/app/back?page=1',
      'javascript:alert(1)',
      'data:text/html,hi',
      'com.example.app:/back',
      'https://shop.example./app/back?page=1',
      'https://shop。example/app/back?page=1',
      'https://shop.example/app/back?Page=1',
      'https://shop.example/app/back?page=1&page=1',
      'https://shop.example/app/back;x?page=1',
      'https://shop.example/app/back%3Fpage=1',
      'https://shop.example/app/bac%6B?page=1',
      'https://shop.example/app/./back?page=1',
      'https://shop.example\\app\\back?page=1',
      'https:/shop.example/app/back?page=1',
      'https:shop.example/app/back?page=1',
      'HTTPS://shop.example/app/back?page=1',
      'https://shop.example%2eevil.example/app/back?page=1',
      'https://shop.example%00.evil.example/app/back?page=1',
      'https://shop.example#@evil.example/app/back?page=1',
      'https://shop.example?@evil.example/app/back?page=1',
      'https://evil.example/https://shop.example/app/back?page=1',
      'https://evil.example?https://shop.example/app/back?page=1',
      'https://xn--shop-.example/app/back?page=1',
      'https://ѕhop.example/app/back?page=1',
      'https://[::1]/app/back?page=1',
      'https://127.0.0.1/app/back?page=1',
      'urn:ietf:wg:oauth:2.0:oob',
      'vbscript:x',
      '*',
      'https://*.example/app/back?page=1',
      'null',
      '',
    ]
    for (const redirect_uri of tries)
      for (const more of [{}, { prompt: 'none' }, { scope: 'openid nonsense' }, { response_type: 'token' }]) {
        const { url } = await newRequest(party, { ...more, redirect_uri })
        const answered = await stranger().visit(url)
        expect([redirect_uri, answered.status, locationOf(answered)]).toEqual([redirect_uri, 400, ''])
        expect(await answered.text()).not.toMatch(/<|\bat /)
      }
    const { url } = await newRequest(party)
    url.searchParams.append('redirect_uri', 'https://evil.example/')
    expect(locationOf(await stranger().visit(url))).not.toContain('evil')
    const right = await newRequest(party, { prompt: 'none' })
    expect(locationOf(await stranger().visit(right.url)).startsWith(`${registered}&error=login_required`)).toBe(true)
  })

  it('security: an unknown or a disabled client gets no redirect, and what it has ends at once', async () => {
    const [party, person] = [await registerParty(world), await signedIn(world)]
    const tokens = await exchange(party, await authorise(person, party, lasting))
    const waiting = await newRequest(party, { scope: 'openid mobile' })
    const page = locationOf(await person.browser.visit(waiting.url))
    await operate(world, 'client', 'disable', party.key)
    await expect(userInfo(party, tokens.access_token)).rejects.toThrow()
    await expect(oidc.refreshTokenGrant(party.config, tokens.refresh_token ?? '')).rejects.toThrow()
    expect(await person.client.openWebAuth({ ...namesAt(person.browser, page), scopes: 'openid' })).toMatchObject({
      ok: false,
      code: 'no_such_client',
    })
    for (const client_id of [party.key, 'nobody', "'; drop table open_clients; --", 'x'.repeat(3000)]) {
      const { url } = await newRequest(party, { client_id })
      expect(locationOf(await stranger().visit(url))).toBe('')
    }
    await operate(world, 'client', 'enable', party.key)
    expect(await userInfo(party, tokens.access_token)).toHaveProperty('sub', person.userId)
  })

  it('security: a code is good once; its second use ends what the first one got', async () => {
    const [party, person] = [await registerParty(world), await signedIn(world)]
    const authorised = await authorise(person, party, lasting)
    const tokens = await exchange(party, authorised)
    expect(await userInfo(party, tokens.access_token)).toHaveProperty('sub')
    const again = await askForToken(codeFields(party, authorised), party)
    expect([again.status, await again.json()]).toMatchObject([400, { error: 'invalid_grant' }])
    await expect(userInfo(party, tokens.access_token)).rejects.toThrow()
    await expect(oidc.refreshTokenGrant(party.config, tokens.refresh_token ?? '')).rejects.toThrow()
    // What the person authorised stands: the next code needs no new agreement.
    expect((await authorise(person, party, { prompt: 'none' })).back.searchParams.get('code')).toEqual(
      expect.any(String),
    )
  })

  it('security: of two uses at the same moment one gets a token at most, and it is dead', async () => {
    const [party, person] = [await registerParty(world), await signedIn(world)]
    const authorised = await authorise(person, party)
    const answers = await Promise.all([1, 2, 3].map(() => askForToken(codeFields(party, authorised), party)))
    const tokens = answers.filter(({ status }) => status === 200)
    expect(tokens.length).toBeLessThanOrEqual(1)
    for (const answer of tokens) {
      const { access_token } = (await answer.json()) as { access_token: string }
      await expect(userInfo(party, access_token)).rejects.toThrow()
    }
  })

  it('security: a code is of no use to another client, at another address, or without the verifier', async () => {
    const [party, other, person] = [await registerParty(world), await registerParty(world), await signedIn(world)]
    const authorised = await authorise(person, party)
    const fields = codeFields(party, authorised)
    const { code_verifier, ...withoutVerifier } = fields
    const wrong = oidc.randomPKCECodeVerifier()
    for (const [given, by] of [
      [fields, other],
      [{ ...fields, redirect_uri: 'https://evil.example/' }, party],
      [withoutVerifier, party],
      [{ ...fields, code_verifier: wrong }, party],
      [{ ...fields, code_verifier: await oidc.calculatePKCECodeChallenge(code_verifier) }, party],
      [fields, { ...party, secret: 'guessed' }],
      [fields, { ...party, secret: '' }],
    ] as const) {
      const answer = await askForToken(given as Record<string, string>, by)
      expect([400, 401]).toContain(answer.status)
    }
    expect((await askForToken(fields, party)).status).toBe(200)
  })

  it('security: a request without a challenge, or with a plain one, gets no code', async () => {
    const [party, person] = [await registerParty(world), await signedIn(world)]
    await authorise(person, party)
    for (const change of [{ code_challenge: '' }, { code_challenge_method: 'plain' }, { code_challenge_method: '' }]) {
      const { url } = await newRequest(party)
      for (const [name, value] of Object.entries(change))
        if (value === '') url.searchParams.delete(name)
        else url.searchParams.set(name, value)
      expect(locationOf(await person.browser.visit(url))).toContain('error=invalid_request')
    }
  })

  it('security: a refresh token is good once; its second use ends the family', async () => {
    const [party, person] = [await registerParty(world), await signedIn(world)]
    const first = await exchange(party, await authorise(person, party, lasting))
    const second = await oidc.refreshTokenGrant(party.config, first.refresh_token ?? '')
    expect(await userInfo(party, second.access_token)).toHaveProperty('sub')
    expect(second.refresh_token).not.toBe(first.refresh_token)
    await expect(oidc.refreshTokenGrant(party.config, first.refresh_token ?? '')).rejects.toThrow()
    await expect(oidc.refreshTokenGrant(party.config, second.refresh_token ?? '')).rejects.toThrow()
    await expect(userInfo(party, second.access_token)).rejects.toThrow()
  })

  it('security: signing out ends the tokens that were for this session, and not those that last', async () => {
    const [party, person] = [await registerParty(world), await signedIn(world)]
    const short = await exchange(party, await authorise(person, party))
    expect(await userInfo(party, short.access_token)).toHaveProperty('sub')
    const lastingTokens = await exchange(party, await authorise(person, party, lasting))
    await person.client.logout({})
    await expect(userInfo(party, short.access_token)).rejects.toThrow()
    expect(await oidc.refreshTokenGrant(party.config, lastingTokens.refresh_token ?? '')).toHaveProperty('access_token')
  })

  it('security: scopes that the client may not have, unknown ones and long ones give nothing', async () => {
    const [party, person] = [await registerParty(world, { scopes: 'openid,profile' }), await signedIn(world)]
    for (const scope of ['openid email', 'openid mobile_plain', `openid ${'email '.repeat(2000)}`.trim()]) {
      const { url } = await newRequest(party, { scope })
      expect(locationOf(await person.browser.visit(url))).toContain('error=invalid_scope')
    }
    for (const scope of [`openid ${'x'.repeat(10_000)}`, 'openid nonsense __proto__ constructor']) {
      const { url } = await newRequest(party, { scope })
      const page = locationOf(await person.browser.visit(url))
      expect(await person.client.openAuthInfo(namesAt(person.browser, page))).toMatchObject({
        data: { scopes: [{ scope: 'openid' }] },
      })
    }
  })

  it('security: a state with markup comes back as it was, escaped by the URL', async () => {
    const party = await registerParty(world)
    const state = `"><script>alert(1)</script>&code=x#\r\nset-cookie: a=b`
    const { url } = await newRequest(party, { prompt: 'none', state })
    const answered = await stranger().visit(url)
    expect(new URL(locationOf(answered)).searchParams.get('state')).toBe(state)
    expect(locationOf(answered)).not.toMatch(/[<>\n"]/)
  })

  it('security: a cancelled account gives nothing more', async () => {
    const [party, person] = [await registerParty(world), await signedIn(world)]
    const tokens = await exchange(party, await authorise(person, party, lasting))
    await world.storage.transaction((stores) => stores.cancellations.begin(person.userId, Date.now() + 1_000_000))
    await expect(userInfo(party, tokens.access_token)).rejects.toThrow()
    await expect(oidc.refreshTokenGrant(party.config, tokens.refresh_token ?? '')).rejects.toThrow()
  })

  it('happy: a token can be revoked, and looked into by its own client alone', async () => {
    const [party, other, person] = [await registerParty(world), await registerParty(world), await signedIn(world)]
    const tokens = await exchange(party, await authorise(person, party, lasting))
    const isActive = async ({ config }: Party, token = '') => (await oidc.tokenIntrospection(config, token)).active
    expect(await isActive(party, tokens.access_token)).toBe(true)
    expect(await isActive(other, tokens.access_token)).toBe(false)
    await oidc.tokenRevocation(party.config, tokens.refresh_token ?? '')
    expect(await isActive(party, tokens.access_token)).toBe(false)
    expect(await isActive(party, tokens.refresh_token)).toBe(false)
  })

  it('happy: a client without a secret signs in by its verifier, and looks into no token', async () => {
    const [party, person] = [await registerParty(world, { isPublic: true }), await signedIn(world)]
    const tokens = await exchange(party, await authorise(person, party))
    expect(await userInfo(party, tokens.access_token)).toHaveProperty('sub', person.userId)
    const looked = await oidc.tokenIntrospection(party.config, tokens.access_token).catch(() => ({ active: false }))
    expect(looked.active).toBe(false)
  })

  it('happy: a request can be pushed beforehand, and is used once', async () => {
    const [party, person] = [await registerParty(world), await signedIn(world)]
    const { url, ...request } = await newRequest(party)
    const pushed = await oidc.buildAuthorizationUrlWithPAR(party.config, url.searchParams)
    expect(pushed.searchParams.has('redirect_uri')).toBe(false)
    const page = locationOf(await person.browser.visit(pushed))
    const answered = await person.client.openWebAuth({ ...namesAt(person.browser, page), scopes: 'openid' })
    const back = new URL(locationOf(await person.browser.visit(answered.ok ? answered.data.redirect_url : '')))
    expect((await exchange(party, { url, ...request, back })).claims()?.sub).toBe(person.userId)
    expect(locationOf(await person.browser.visit(pushed))).toBe('')
  })

  it('happy: a secret is replaced with an overlap, and a new signing key is published before it signs', async () => {
    const [party, person] = [await registerParty(world), await signedIn(world)]
    const said = await operate(world, 'client', 'rotate-secret', party.key)
    const newer = await discover(world.baseUrl, party.key, /shown again: (\S+)/.exec(said.text)?.[1])
    for (const config of [party.config, newer])
      expect((await exchange({ ...party, config }, await authorise(person, party))).claims()?.sub).toBe(person.userId)
    const keys = async () => {
      const answer = await fetch(`${world.baseUrl}/oidc/jwks`)
      return ((await answer.json()) as { keys: { kid: string; d?: string }[] }).keys
    }
    const before = await keys()
    expect(await operate(world, 'client', 'keys', 'rotate')).toMatchObject({ ok: true })
    world.passMinutes(2)
    const published = await keys()
    expect(published.length).toBe(before.length + 2)
    expect(published.every(({ d }) => d === undefined)).toBe(true)
    const signer = async () => {
      const { id_token = '' } = await exchange(party, await authorise(person, party))
      const { kid } = JSON.parse(Buffer.from(id_token.split('.')[0] ?? '', 'base64url').toString())
      return before.some((key) => key.kid === kid)
    }
    expect(await signer()).toBe(true)
    world.passMinutes(10)
    expect(await signer()).toBe(false)
    world.passMinutes(-12)
  })

  it('security: no token, code, secret or private key stands in the database or in the log', async () => {
    const [party, person] = [await registerParty(world), await signedIn(world)]
    const authorised = await authorise(person, party, lasting)
    const tokens = await exchange(party, authorised)
    const stored = JSON.stringify(await everyRow(world.place)) + world.logged()
    for (const secret of [
      tokens.access_token,
      tokens.refresh_token,
      authorised.back.searchParams.get('code'),
      authorised.verifier,
      party.secret,
      tokens.id_token,
    ])
      expect(stored).not.toContain(secret)
    expect(stored).not.toMatch(/"kty\\*":/)
  })

  it('happy: the log says who asks, through which door of theirs, and how it was answered', async () => {
    const [party, person] = [await registerParty(world), await signedIn(world)]
    const logged = () =>
      world
        .logged()
        .split('\n')
        .filter((line) => line.includes(party.key))
        .map((line) => JSON.parse(line) as { msg: string; source?: string; error?: string })
    await authorise(person, party, { source: 'app.home-banner' })
    const forged = `x\n{"msg":"forged"} ${'y'.repeat(100)}`
    for (const source of ['', forged])
      await person.browser.visit((await newRequest(party, { source, prompt: 'none', scope: 'openid email' })).url)
    expect(logged().map(({ msg, source, error }) => [msg, source, error])).toEqual([
      ['an application asks', 'app.home-banner', undefined],
      ['an application got its answer', 'app.home-banner', undefined],
      ['an application got an error', undefined, 'consent_required'],
      ['an application got an error', undefined, 'consent_required'],
    ])
    expect(world.logged()).not.toContain('"forged"')
  })

  it('security: pages of other sites may call for a client from its own addresses alone', async () => {
    const [party, person] = [await registerParty(world, { isPublic: true }), await signedIn(world)]
    const tokens = await exchange(party, await authorise(person, party))
    const ask = (origin: string) =>
      fetch(`${world.baseUrl}/oidc/me`, { headers: { origin, authorization: `Bearer ${tokens.access_token}` } })
    const { origin } = new URL(party.redirectUri)
    expect((await ask(origin)).headers.get('access-control-allow-origin')).toBe(origin)
    for (const other of ['https://evil.example', 'null']) {
      const answer = await ask(other)
      expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([400, null])
    }
  })

  it('security: one visitor cannot begin requests without end', async () => {
    const party = await registerParty(world)
    const { url } = await newRequest(party)
    const visitor = stranger()
    for (let count = 0; count < 300; count++) await visitor.visit('/oidc/auth')
    expect((await visitor.visit(url)).status).toBe(429)
    expect((await stranger().visit(url)).status).toBe(303)
  })

  // The last one: keys are read anew by the clock.
  it('security: a code is good for a minute, and not after ten', async () => {
    const [party, person] = [await registerParty(world), await signedIn(world)]
    const late = await authorise(person, party)
    const real = Date.now()
    const clock = vi.spyOn(Date, 'now')
    try {
      clock.mockReturnValue(real + 10 * 60_000)
      const answer = await askForToken(codeFields(party, late), party)
      expect([answer.status, await answer.json()]).toMatchObject([400, { error: 'invalid_grant' }])
    } finally {
      clock.mockRestore()
    }
  })
})

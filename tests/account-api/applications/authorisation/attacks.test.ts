import * as oidc from 'openid-client'
import { expect, it, onTestFinished, vi } from 'vitest'
import { resealSigningKeys, signingKeyRule } from '#account-api/applications/grants/signing-keys'
import type { Client } from '#contract/client'
import { CookieJar } from '#contract/wire/cookie-jar'
import {
  ask,
  authorise,
  discover,
  exchange,
  lasting,
  newRequest,
  type Party,
  registerParty,
  signedIn,
} from '#tests/account-api/applications/protocol/parties'
import { describeProtocolWorlds } from '#tests/account-api/applications/protocol/protocol-world'
import { areOver, codeFields, partOf, postAs, refresh, userInfo } from '#tests/account-api/applications/protocol/tokens'
import { operate } from '#tests/account-api/applications/services/services'
import { codeOf, dataOf, serviceWith, worldForTest } from '#tests/account-api/worlds/world'
import { writeInto } from '#tests/fixtures/databases/look-into'
import { everyRow } from '#tests/fixtures/databases/tables'
import { locationOf } from './answers'
import { Browser, visitorOf } from './browser'

/** What a call may name a request by, and its person. */
type Named = Parameters<Client['openAuthInfo']>[0]

describeProtocolWorlds('attacks on the protocol on $name', (world, database) => {
  const stranger = () => new Browser(world, new CookieJar())

  const askForToken = (fields: Record<string, string>, party: Party) => postAs(world, party, '/oidc/token', fields)

  /** An application, and a person who is signed in and has agreed to let it act for them. */
  const agreed = async (more: Record<string, string> = {}) => {
    const [party, person] = [await registerParty(world), await signedIn(world)]
    const authorised = await authorise(person, party, more)
    return { party, person, authorised }
  }

  /** The same application and person, with the application’s tokens. */
  const withTokens = async (more: Record<string, string> = {}) => {
    const at = await agreed(more)
    return { ...at, tokens: await exchange(at.party, at.authorised) }
  }

  const isActive = async ({ config }: Party, token = '') =>
    (await oidc.tokenIntrospection(config, token).catch(() => ({ active: false }))).active

  it('security: only a registered address receives an answer or an error', async () => {
    const party = await registerParty(world, { redirectUri: 'https://shop.example/app/back?page=1' })
    const registered = party.redirectUri
    const tries = [
      ...['shop.example.evil.example', 'evilshop.example', 'evil.example', 'SHOP.example', 'shop.example.'],
      ...['ann@shop.example', 'shop.example@evil.example', 'shop.example:443', 'shop.example:8443'],
      ...['shop.example\\@evil.example', 'shop。example', 'shop.example%2eevil.example', 'ѕhop.example'],
      ...['shop.example%00.evil.example', 'shop.example#@evil.example', 'shop.example?@evil.example', '*.example'],
      ...['evil.example/https://shop.example', 'evil.example?https://shop.example', 'xn--shop-.example'],
      ...['[::1]', '127.0.0.1', 'shop.example/app/..', 'shop.example/app/%2e%2e', 'shop.example/'],
    ].map((host) => `https://${host}/app/back?page=1`)
    const ends = [
      ...['', '?page=1&next=evil', '?page=2', '/?page=1', '?page=1#part', '?page=1#', '?page=1 ', '?page=1%00'],
      ...['?page=1\n', '?Page=1', '?page=1&page=1', ';x?page=1', '%3Fpage=1'],
    ]
    tries.push(...ends.map((end) => `https://shop.example/app/back${end}`))
    tries.push(
      ...['Back', './back', 'bac%6B'].map((path) => `https://shop.example/app/${path}?page=1`),
      ...['http://shop.example/app/back?page=1', ' https://shop.example/app/back?page=1'],
      ...['//shop.example/app/back?page=1', '/app/back?page=1', 'https://shop.example\\app\\back?page=1'],
      ...['https:/shop.example/app/back?page=1', 'https:shop.example/app/back?page=1'],
      ...['HTTPS://shop.example/app/back?page=1', 'javascript:alert(1)', 'data:text/html,hi', 'vbscript:x'],
      ...['com.example.app:/back', 'urn:ietf:wg:oauth:2.0:oob', '*', 'null', ''],
    )
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

  it('security: an unknown or disabled client gets no redirect, and its tokens end permanently, but no agreement', async () => {
    const { party, person, tokens } = await withTokens(lasting)
    const { names } = await ask(person.browser, party, { scope: 'openid mobile' })
    await operate(world, 'client', 'disable', party.key)
    await areOver(party, tokens)
    expect(codeOf(await person.client.openWebAuth({ ...names, scopes: 'openid' }))).toBe('no_such_client')
    for (const client_id of [party.key, 'nobody', "'; drop table open_clients; --", 'x'.repeat(3000)]) {
      const { url } = await newRequest(party, { client_id })
      expect(locationOf(await stranger().visit(url))).toBe('')
    }
    await operate(world, 'client', 'enable', party.key)
    await areOver(party, tokens)
    // What people agreed to stays.
    expect((await ask(person.browser, party, { prompt: 'none' })).page).toContain('code=')
  })

  type Tokens = Awaited<ReturnType<typeof refresh>>
  it.each<[string, (at: { party: Party; userId: string; second: Tokens }) => Promise<unknown>]>([
    ['one is revoked', ({ party, second }) => oidc.tokenRevocation(party.config, second.refresh_token ?? '')],
    [
      'its account is cancelled',
      ({ userId }) => world.storage.transaction((stores) => stores.standing.cancel(userId, Date.now() + 1_000_000)),
    ],
  ])('security: a family of refresh tokens ends when %s', async (_what, ends) => {
    const { party, person, tokens: first } = await withTokens(lasting)
    const second = await refresh(party, first.refresh_token)
    expect(second.refresh_token).not.toBe(first.refresh_token)
    expect(await userInfo(party, second.access_token)).toHaveProperty('sub')
    await ends({ party, userId: person.userId, second })
    await areOver(party, second)
    for (const token of [second.access_token, second.refresh_token]) expect(await isActive(party, token)).toBe(false)
  })

  it('security: a code is useless to another client, at another address, or without the verifier', async () => {
    const [{ party, authorised }, other] = [await agreed(), await registerParty(world)]
    const fields = { ...codeFields(party, authorised), code_verifier: authorised.verifier }
    const { code_verifier, ...withoutVerifier } = fields
    const wrong = oidc.randomPKCECodeVerifier()
    for (const [given, by] of [
      [fields, other],
      [{ ...fields, redirect_uri: 'https://evil.example/' }, party],
      [withoutVerifier, party],
      [{ ...fields, code_verifier: wrong }, party],
      [{ ...fields, code_verifier: 'short' }, party],
      [{ ...fields, code_verifier: wrong }, other],
      [{ ...fields, code_verifier: await oidc.calculatePKCECodeChallenge(code_verifier) }, party],
      [fields, { ...party, secret: 'guessed' }],
      [fields, { ...party, secret: '' }],
    ] as const) {
      const answer = await askForToken(given, by)
      expect([400, 401]).toContain(answer.status)
    }
    // None of these used the code up. The right use does, and a second one ends the first one’s tokens.
    const used = await askForToken(fields, party)
    expect(used.status).toBe(200)
    const { access_token } = (await used.json()) as { access_token: string }
    expect(await userInfo(party, access_token)).toHaveProperty('sub')
    expect((await askForToken({ ...fields, code_verifier: wrong }, party)).status).toBe(400)
    expect(await userInfo(party, access_token)).toHaveProperty('sub')
    expect((await askForToken(fields, party)).status).toBe(400)
    await expect(userInfo(party, access_token)).rejects.toThrow()
  })

  it('security: scopes that the client may not have, unknown ones and long ones give nothing', async () => {
    const [party, person] = [await registerParty(world, { scopes: 'openid,profile' }), await signedIn(world)]
    for (const scope of ['openid email', 'openid mobile_plain', `openid ${'email '.repeat(2000)}`.trim()])
      expect((await ask(person.browser, party, { scope })).page).toContain('error=invalid_scope')
    for (const scope of [`openid ${'x'.repeat(10_000)}`, 'openid nonsense __proto__ constructor']) {
      const { names } = await ask(person.browser, party, { scope })
      expect(await person.client.openAuthInfo(names)).toMatchObject({ data: { scopes: [{ scope: 'openid' }] } })
    }
  })

  it('security: a state with markup is returned unchanged, escaped in the URL', async () => {
    const party = await registerParty(world)
    const state = `"><script>alert(1)</script>&code=x#\r\nset-cookie: a=b`
    const { page } = await ask(stranger(), party, { prompt: 'none', state })
    expect(new URL(page).searchParams.get('state')).toBe(state)
    expect(page).not.toMatch(/[<>\n"]/)
  })

  it('security: only its own client with a secret can introspect a token', async () => {
    const [{ party, person, tokens }, other] = [await withTokens(lasting), await registerParty(world)]
    expect(await isActive(party, tokens.access_token)).toBe(true)
    expect(await isActive(other, tokens.access_token)).toBe(false)
    const withoutSecret = await registerParty(world, { isPublic: true })
    const { access_token } = await exchange(withoutSecret, await authorise(person, withoutSecret))
    expect(await userInfo(withoutSecret, access_token)).toHaveProperty('sub', person.userId)
    expect(await isActive(withoutSecret, access_token)).toBe(false)
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
      const { kid } = partOf(id_token, 0)
      return before.some((key) => key.kid === kid)
    }
    expect(await signer()).toBe(true)
    world.passMinutes(10)
    expect(await signer()).toBe(false)
    // The old keys are published until the end of their last token.
    const lastTokensEnd = signingKeyRule.publishedAfterMs / 60_000 + 1
    world.passMinutes(lastTokensEnd)
    const kids = (await keys()).map(({ kid }) => kid)
    expect(before.filter(({ kid }) => kids.includes(kid))).toEqual([])
    world.passMinutes(-12 - lastTokensEnd)
  })

  it('security: signing keys sealed with an older secret are sealed again with the first secret', async () => {
    const ring = ['a newer secret of the ring', ...world.deployment.secrets]
    const service = serviceWith(world, { secrets: ring })
    const sealedNow = async () => (await world.storage.signingKeys.all()).map(({ sealed }) => sealed).sort()
    expect(await operate(world, 'client', 'keys', 'rotate')).toMatchObject({ ok: true })
    const older = await sealedNow()
    expect(older.length).toBeGreaterThan(1)
    expect(await resealSigningKeys(service)).toBe(older.length)
    const newer = await sealedNow()
    expect(newer.filter((sealed) => older.includes(sealed))).toEqual([])
    await resealSigningKeys(service)
    expect(await sealedNow()).toEqual(newer)
    await resealSigningKeys(serviceWith(world, { secrets: ring.toReversed() }))
  })

  it('security: no token, code, secret or private key is in the database or in the log', async () => {
    const { party, authorised, tokens } = await withTokens(lasting)
    const stored = JSON.stringify(await everyRow(world.place)) + world.logged()
    const ofTheRequest = [authorised.back.searchParams.get('code'), authorised.verifier, party.secret]
    for (const secret of [...ofTheRequest, tokens.access_token, tokens.refresh_token, tokens.id_token])
      expect(stored).not.toContain(secret)
    expect(stored).not.toMatch(/"kty\\*":/)
  })

  type Logged = { msg: string; source?: string; error?: string }

  it('happy: the log names the client, the endpoint and the result of each request', async () => {
    const [party, person] = [await registerParty(world), await signedIn(world)]
    await authorise(person, party, { source: 'app.home-banner' })
    const forged = `x\n{"msg":"forged"} ${'y'.repeat(100)}`
    for (const source of ['', forged])
      await ask(person.browser, party, { source, prompt: 'none', scope: 'openid email' })
    const lines = world.logged().split('\n')
    const ofClient = lines.filter((line) => line.includes(party.key)).map((line) => JSON.parse(line) as Logged)
    const logged = ofClient.filter(({ msg }) => msg.startsWith('an application'))
    expect(logged.map(({ msg, source, error }) => [msg, source, error])).toEqual([
      ['an application asks', 'app.home-banner', undefined],
      ['an application got its answer', 'app.home-banner', undefined],
      ['an application got an error', undefined, 'consent_required'],
      ['an application got an error', undefined, 'consent_required'],
    ])
    expect(world.logged()).not.toContain('"forged"')
  })

  it('error: a request that fails before the OIDC library is answered without its cause', async () => {
    const broken = await worldForTest(database)
    const all = () => Promise.reject(new Error('no keys can be read'))
    broken.service.storage = { ...broken.storage, signingKeys: { ...broken.storage.signingKeys, all } }
    const answer = await fetch(`${await broken.listen()}/oidc/jwks`)
    expect([answer.status, await answer.json()]).toEqual([500, { error: 'server_error' }])
    expect(broken.logged()).toContain('no keys can be read')
  })

  it('security: 500 people at one client address can begin, with a captcha from the 301st on, up to a limit', async () => {
    const party = await registerParty(world)
    const { url } = await newRequest(party, { state: 'a&b' })
    const visitor = stranger()
    const begin = (at: URL | string = url) => visitor.visit(at)
    for (const path of ['/oidc/auth', '/oidc/AUTH/']) await begin(path)
    const others = `update counters set count = count + 298 where key like 'openRequestsFromAnAddress:%'`
    await writeInto(world.place, others, [])
    expect(locationOf(await stranger().visit(url))).toContain('/login/authorize/')
    for (const form of [undefined, url.searchParams]) {
      const asked = locationOf(await visitor.visit(form ? url.pathname : url, form))
      expect(asked).toMatch(/^\/login\/begin\/[\w-]{22}$/)
      const beginning_uid = asked.split('/').at(-1) ?? ''
      const jar = new CookieJar()
      const person = world.person({ jar })
      expect(await person.openBeginInfo({ beginning_uid })).toMatchObject({ data: { goes_on_at: null } })
      // A visitor who has solved no captcha begins nothing.
      const unsolved = await begin(`${url.pathname}${url.search}&beginning=${beginning_uid}`)
      expect(locationOf(unsolved)).toContain('/login/begin/')
      expect(await world.insist({ jar }, (client) => client.openBegin({ beginning_uid }))).toMatchObject({ ok: true })
      const { goes_on_at } = dataOf(await person.openBeginInfo({ beginning_uid }))
      expect(new URL(goes_on_at ?? '').searchParams.get('state')).toBe('a&b')
      expect(locationOf(await begin(goes_on_at ?? ''))).toContain('/login/authorize/')
      // The solved captcha works once.
      expect(locationOf(await begin(goes_on_at ?? ''))).toContain('/login/begin/')
      expect(await person.openBeginInfo({ beginning_uid })).toMatchObject({ code: 'no_such_beginning' })
    }
    expect((await begin(`${url}&state=${'x'.repeat(9000)}`)).status).toBe(429)
    const full = `update counters set count = 10000 where key like 'manyOpenRequestsFromAnAddress:%'`
    await writeInto(world.place, full, [])
    expect((await begin()).status).toBe(429)
  })

  /** All calls that name a request, for a person with this number. */
  const callsWith = (client: Client, names: Named, mobile: string) => [
    client.openAuthInfo(names),
    client.openWebAuth({ ...names, scopes: 'openid' }),
    client.openWebAuth({ ...names, scopes: '', deny: 1 }),
    client.openSendCode({ ...names, mobile }),
    client.openSmsAuth({ ...names, mobile, code: '123456' }),
    client.openAccountAuth({ ...names, account: mobile, password: 'fourteen calm violins' }),
    client.openThirdPartyAuth({ ...names, platform: 'example', code: 'x', redirect_uri: 'https://a.example/' }),
    client.openQrGet(names),
    client.openQrCheck({ ...names, token: 't'.repeat(22) }),
  ]

  it('security: no call takes parameters instead of a handle, nor a handle without its browser’s key, from a thief of a ticket or a signed-in victim', async () => {
    const [party, victim, at] = [await registerParty(world), await signedIn(world), visitorOf(world)]
    const { mobile, password } = victim
    const { names, state } = await ask(at.browser, party)
    const { auth_ticket } = dataOf(await at.client.openAccountAuth({ ...names, account: mobile, password }))
    const { browser_key: ofOther } = (await ask(stranger(), party)).names
    const { request_uid, browser_key } = names
    const asked = { client_key: party.key, scope: 'openid', source: 'mail', redirect_uri: party.redirectUri, state }
    for (const [code, ...given] of [
      ['no_such_open_request', {}, asked, { ...asked, request_uid }, { browser_key }],
      ['open_request_elsewhere', ...['', ofOther, 'x'.repeat(43)].map((key) => ({ ...names, browser_key: key }))],
    ] satisfies [string, ...Named[]][])
      for (const named of given)
        for (const answer of [
          ...(await Promise.all(callsWith(world.person(), { ...named, auth_ticket }, mobile))),
          ...(await Promise.all(callsWith(victim.client, named, mobile))),
        ])
          expect(answer).toMatchObject({ ok: false, code })
  })

  it('security: parameters next to a handle change neither the request nor the application', async () => {
    const [party, other, person] = [await registerParty(world), await registerParty(world), await signedIn(world)]
    const { names } = await ask(person.browser, party, { scope: 'openid profile' })
    const asked = { client_key: other.key, scope: 'openid mobile', redirect_uri: other.redirectUri, state: 'x' }
    const plain = dataOf(await person.client.openAuthInfo(names))
    expect(dataOf(await person.client.openAuthInfo({ ...names, ...asked }))).toEqual(plain)
    expect(plain.client.client_key).toBe(party.key)
  })

  // This test is last, because the clock makes the server read its keys again.
  it('security: a code expires after a minute', async () => {
    const { party, authorised: late } = await agreed()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10 * 60_000 })
    onTestFinished(() => void vi.useRealTimers())
    const answer = await askForToken(codeFields(party, late), party)
    expect([answer.status, await answer.json()]).toMatchObject([400, { error: 'invalid_grant' }])
  })
})

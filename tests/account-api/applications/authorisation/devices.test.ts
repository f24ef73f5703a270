import * as oidc from 'openid-client'
import { afterEach, expect, it, vi } from 'vitest'
import { limits } from '#account-api/kernel/limits/limits'
import { authorise, exchange, registerParty, signedIn } from '#tests/account-api/applications/protocol/parties'
import { describeProtocolWorlds } from '#tests/account-api/applications/protocol/protocol-world'
import { partOf, refresh, userInfo } from '#tests/account-api/applications/protocol/tokens'
import { operate } from '#tests/account-api/applications/services/services'
import { dataOf, refused } from '#tests/account-api/worlds/world'
import { everyRow } from '#tests/fixtures/databases/tables'
import { answerAt, locationOf } from './answers'
import { Browser } from './browser'
import { answerOnDevice, askedOnDevice, askOnDevice, beginAt, plain, poll, registerDeviceParty } from './devices'

describeProtocolWorlds('the device grant on $name', (world) => {
  afterEach(() => vi.useRealTimers())

  const stranger = () => world.person()

  /** Advances the clock of the account API and of the OIDC library. */
  const pass = (minutes: number) => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * 60_000 })
  }

  /** A device that shows a code, and a person at another browser. */
  const asking = async (fields: Record<string, string> = {}, options?: Parameters<typeof registerDeviceParty>[1]) => {
    const [party, person] = [await registerDeviceParty(world, options), await signedIn(world)]
    const again = async () => {
      const asked = await askedOnDevice(party, fields)
      const look = () => poll(world, party, asked.device_code)
      return { asked, typed: { user_code: plain(asked.user_code) }, look }
    }
    return { party, person, ...(await again()), again }
  }

  it('happy: a device gets its tokens after its person agrees in another browser', async () => {
    const fields = { scope: 'openid profile offline_access' }
    const { party, person, asked, typed, look } = await asking(fields, { isPublic: true })
    expect(asked).toEqual({
      device_code: expect.stringMatching(/^[\w-]{43}$/),
      user_code: expect.stringMatching(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/),
      verification_uri: `${world.baseUrl}/login/device`,
      verification_uri_complete: `${world.baseUrl}/login/device?user_code=${asked.user_code}`,
      expires_in: 600,
      interval: 5,
    })
    expect(await look()).toMatchObject({ status: 400, error: 'authorization_pending' })
    expect(dataOf(await person.client.openDeviceInfo(typed))).toMatchObject({
      client: { client_key: party.key, name: 'Orchard' },
      person: { username: expect.any(String) },
    })
    const request = await beginAt(person, asked.user_code)
    const scopes = [{ scope: 'openid' }, { scope: 'profile' }, { scope: 'offline_access' }]
    expect(dataOf(await person.client.openAuthInfo(request))).toMatchObject({ scopes, needs: [] })
    expect(await answerAt(person, { ...request, scopes: 'openid offline_access' })).toBe('/login/device/done')

    const tokens = await oidc.pollDeviceAuthorizationGrant(party.config, { ...asked, interval: 0.01 })
    expect(tokens).toMatchObject({ scope: 'openid offline_access', refresh_token: expect.any(String) })
    expect(tokens.claims()?.sub).toBe(person.userId)
    expect(await userInfo(party, tokens.access_token)).toEqual({ sub: person.userId })
    // The device stays signed in when its person signs out where they agreed.
    await person.client.logout({})
    expect(await refresh(party, tokens.refresh_token)).toHaveProperty('access_token')
  })

  it('happy: the discovery document lists the device grant, and only registered clients may use it', async () => {
    const { party, person, typed, look } = await asking()
    expect(party.config.serverMetadata()).toMatchObject({
      device_authorization_endpoint: `${world.baseUrl}/oidc/device/auth`,
      end_session_endpoint: `${world.baseUrl}/oidc/logout`,
      grant_types_supported: expect.arrayContaining(['urn:ietf:params:oauth:grant-type:device_code']),
    })
    expect((await askOnDevice(world, await registerParty(world))).status).toBe(400)
    await operate(world, 'client', 'device', party.key, 'no')
    expect(await person.client.openDeviceInfo(typed)).toMatchObject({ ok: false, code: 'no_such_client' })
    expect((await look()).status).toBe(400)
    expect((await operate(world, 'client', 'show', party.key)).text).toContain('device\tno')
    expect(await operate(world, 'client', 'device', party.key, 'maybe')).toMatchObject({ ok: false })
  })

  it('happy: a device can request a specific person and a fresh proof', async () => {
    const [party, ann, bob] = [await registerDeviceParty(world), await signedIn(world), await signedIn(world)]
    const { id_token: id_token_hint = '' } = await exchange(party, await authorise(ann, party))
    const asked = await askedOnDevice(party, { id_token_hint, max_age: '600' })
    const request = { ...(await beginAt({ ...ann, client: bob.client }, asked.user_code)), scopes: 'openid' }
    expect(await bob.client.openAuthInfo(request)).toMatchObject({ data: { needs: ['sign_in'] } })
    expect(await bob.client.openWebAuth(request)).toMatchObject({ code: 'not_signed_in' })
    expect(await ann.client.openAuthInfo(request)).toMatchObject({ data: { needs: [] } })
    await answerAt(ann, request)
    const { id_token = '' } = await poll(world, party, asked.device_code)
    expect(partOf(id_token, 1)).toMatchObject({ sub: ann.userId, auth_time: expect.any(Number) })
    const forged = await askOnDevice(world, party, { id_token_hint: `${id_token_hint}x` })
    expect([forged.status, await forged.json()]).toMatchObject([400, { error: 'invalid_request' }])
  })

  it('security: a first-party client keeps what its person agreed to only as long as their session', async () => {
    const { party, person, asked, look } = await asking()
    await operate(world, 'client', 'first-party', party.key, 'yes')
    await answerOnDevice(person, asked, { scopes: 'openid' })
    const { scope, access_token } = await look()
    expect(scope).toBe('openid')
    expect(await userInfo(party, access_token)).toEqual({ sub: person.userId })
    await person.client.logout({})
    await expect(userInfo(party, access_token)).rejects.toThrow()
  })

  it('error: a device whose person declines learns that once, from the code page or the agreement page', async () => {
    const { person, typed, look, again } = await asking()
    // Nobody has to be signed in to decline.
    expect(await stranger().openDeviceBegin({ ...typed, deny: 1 })).toMatchObject({ ok: true, data: { request: null } })
    expect(await look()).toMatchObject({ error: 'access_denied' })
    expect(await look()).toMatchObject({ error: 'invalid_grant' })
    const second = await again()
    expect(await answerOnDevice(person, second.asked, { scopes: '', deny: 1 })).toBe('/login/device/declined')
    expect(await second.look()).toMatchObject({ error: 'access_denied' })
  })

  it('error: an expired code can be neither typed nor confirmed, and the device learns that', async () => {
    const { person, typed, look, again } = await asking()
    const begun = await again()
    const request = { ...(await beginAt(person, begun.asked.user_code)), scopes: 'openid' }
    const answered = await person.client.openWebAuth(request)
    world.passMinutes(10)
    for (const call of ['openDeviceInfo', 'openDeviceBegin'] as const)
      expect(await person.client[call](typed)).toMatchObject({ code: 'no_such_user_code' })
    expect(await person.client.openWebAuth(request)).toMatchObject({ code: 'no_such_open_request' })
    world.passMinutes(-10)
    pass(10)
    for (const device of [{ look }, begun]) expect(await device.look()).toMatchObject({ error: 'expired_token' })
    // An answer given in time, but the browser continues too late.
    const url = new URL(answered.ok ? answered.data.redirect_url : '')
    const cookie = [...person.browser.cookiesAt(url.pathname)].map((each) => each.join('=')).join('; ')
    const late = await fetch(url, { redirect: 'manual', headers: { cookie } })
    expect([late.status, locationOf(late)]).toEqual([303, '/login/device/over'])
  })

  it('security: a code can be typed once, so a second person gets nothing during the sign-in or afterwards', async () => {
    const [{ party, person: ann, typed, look }, bob] = [await asking(), await signedIn(world)]
    const tries = await Promise.allSettled([ann, bob].map((person) => beginAt(person, typed.user_code)))
    expect(tries.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const [first, second] = tries[0]?.status === 'fulfilled' ? [ann, bob] : [bob, ann]
    const begun = tries.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))[0]
    if (!begun) throw new Error('no request')
    const request = { ...begun, scopes: 'openid' }
    for (const deny of [0, 1])
      expect(await second.client.openDeviceBegin({ ...typed, deny })).toMatchObject({ code: 'no_such_user_code' })
    // The page’s address alone is useless to anybody else.
    await refused(second.client.openWebAuth({ ...request, browser_key: '' }), 'open_request_elsewhere')
    const answered = await first.client.openWebAuth(request)
    const goOn = async ({ browser }: typeof first) =>
      locationOf(await browser.visit(answered.ok ? answered.data.redirect_url : ''))
    expect(await goOn(second)).toBe('/login/device/over')
    expect(await look()).toMatchObject({ error: 'authorization_pending' })
    expect(await goOn(first)).toBe('/login/device/done')
    // Approved twice.
    expect(await goOn(first)).toBe('/login/device/over')
    expect(await first.client.openWebAuth(request)).toMatchObject({ code: 'no_such_open_request' })
    expect(await userInfo(party, (await look()).access_token)).toEqual({ sub: first.userId })
  })

  it('security: a device that polls too fast is slowed down, and still gets its tokens', async () => {
    const { person, asked, look } = await asking()
    for (const error of ['authorization_pending', 'slow_down']) expect(await look()).toMatchObject({ error })
    world.passMinutes(5 / 60)
    expect(await look()).toMatchObject({ error: 'authorization_pending' })
    await answerOnDevice(person, asked, { scopes: 'openid' })
    expect((await look()).status).toBe(200)
  })

  it('security: a device code works once, and a second use ends the tokens of the first', async () => {
    const { party, person, asked, look } = await asking()
    await answerOnDevice(person, asked, { scopes: 'openid' })
    const answers = await Promise.all([1, 2, 3].map(look))
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1)
    expect(await look()).toMatchObject({ status: 400, error: 'invalid_grant' })
    for (const { access_token } of answers)
      if (access_token !== undefined) await expect(userInfo(party, access_token)).rejects.toThrow()
  })

  it('security: a device code is useless to another client, and its stored form is useless to anybody', async () => {
    const [{ party, person, asked, typed, look }, other] = [await asking(), await registerDeviceParty(world)]
    const request = await beginAt(person, asked.user_code)
    expect(await poll(world, other, asked.device_code)).toMatchObject({ error: 'invalid_grant' })
    await answerAt(person, { ...request, scopes: 'openid' })
    expect(await poll(world, other, asked.device_code)).toMatchObject({ error: 'invalid_grant' })
    const { protocol_records: records = [] } = await everyRow(world.place)
    const stored = JSON.stringify(records) + world.logged()
    for (const secret of [asked.device_code, asked.user_code, typed.user_code]) expect(stored).not.toContain(secret)
    for (const { hash } of records)
      for (const guess of [`.${hash}`, String(hash)])
        expect(await poll(world, party, guess)).toMatchObject({ error: 'invalid_grant' })
    expect((await look()).status).toBe(200)
  })

  it('security: a disabled client and a revoked grant each end a device’s request at once', async () => {
    const { party, person, typed, look, again } = await asking()
    await operate(world, 'client', 'disable', party.key)
    expect((await look()).status).toBe(401)
    expect(await person.client.openDeviceBegin(typed)).toMatchObject({ code: 'no_such_client' })
    await operate(world, 'client', 'enable', party.key)
    const agreed = await again()
    await answerOnDevice(person, agreed.asked, { scopes: 'openid' })
    await person.client.revokeAuthorisation({ client_key: party.key })
    expect(await agreed.look()).toMatchObject({ error: 'invalid_grant' })
  })

  it('security: wrong codes are limited per visitor, per person, and for all signed-out visitors together', async () => {
    const [{ person, typed: right }, visitor] = [await asking(), stranger()]
    const wrong = { user_code: 'BBBBBBBB' }
    for (let nth = 0; nth < limits.wrongUserCodesFromAnAddress.most; nth++) {
      expect(await visitor.openDeviceInfo(wrong)).toMatchObject({ code: 'no_such_user_code' })
      expect(await person.client.openDeviceBegin(wrong)).toMatchObject({ code: 'no_such_user_code' })
      // A right code does not count.
      if (nth < 3) expect(await visitor.openDeviceInfo(right)).toMatchObject({ ok: true })
    }
    const tooMany = { code: 'too_many_requests', data: { retry_after: expect.any(Number) } }
    for (const call of ['openDeviceInfo', 'openDeviceBegin'] as const)
      for (const client of [visitor, person.client]) expect(await client[call](right)).toMatchObject(tooMany)

    const another = await signedIn(world)
    const key = 'wrongUserCodesOfVisitors:visitors'
    const expiresAt = world.deployment.now() + 60_000
    await world.storage.counters.addAll([{ key, subject: null, by: limits.wrongUserCodesOfVisitors.most, expiresAt }])
    for (const call of ['openDeviceInfo', 'openDeviceBegin'] as const)
      expect(await stranger()[call](right)).toMatchObject({ code: 'user_code_needs_sign_in' })
    expect(await another.client.openDeviceInfo(right)).toMatchObject({ ok: true })
    await world.storage.counters.reset([key])
  })

  it('security: the device pages of the OIDC library are not served, and leave no record', async () => {
    const browser = new Browser(world)
    const before = (await everyRow(world.place)).protocol_records?.length
    const typed = new URLSearchParams({ user_code: 'BBBBBBBB', xsrf: 'x', confirm: 'yes' })
    for (const [path, form, leadsTo] of [
      ['/oidc/device', undefined, '/login/device'],
      ['/oidc/device', typed, '/login/device'],
      [`/oidc/device/${'x'.repeat(43)}`, undefined, '/login/device/over'],
    ] as const) {
      const answer = await browser.visit(path, form)
      expect([answer.status, locationOf(answer)]).toEqual([303, leadsTo])
    }
    expect((await everyRow(world.place)).protocol_records?.length).toBe(before)
  })

  it('security: scopes that the client may not have are refused, and each client address has a request limit', async () => {
    const party = await registerDeviceParty(world, { scopes: 'openid' })
    const answer = await askOnDevice(world, party, { scope: 'openid email' })
    expect([answer.status, await answer.json()]).toMatchObject([400, { error: 'invalid_scope' }])
    const { most, durationMs } = limits.deviceRequestsFromAnAddress
    const expiresAt = world.deployment.now() + durationMs
    const key = 'deviceRequestsFromAnAddress:127.0.0.1'
    await world.storage.counters.addAll([{ key, subject: null, by: most, expiresAt }])
    expect((await askOnDevice(world, party)).status).toBe(429)
    await world.storage.counters.reset([key])
  })
})

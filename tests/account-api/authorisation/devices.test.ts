import * as oidc from 'openid-client'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { limits } from '../../../account-api/domain/limit/limits'
import { issueAuthTicket } from '../../../account-api/domain/open/person'
import { CookieJar } from '../../../contract/cookie-jar'
import { databases } from '../../fixtures/databases'
import { everyRow } from '../../fixtures/tables'
import { openOrganisation } from '../organisation/members'
import { operate } from '../sso/services'
import { freshAddress, worldOn } from '../world'
import { Browser } from './browser'
import { answerAt, askedOnDevice, askOnDevice, beginAt, plain, poll, registerDeviceParty } from './devices'
import { authorise, exchange, openToClients, registerParty, signedIn } from './parties'

describe.each(databases)('the device grant on $name', (database) => {
  const world = worldOn(database)
  beforeAll(() => openToClients(world))
  afterEach(() => vi.useRealTimers())

  const stranger = () => world.person({ address: freshAddress() })

  /** Lets the time pass for the account API and for the protocol's library. */
  const pass = (minutes: number) => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * 60_000 })
  }

  it('happy: a device gets its tokens once its person has agreed at another browser', async () => {
    const [party, person] = [await registerDeviceParty(world, { isPublic: true }), await signedIn(world)]
    const asked = await askedOnDevice(world, party, { scope: 'openid profile offline_access' })
    expect(asked).toEqual({
      device_code: expect.stringMatching(/^[\w-]{43}$/),
      user_code: expect.stringMatching(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/),
      verification_uri: `${world.baseUrl}/login/device`,
      verification_uri_complete: `${world.baseUrl}/login/device?user_code=${asked.user_code}`,
      expires_in: 600,
      interval: 5,
    })
    expect(await poll(world, party, asked.device_code)).toMatchObject({ status: 400, error: 'authorization_pending' })

    const user_code = plain(asked.user_code)
    expect(await person.client.openDeviceInfo({ user_code })).toMatchObject({
      ok: true,
      data: { client: { client_key: party.key, name: 'Orchard' }, person: { username: expect.any(String) } },
    })
    const request = await beginAt(person.browser, person.client, asked.user_code)
    expect(await person.client.openAuthInfo(request)).toMatchObject({
      data: { scopes: [{ scope: 'openid' }, { scope: 'profile' }, { scope: 'offline_access' }], needs: [] },
    })
    expect(await answerAt(person.browser, person.client, request, 'openid offline_access')).toBe('/login/device/done')

    const tokens = await poll(world, party, asked.device_code)
    expect(tokens).toMatchObject({ status: 200, scope: 'openid offline_access', refresh_token: expect.any(String) })
    const { access_token = '', refresh_token = '' } = tokens
    expect(await oidc.fetchUserInfo(party.config, access_token, person.userId)).toEqual({ sub: person.userId })
    // The device stays signed in when its person signs out where they agreed.
    await person.client.logout({})
    expect(await oidc.refreshTokenGrant(party.config, refresh_token)).toHaveProperty('access_token')
  })

  it('happy: the discovery document names the device grant, and only clients that are registered for it have it', async () => {
    const [party, person] = [await registerParty(world), await signedIn(world)]
    expect(party.config.serverMetadata()).toMatchObject({
      device_authorization_endpoint: `${world.baseUrl}/oidc/device/auth`,
      end_session_endpoint: `${world.baseUrl}/oidc/logout`,
      grant_types_supported: expect.arrayContaining(['urn:ietf:params:oauth:grant-type:device_code']),
    })
    expect((await askOnDevice(world, party)).status).toBe(400)
    await operate(world, 'client', 'device', party.key, 'yes')
    const asked = await askedOnDevice(world, party)
    await operate(world, 'client', 'device', party.key, 'no')
    const user_code = plain(asked.user_code)
    expect(await person.client.openDeviceInfo({ user_code })).toMatchObject({ ok: false, code: 'no_such_client' })
    expect((await poll(world, party, asked.device_code)).status).toBe(400)
    expect((await operate(world, 'client', 'show', party.key)).text).toContain('device\tno')
    expect(await operate(world, 'client', 'device', party.key, 'maybe')).toMatchObject({ ok: false })
  })

  it('happy: a device may ask for one person, and for a fresh proof', async () => {
    const [party, ann, bob] = [await registerDeviceParty(world), await signedIn(world), await signedIn(world)]
    const { id_token: id_token_hint = '' } = await exchange(party, await authorise(ann, party))
    const asked = await askedOnDevice(world, party, { id_token_hint, max_age: '600' })
    const request = await beginAt(ann.browser, bob.client, asked.user_code)
    expect(await bob.client.openAuthInfo(request)).toMatchObject({ data: { needs: ['sign_in'] } })
    expect(await bob.client.openWebAuth({ ...request, scopes: 'openid' })).toMatchObject({ code: 'not_signed_in' })
    expect(await ann.client.openAuthInfo(request)).toMatchObject({ data: { needs: [] } })
    await answerAt(ann.browser, ann.client, request, 'openid')
    const { id_token = '' } = await poll(world, party, asked.device_code)
    const claims = JSON.parse(Buffer.from(id_token.split('.')[1] ?? '', 'base64url').toString())
    expect(claims).toMatchObject({ sub: ann.userId, auth_time: expect.any(Number) })
    const forged = await askOnDevice(world, party, { id_token_hint: `${id_token_hint}x` })
    expect([forged.status, await forged.json()]).toMatchObject([400, { error: 'invalid_request' }])
  })

  it('security: a client of the operator’s own gets what its person agreed to, for as long as their session', async () => {
    const [party, person] = [await registerDeviceParty(world), await signedIn(world)]
    await operate(world, 'client', 'first-party', party.key, 'yes')
    const asked = await askedOnDevice(world, party)
    const request = await beginAt(person.browser, person.client, asked.user_code)
    await answerAt(person.browser, person.client, request, 'openid')
    const { scope, access_token = '' } = await poll(world, party, asked.device_code)
    expect(scope).toBe('openid')
    expect(await oidc.fetchUserInfo(party.config, access_token, person.userId)).toEqual({ sub: person.userId })
    await person.client.logout({})
    await expect(oidc.fetchUserInfo(party.config, access_token, person.userId)).rejects.toThrow()
  })

  it('happy: a person who was proven for this request alone agrees, and stays signed out', async () => {
    const [party, { userId: accountId }] = [await registerDeviceParty(world), await signedIn(world)]
    const asked = await askedOnDevice(world, party)
    const [browser, client] = [new Browser(world, new CookieJar()), stranger()]
    const request = await beginAt(browser, client, asked.user_code)
    const of = { request: { uid: request.request_uid }, accountId }
    const auth_ticket = await issueAuthTicket(world.setting, world.storage, of)
    const answered = await client.openWebAuth({ ...request, auth_ticket, scopes: 'openid' })
    const ended = await browser.visit(answered.ok ? answered.data.redirect_url : '')
    expect(ended.headers.get('location')).toBe('/login/device/done')
    const { access_token = '' } = await poll(world, party, asked.device_code)
    expect(await oidc.fetchUserInfo(party.config, access_token, accountId)).toEqual({ sub: accountId })
    expect(await client.accountInfo({})).toMatchObject({ ok: false, code: 'not_signed_in' })
  })

  it('error: a device whose person declines is told so, once, at the code or at what it asks for', async () => {
    const [party, person] = [await registerDeviceParty(world), await signedIn(world)]
    const first = await askedOnDevice(world, party)
    // Nobody has to be signed in to decline.
    expect(await stranger().openDeviceBegin({ user_code: plain(first.user_code), deny: 1 })).toMatchObject({
      ok: true,
      data: { request: null },
    })
    expect(await poll(world, party, first.device_code)).toMatchObject({ error: 'access_denied' })
    expect(await poll(world, party, first.device_code)).toMatchObject({ error: 'invalid_grant' })

    const second = await askedOnDevice(world, party)
    const request = await beginAt(person.browser, person.client, second.user_code)
    expect(await answerAt(person.browser, person.client, request, '')).toBe('/login/device/declined')
    expect(await poll(world, party, second.device_code)).toMatchObject({ error: 'access_denied' })
  })

  it('error: a code that has expired can neither be typed nor answered, and the device is told', async () => {
    const [party, person] = [await registerDeviceParty(world), await signedIn(world)]
    const [typed, begun] = [await askedOnDevice(world, party), await askedOnDevice(world, party)]
    const request = await beginAt(person.browser, person.client, begun.user_code)
    const answered = await person.client.openWebAuth({ ...request, scopes: 'openid' })
    world.passMinutes(10)
    const user_code = plain(typed.user_code)
    expect(await person.client.openDeviceInfo({ user_code })).toMatchObject({ code: 'no_such_user_code' })
    expect(await person.client.openDeviceBegin({ user_code })).toMatchObject({ code: 'no_such_user_code' })
    expect(await person.client.openWebAuth({ ...request, scopes: 'openid' })).toMatchObject({
      code: 'no_such_open_request',
    })
    world.passMinutes(-10)
    pass(10)
    for (const { device_code } of [typed, begun])
      expect(await poll(world, party, device_code)).toMatchObject({ error: 'expired_token' })
    // An answer that was given in time, with which the browser goes on too late.
    const url = new URL(answered.ok ? answered.data.redirect_url : '')
    const cookie = [...person.browser.cookiesAt(url.pathname)].map((each) => each.join('=')).join('; ')
    const late = await fetch(url, { redirect: 'manual', headers: { cookie } })
    expect([late.status, late.headers.get('location')]).toEqual([303, '/login/device/over'])
  })

  it('security: a code is typed once; who comes second, in the middle or afterwards, gets nothing', async () => {
    const [party, ann, bob] = [await registerDeviceParty(world), await signedIn(world), await signedIn(world)]
    const asked = await askedOnDevice(world, party)
    const user_code = plain(asked.user_code)
    const tries = await Promise.allSettled([ann, bob].map(({ browser, client }) => beginAt(browser, client, user_code)))
    expect(tries.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const [first, second] = tries[0]?.status === 'fulfilled' ? [ann, bob] : [bob, ann]
    const request = tries.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))[0]
    if (!request) throw new Error('no request')
    for (const deny of [0, 1])
      expect(await second.client.openDeviceBegin({ user_code, deny })).toMatchObject({ code: 'no_such_user_code' })
    // The address of the page alone is of no use to anybody else.
    expect(await second.client.openWebAuth({ ...request, browser_key: '', scopes: 'openid' })).toMatchObject({
      code: 'open_request_elsewhere',
    })
    const answered = await first.client.openWebAuth({ ...request, scopes: 'openid' })
    const onward = answered.ok ? answered.data.redirect_url : ''
    expect((await second.browser.visit(onward)).headers.get('location')).toBe('/login/device/over')
    expect(await poll(world, party, asked.device_code)).toMatchObject({ error: 'authorization_pending' })
    expect((await first.browser.visit(onward)).headers.get('location')).toBe('/login/device/done')
    // Approved twice.
    expect((await first.browser.visit(onward)).headers.get('location')).toBe('/login/device/over')
    expect(await first.client.openWebAuth({ ...request, scopes: 'openid' })).toMatchObject({
      code: 'no_such_open_request',
    })
    const { access_token = '' } = await poll(world, party, asked.device_code)
    expect(await oidc.fetchUserInfo(party.config, access_token, oidc.skipSubjectCheck)).toEqual({ sub: first.userId })
  })

  it('security: a device that asks too fast is slowed down, and gets its tokens all the same', async () => {
    const [party, person] = [await registerDeviceParty(world), await signedIn(world)]
    const { device_code, user_code } = await askedOnDevice(world, party)
    const errors = [await poll(world, party, device_code), await poll(world, party, device_code)]
    expect(errors.map(({ error }) => error)).toEqual(['authorization_pending', 'slow_down'])
    world.passMinutes(5 / 60)
    expect(await poll(world, party, device_code)).toMatchObject({ error: 'authorization_pending' })
    const request = await beginAt(person.browser, person.client, user_code)
    await answerAt(person.browser, person.client, request, 'openid')
    expect((await poll(world, party, device_code)).status).toBe(200)
  })

  it('security: a device code is good once; its second use ends what the first one got', async () => {
    const [party, person] = [await registerDeviceParty(world), await signedIn(world)]
    const { device_code, user_code } = await askedOnDevice(world, party)
    const request = await beginAt(person.browser, person.client, user_code)
    await answerAt(person.browser, person.client, request, 'openid')
    const answers = await Promise.all([1, 2, 3].map(() => poll(world, party, device_code)))
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1)
    expect(await poll(world, party, device_code)).toMatchObject({ status: 400, error: 'invalid_grant' })
    for (const { access_token } of answers)
      if (access_token !== undefined)
        await expect(oidc.fetchUserInfo(party.config, access_token, oidc.skipSubjectCheck)).rejects.toThrow()
  })

  it('security: another client gets nothing by a device code, nor does anybody by what stands in the database', async () => {
    const [party, other] = [await registerDeviceParty(world), await registerDeviceParty(world)]
    const person = await signedIn(world)
    const { device_code, user_code } = await askedOnDevice(world, party)
    const request = await beginAt(person.browser, person.client, user_code)
    expect(await poll(world, other, device_code)).toMatchObject({ error: 'invalid_grant' })
    await answerAt(person.browser, person.client, request, 'openid')
    expect(await poll(world, other, device_code)).toMatchObject({ error: 'invalid_grant' })
    const { protocol_records: records = [] } = await everyRow(world.place)
    const stored = JSON.stringify(records) + world.logged()
    for (const secret of [device_code, user_code, plain(user_code)]) expect(stored).not.toContain(secret)
    for (const { hash } of records)
      for (const guess of [`.${hash}`, String(hash)])
        expect(await poll(world, party, guess)).toMatchObject({ error: 'invalid_grant' })
    expect((await poll(world, party, device_code)).status).toBe(200)
  })

  it('security: a disabled client, a frozen organisation and a revoked authorisation end it at once', async () => {
    const [party, person] = [await registerDeviceParty(world), await signedIn(world)]
    const waiting = await askedOnDevice(world, party)
    await operate(world, 'client', 'disable', party.key)
    expect((await poll(world, party, waiting.device_code)).status).toBe(401)
    expect(await person.client.openDeviceBegin({ user_code: plain(waiting.user_code) })).toMatchObject({
      code: 'no_such_client',
    })
    await operate(world, 'client', 'enable', party.key)
    const agreed = await askedOnDevice(world, party)
    const request = await beginAt(person.browser, person.client, agreed.user_code)
    await answerAt(person.browser, person.client, request, 'openid')
    await person.client.revokeAuthorisation({ client_key: party.key })
    expect(await poll(world, party, agreed.device_code)).toMatchObject({ error: 'invalid_grant' })

    const { sec_subject_uid, manager } = await openOrganisation(world)
    const { browser } = person
    for (const isFrozen of [true, false]) {
      const asMember = await askedOnDevice(world, party)
      const names = await beginAt(browser, manager.client, asMember.user_code)
      const answered = await manager.client.openWebAuth({ ...names, scopes: 'openid', sec_subject_uid })
      await browser.visit(answered.ok ? answered.data.redirect_url : '')
      if (isFrozen) await operate(world, 'organisations', 'freeze', sec_subject_uid)
      expect((await poll(world, party, asMember.device_code)).status).toBe(isFrozen ? 400 : 200)
      await operate(world, 'organisations', 'unfreeze', sec_subject_uid)
    }
  })

  it('security: wrong codes are counted for each visitor, each person, and all who are signed out', async () => {
    const [party, person] = [await registerDeviceParty(world), await signedIn(world)]
    const asked = await askedOnDevice(world, party)
    const right = { user_code: plain(asked.user_code) }
    const wrong = { user_code: 'BBBBBBBB' }
    const visitor = stranger()
    for (let nth = 0; nth < limits.wrongUserCodesFromAnAddress.most; nth++) {
      expect(await visitor.openDeviceInfo(wrong)).toMatchObject({ code: 'no_such_user_code' })
      expect(await person.client.openDeviceBegin(wrong)).toMatchObject({ code: 'no_such_user_code' })
      // A right one is none of them.
      if (nth < 3) expect(await visitor.openDeviceInfo(right)).toMatchObject({ ok: true })
    }
    for (const call of ['openDeviceInfo', 'openDeviceBegin'] as const)
      for (const client of [visitor, person.client])
        expect(await client[call](right)).toMatchObject({
          code: 'too_many_requests',
          data: { retry_after: expect.any(Number) },
        })

    const another = await signedIn(world)
    const key = 'wrongUserCodesOfVisitors:visitors'
    const expiresAt = world.setting.now() + 60_000
    await world.storage.counters.addAll([{ key, subject: null, by: limits.wrongUserCodesOfVisitors.most, expiresAt }])
    expect(await stranger().openDeviceInfo(right)).toMatchObject({ code: 'user_code_needs_sign_in' })
    expect(await stranger().openDeviceBegin(right)).toMatchObject({ code: 'user_code_needs_sign_in' })
    expect(await another.client.openDeviceInfo(right)).toMatchObject({ ok: true })
    await world.storage.counters.reset(key)
  })

  it('security: the pages of the library are none of ours, and leave no record', async () => {
    const browser = new Browser(world, new CookieJar())
    const before = (await everyRow(world.place)).protocol_records?.length
    for (const form of [undefined, new URLSearchParams({ user_code: 'BBBBBBBB', xsrf: 'x', confirm: 'yes' })]) {
      const answer = await browser.visit('/oidc/device', form)
      expect([answer.status, answer.headers.get('location')]).toEqual([303, '/login/device'])
    }
    const resumed = await browser.visit(`/oidc/device/${'x'.repeat(43)}`)
    expect([resumed.status, resumed.headers.get('location')]).toEqual([303, '/login/device/over'])
    expect((await everyRow(world.place)).protocol_records?.length).toBe(before)
  })

  it('security: scopes that the client may not have are refused, and one address cannot ask without end', async () => {
    const party = await registerDeviceParty(world, { scopes: 'openid' })
    const refused = await askOnDevice(world, party, { scope: 'openid email' })
    expect([refused.status, await refused.json()]).toMatchObject([400, { error: 'invalid_scope' }])
    const { most, durationMs } = limits.deviceRequestsFromAnAddress
    const expiresAt = world.setting.now() + durationMs
    const key = 'deviceRequestsFromAnAddress:127.0.0.1'
    await world.storage.counters.addAll([{ key, subject: null, by: most, expiresAt }])
    expect((await askOnDevice(world, party)).status).toBe(429)
    await world.storage.counters.reset(key)
  })
})

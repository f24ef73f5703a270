import * as oidc from 'openid-client'
import { beforeAll, describe, expect, it } from 'vitest'
import { issueAuthTicket } from '../../../account-api/domain/open/person'
import { CookieJar } from '../../../contract/cookie-jar'
import { databases } from '../../fixtures/databases'
import { operate } from '../sso/services'
import { worldOn } from '../world'
import { Browser } from './browser'
import {
  agree,
  authorise,
  exchange,
  locationOf,
  namesAt,
  newRequest,
  openToClients,
  registerParty,
  signedIn,
} from './parties'

describe.each(databases)('the agreement to a request of an application on $name', (database) => {
  const world = worldOn(database)
  beforeAll(() => openToClients(world))

  /** A request that waits for the answer of a person. */
  const waiting = async (more: Record<string, string> = {}) => {
    const [party, person] = [await registerParty(world), await signedIn(world)]
    const request = await newRequest(party, more)
    const page = locationOf(await person.browser.visit(request.url))
    return { party, ...person, request, page, names: namesAt(person.browser, page) }
  }

  it('happy: the page says who asks for what, with the values of the person', async () => {
    const { client, names, party } = await waiting({ scope: 'openid profile mobile email', login_hint: 'ann' })
    expect(await client.openAuthInfo(names)).toMatchObject({
      ok: true,
      data: {
        client: { client_key: party.key, name: 'Orchard', icon: null, is_verified: true, owner: null },
        person: { username: expect.any(String) },
        scopes: [
          { scope: 'openid', is_required: true, already_granted: false },
          { scope: 'profile', is_sensitive: false, is_required: false },
          { scope: 'mobile', value: expect.stringMatching(/^\+86 138\*{4}\d{4}$/) },
          { scope: 'email', is_sensitive: true, value: null },
        ],
        already_granted: false,
        needs: [],
        login_hint: 'ann',
        returns_to: `https://${party.key}.example`,
      },
    })
  })

  it('happy: a person who agrees to some gives these alone, and is not asked for the others again', async () => {
    const { client, browser, page, party, request } = await waiting({ scope: 'openid profile mobile' })
    const back = await agree(browser, client, page, 'openid mobile')
    const tokens = await exchange(party, { ...request, back })
    expect(tokens.scope).toBe('openid mobile')
    const again = await authorise({ browser, client }, party, { scope: 'openid profile mobile', prompt: 'none' })
    expect((await exchange(party, again)).scope).toBe('openid mobile')
  })

  it('happy: whoever declines leads back with an error and the state, signed in or not', async () => {
    for (const isSignedIn of [true, false]) {
      const { client, browser, page, request, party } = await waiting()
      const answering = isSignedIn ? client : world.person()
      const answered = await answering.openWebAuth({ ...namesAt(browser, page), scopes: '', deny: 1 })
      const back = locationOf(await browser.visit(answered.ok ? answered.data.redirect_url : ''))
      expect(back.startsWith(`${party.redirectUri}?`)).toBe(true)
      const told = new URL(back).searchParams
      expect([told.get('error'), told.get('state')]).toEqual(['access_denied', request.state])
    }
  })

  it('happy: a client of the operator’s own asks nobody', async () => {
    const { browser, client, party } = await waiting()
    await operate(world, 'client', 'first-party', party.key, 'yes')
    const { back } = await authorise({ browser, client }, party, { prompt: 'none' })
    expect(back.searchParams.get('code')).toEqual(expect.any(String))
  })

  it('happy: a person who was proven for this request alone agrees without a session', async () => {
    const { userId } = await signedIn(world)
    const party = await registerParty(world)
    const browser = new Browser(world, new CookieJar())
    const request = await newRequest(party)
    const page = locationOf(await browser.visit(request.url))
    const names = namesAt(browser, page)
    expect(await world.person().openAuthInfo(names)).toMatchObject({ data: { person: null, needs: ['sign_in'] } })
    const of = { request: { uid: names.request_uid }, accountId: userId }
    const auth_ticket = await issueAuthTicket(world.setting, world.storage, of)
    const answered = await world.person().openWebAuth({ ...names, auth_ticket, scopes: 'openid' })
    const back = new URL(locationOf(await browser.visit(answered.ok ? answered.data.redirect_url : '')))
    const tokens = await exchange(party, { ...request, back })
    expect(tokens.claims()?.sub).toBe(userId)
    expect(await oidc.fetchUserInfo(party.config, tokens.access_token, userId)).toEqual({ sub: userId })
    expect(await world.person().openWebAuth({ ...names, auth_ticket, scopes: 'openid' })).toMatchObject({ ok: false })
  })

  it('happy: an application can have a person asked again, whatever was granted before', async () => {
    const { client, browser, page, party } = await waiting()
    await agree(browser, client, page, 'openid profile')
    for (const [prompt, already_granted] of [
      ['consent', false],
      ['login', true],
    ] as const) {
      const { url } = await newRequest(party, { prompt })
      const names = namesAt(browser, locationOf(await browser.visit(url)))
      expect(await client.openAuthInfo(names)).toMatchObject({ data: { already_granted } })
    }
  })

  it('security: the ticket of one request is refused at another one', async () => {
    const [one, other] = [await waiting(), await waiting()]
    const of = { request: { uid: one.names.request_uid }, accountId: one.userId }
    const auth_ticket = await issueAuthTicket(world.setting, world.storage, of)
    expect(await world.person().openWebAuth({ ...other.names, auth_ticket, scopes: 'openid' })).toMatchObject({
      ok: false,
      code: 'ticket_refused',
    })
  })

  it('security: a victim who opens the address of another’s request cannot agree to it', async () => {
    const attacker = await waiting()
    const victim = await signedIn(world)
    const inVictimsBrowser = namesAt(victim.browser, attacker.page)
    expect(inVictimsBrowser.browser_key).toBe('')
    const own = await waiting()
    for (const browser_key of ['', 'x'.repeat(43), own.names.browser_key]) {
      const names = { ...inVictimsBrowser, browser_key }
      for (const answer of [
        await victim.client.openAuthInfo(names),
        await victim.client.openWebAuth({ ...names, scopes: 'openid' }),
      ])
        expect(answer).toMatchObject({ ok: false, code: 'open_request_elsewhere' })
    }
    // The attacker's browser goes on with nothing.
    const back = await attacker.browser.visit(`/oidc/auth/${attacker.names.request_uid}`)
    expect(locationOf(back)).not.toContain('code=')
  })

  it('security: the account that agreed is the one of the code, whoever is signed in by then', async () => {
    const { client, browser, page, request, party, userId } = await waiting()
    const answered = await client.openWebAuth({ ...namesAt(browser, page), scopes: 'openid' })
    const other = await signedIn(world)
    browser.jar = other.jar
    const back = new URL(locationOf(await browser.visit(answered.ok ? answered.data.redirect_url : '')))
    expect((await exchange(party, { ...request, back })).claims()?.sub).toBe(userId)
    // The next request is that of the account that is signed in now, which has agreed to nothing.
    const next = await newRequest(party, { prompt: 'none' })
    expect(locationOf(await browser.visit(next.url))).toContain('error=consent_required')
  })

  it('security: an account that is signed in before the answer answers for itself', async () => {
    const { browser, page, request, party, userId } = await waiting()
    const other = await signedIn(world)
    browser.jar = other.jar
    const back = await agree(browser, other.client, page, 'openid')
    const sub = (await exchange(party, { ...request, back })).claims()?.sub
    expect([sub, sub === userId]).toEqual([other.userId, false])
  })

  it('security: scopes that were not asked for are not given', async () => {
    const { client, browser, page, request, party } = await waiting({ scope: 'openid' })
    const back = await agree(browser, client, page, 'openid mobile_plain email')
    expect((await exchange(party, { ...request, back })).scope).toBe('openid')
  })

  it('security: a person who signed out in another tab agrees to nothing', async () => {
    const { client, names } = await waiting()
    await client.logout({})
    expect(await client.openWebAuth({ ...names, scopes: 'openid' })).toMatchObject({ ok: false, code: 'not_signed_in' })
  })

  it('error: prompt=none answers login_required and consent_required, and prompt=login wants a new proof', async () => {
    const party = await registerParty(world)
    world.passMinutes(-1)
    const person = await signedIn(world)
    world.passMinutes(1)
    const stranger = new Browser(world, new CookieJar())
    const none = await newRequest(party, { prompt: 'none' })
    expect(locationOf(await stranger.visit(none.url))).toContain('error=login_required')
    expect(locationOf(await person.browser.visit(none.url))).toContain('error=consent_required')
    const login = await newRequest(party, { prompt: 'login' })
    const names = namesAt(person.browser, locationOf(await person.browser.visit(login.url)))
    expect(await person.client.openAuthInfo(names)).toMatchObject({ data: { needs: ['proof'] } })
    expect(await person.client.openWebAuth({ ...names, scopes: 'openid' })).toMatchObject({
      ok: false,
      code: 'second_verification_required',
    })
  })

  it('happy: a person lists what they authorised, and takes back a scope or all of it', async () => {
    const { client, browser } = await signedIn(world)
    const party = await registerParty(world)
    const authorised = await authorise({ browser, client }, party, { scope: 'openid profile mobile' })
    const tokens = await exchange(party, authorised)
    expect(await client.listAuthorisations({})).toMatchObject({
      data: {
        authorisations: [
          {
            client: { client_key: party.key, name: 'Orchard' },
            scopes: [{ scope: 'openid' }, { scope: 'profile' }, { scope: 'mobile' }],
            used_at: expect.any(String),
          },
        ],
      },
    })
    const userInfo = (token: string) => oidc.fetchUserInfo(party.config, token, oidc.skipSubjectCheck)
    await client.revokeAuthorisation({ client_key: party.key, scope: 'mobile' })
    await expect(userInfo(tokens.access_token)).rejects.toThrow()
    const again = await authorise({ browser, client }, party, { scope: 'openid profile', prompt: 'none' })
    const second = await exchange(party, again)
    expect(await userInfo(second.access_token)).toHaveProperty('preferred_username')
    expect(await client.revokeAuthorisation({ client_key: party.key })).toMatchObject({ ok: true })
    await expect(userInfo(second.access_token)).rejects.toThrow()
    expect(await client.listAuthorisations({})).toMatchObject({ data: { authorisations: [] } })
    expect(await client.checkLogin({})).toMatchObject({ ok: true })
    expect(await client.revokeAuthorisation({ client_key: party.key })).toMatchObject({
      ok: false,
      code: 'no_such_authorisation',
    })
  })
})

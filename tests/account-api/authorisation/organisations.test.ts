import * as oidc from 'openid-client'
import { beforeAll, describe, expect, it } from 'vitest'
import { CookieJar } from '../../../contract/cookie-jar'
import { databases } from '../../fixtures/databases'
import { joinOrganisation, openOrganisation } from '../organisation/members'
import { operate } from '../sso/services'
import { goodPassword, worldOn } from '../world'
import { Browser } from './browser'
import { exchange, locationOf, namesAt, newRequest, openToClients, registerParty, signedIn } from './parties'

const scope = 'openid organisations offline_access'

describe.each(databases)('authorisations of organisations’ members on $name', (database) => {
  const world = worldOn(database)
  beforeAll(() => openToClients(world))

  const signIn = async (account: string) => {
    const jar = new CookieJar()
    const client = world.person({ jar })
    await client.accountLoginV2({ account, password: goodPassword })
    return { client, browser: new Browser(world, jar) }
  }

  /** An organisation, and a member of it who has authorised a client as such. */
  const authorised = async () => {
    const organisation = await openOrganisation(world)
    const { mobile, identityId: deputy_identity_id } = await joinOrganisation(world, organisation)
    const { client, browser } = await signIn(mobile)
    const party = await registerParty(world, { scopes: 'openid,organisations,offline_access' })
    const request = await newRequest(party, { scope, prompt: 'consent' })
    const names = namesAt(browser, locationOf(await browser.visit(request.url)))
    const { sec_subject_uid } = organisation
    const info = await client.openAuthInfo(names)
    expect(info).toMatchObject({ data: { subjects: [{ sec_subject_uid, subject_name: 'Orchard' }] } })
    const answered = await client.openWebAuth({ ...names, scopes: scope, sec_subject_uid })
    const back = new URL(locationOf(await browser.visit(answered.ok ? answered.data.redirect_url : '')))
    const tokens = await exchange(party, { ...request, back })
    const ask = () => oidc.fetchUserInfo(party.config, tokens.access_token, oidc.skipSubjectCheck)
    return { organisation, client, browser, party, tokens, ask, deputy_identity_id }
  }

  it('happy: the client learns as whose member the person acts, and the list says so', async () => {
    const { organisation, ask, client } = await authorised()
    const { sec_subject_uid } = organisation
    expect(await ask()).toMatchObject({
      organisations: [{ id: sec_subject_uid, name: 'Orchard' }],
      acting_as: sec_subject_uid,
    })
    expect(await client.listAuthorisations({})).toMatchObject({
      data: { authorisations: [{ subject_name: 'Orchard' }] },
    })
  })

  it('security: a frozen organisation stops its tokens at once, until it is not frozen any more', async () => {
    const { organisation, party, tokens, ask } = await authorised()
    const { sec_subject_uid } = organisation
    await operate(world, 'organisations', 'freeze', sec_subject_uid)
    await expect(ask()).rejects.toThrow()
    await expect(oidc.refreshTokenGrant(party.config, tokens.refresh_token ?? '')).rejects.toThrow()
    expect((await oidc.tokenIntrospection(party.config, tokens.access_token)).active).toBe(false)
    await operate(world, 'organisations', 'unfreeze', sec_subject_uid)
    expect(await ask()).toHaveProperty('acting_as')
  })

  it('security: a member who is frozen gives no more, and one who is removed never again', async () => {
    const { organisation, ask, client, deputy_identity_id } = await authorised()
    const member = { sec_subject_uid: organisation.sec_subject_uid, deputy_identity_id }
    await organisation.manager.client.freezeDeputy({ ...member, is_frozen: 1 })
    await expect(ask()).rejects.toThrow()
    await organisation.manager.client.freezeDeputy({ ...member, is_frozen: 0 })
    expect(await ask()).toHaveProperty('acting_as')
    await organisation.manager.client.deleteDeputy(member)
    await expect(ask()).rejects.toThrow()
    expect(await client.listAuthorisations({})).toMatchObject({ data: { authorisations: [] } })
  })

  it('security: nobody agrees as a member of an organisation that they are not in, or that is frozen', async () => {
    const { organisation, browser, client, party } = await authorised()
    const { sec_subject_uid } = organisation
    const answer = async (by: Browser, as: typeof client) => {
      const { url } = await newRequest(party, { scope, prompt: 'consent' })
      const names = namesAt(by, locationOf(await by.visit(url)))
      return as.openWebAuth({ ...names, scopes: scope, sec_subject_uid })
    }
    const stranger = await signedIn(world)
    expect(await answer(stranger.browser, stranger.client)).toMatchObject({ ok: false, code: 'no_such_subject' })
    await operate(world, 'organisations', 'freeze', sec_subject_uid)
    expect(await answer(browser, client)).toMatchObject({ ok: false, code: 'subject_frozen' })
  })

  it('error: the operator’s commands refuse what would not work, and remove a client for good', async () => {
    const client = (...words: string[]) => operate(world, 'client', ...words)
    for (const words of [
      ['add', 'Shop', 'https://shop.example/back', 'Shop'],
      ['add', 'shop', 'http://shop.example/back', 'Shop'],
      ['add', 'shop', 'https://shop.example/back#top', 'Shop'],
      ['add', 'shop', 'https://shop.example/a/../back', 'Shop'],
      ['add', 'shop', 'https://shop.example/back', 'Shop\u202e'],
      ['scopes', 'nobody', 'openid'],
      ['show', 'nobody'],
      ['rotate-secret', 'nobody'],
    ])
      expect(await client(...words), words.join(' ')).toMatchObject({ ok: false })
    const { party, ask } = await authorised()
    for (const words of [
      ['scopes', party.key, 'openid,passwords'],
      ['redirect-uris', party.key, 'none'],
      ['redirect-uris', party.key, 'https://ok.example/,javascript:alert(1)'],
      ['first-party', party.key, 'perhaps'],
      ['logout-url', party.key, 'file:///etc/passwd'],
    ])
      expect(await client(...words), words.join(' ')).toMatchObject({ ok: false })
    expect((await client('show', party.key)).text).toContain('organisations')
    expect(await client('remove', party.key)).toMatchObject({ ok: true })
    await expect(ask()).rejects.toThrow()
    expect(await client('add', party.key, 'https://shop.example/back', 'Shop')).toMatchObject({ ok: false })
    expect((await client()).text).not.toContain(party.key)
  })

  it('happy: who signs in anew at another browser needs no new agreement there', async () => {
    const { party } = await authorised()
    const { mobile, browser } = await signedIn(world)
    const first = await newRequest(party, { scope: 'openid' })
    const page = locationOf(await browser.visit(first.url))
    expect(page).toContain('/login/authorize/')
    const { client, browser: other } = await signIn(mobile)
    const names = namesAt(other, locationOf(await other.visit(first.url)))
    await client.openWebAuth({ ...names, scopes: 'openid' })
    const again = await newRequest(party, { scope: 'openid', prompt: 'none' })
    expect(locationOf(await browser.visit(again.url))).toContain('code=')
  })
})

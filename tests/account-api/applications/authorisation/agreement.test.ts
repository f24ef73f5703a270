import { expect, it } from 'vitest'
import {
  ask,
  authorise,
  exchange,
  type Party,
  registerParty,
  signedIn,
} from '#tests/account-api/applications/protocol/parties'
import { describeProtocolWorlds } from '#tests/account-api/applications/protocol/protocol-world'
import { userInfo } from '#tests/account-api/applications/protocol/tokens'
import { operate } from '#tests/account-api/applications/services/services'
import { clientsOf, facts } from '#tests/account-api/organisations/clients/clients'
import { dataOf, refused } from '#tests/account-api/worlds/world'
import { type AtBrowser, agree } from './answers'

describeProtocolWorlds('the agreement to a request of an application on $name', (world) => {
  /** A request that waits for a person’s answer. */
  const waiting = async (more: Record<string, string> = {}) => {
    const [party, person] = [await registerParty(world), await signedIn(world)]
    const asked = await ask(person.browser, party, more)
    /** The tokens that the application gets when the person, or somebody else at their browser, agrees. */
    const tokensFor = async (scopes: string, by = person.client) => {
      const back = await agree({ browser: person.browser, client: by }, { ...asked.names, scopes })
      return exchange(party, { ...asked, back })
    }
    return { party, ...person, ...asked, tokensFor }
  }

  it('happy: the page names the application and each scope, with the person’s values', async () => {
    const { client, names, party } = await waiting({ scope: 'openid profile mobile email', login_hint: 'ann' })
    expect(dataOf(await client.openAuthInfo(names))).toMatchObject({
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
    })
  })

  it('happy: a person who agrees to some scopes grants only these, and is not asked for the others again', async () => {
    const { tokensFor, party, ...person } = await waiting({ scope: 'openid profile mobile' })
    expect((await tokensFor('openid mobile')).scope).toBe('openid mobile')
    const again = await authorise(person, party, { scope: 'openid profile mobile', prompt: 'none' })
    expect((await exchange(party, again)).scope).toBe('openid mobile')
  })

  it('happy: an application can require a new agreement, whatever was granted before', async () => {
    const { client, browser, tokensFor, party } = await waiting()
    await tokensFor('openid profile')
    for (const prompt of ['consent', 'login']) {
      const { names } = await ask(browser, party, { prompt })
      expect(dataOf(await client.openAuthInfo(names)).already_granted).toBe(prompt === 'login')
    }
  })

  it('security: the code belongs to the account that agreed, even if another account has signed in since', async () => {
    const { client, browser, names, party, userId, ...request } = await waiting()
    const answered = await client.openWebAuth({ ...names, scopes: 'openid' })
    browser.jar = (await signedIn(world)).jar
    const back = await browser.visit(answered.ok ? answered.data.redirect_url : '')
    const tokens = await exchange(party, { ...request, back: new URL(back.headers.get('location') ?? '') })
    expect(tokens.claims()?.sub).toBe(userId)
    // The next request belongs to the account that is signed in now, which has agreed to nothing.
    expect((await ask(browser, party, { prompt: 'none' })).page).toContain('error=consent_required')
  })

  it('security: if another account signs in before the answer, the answer is for that account', async () => {
    const { browser, tokensFor, userId } = await waiting()
    const other = await signedIn(world)
    browser.jar = other.jar
    const sub = (await tokensFor('openid', other.client)).claims()?.sub
    expect([sub, sub === userId]).toEqual([other.userId, false])
  })

  it('security: scopes that were not requested are not granted', async () => {
    const { tokensFor } = await waiting({ scope: 'openid' })
    expect((await tokensFor('openid mobile_plain email')).scope).toBe('openid')
  })

  it('security: a person who signed out in another tab cannot agree', async () => {
    const { client, names } = await waiting()
    await client.logout({})
    expect(await client.openWebAuth({ ...names, scopes: 'openid' })).toMatchObject({ ok: false, code: 'not_signed_in' })
  })

  it('happy: a person lists their grants, and revokes one scope or all', async () => {
    const { client, tokensFor, party, ...at } = await waiting({ scope: 'openid profile mobile' })
    const first = await tokensFor('openid profile mobile')
    const listed = async () => dataOf(await client.listAuthorisations({})).authorisations
    expect(await listed()).toMatchObject([
      {
        client: { client_key: party.key, name: 'Orchard' },
        scopes: [{ scope: 'openid' }, { scope: 'profile' }, { scope: 'mobile' }],
        used_at: expect.any(String),
      },
    ])
    // A cancellation would end the grant, and says so.
    const { losses } = dataOf(await client.cancelCheck({}))
    expect(losses.at(-1)).toEqual({ kind: 'application', text: 'Orchard' })
    await client.revokeAuthorisation({ client_key: party.key, scope: 'mobile' })
    await expect(userInfo(party, first.access_token)).rejects.toThrow()
    const again = await authorise({ ...at, client }, party, { scope: 'openid profile', prompt: 'none' })
    const second = await exchange(party, again)
    expect(await userInfo(party, second.access_token)).toHaveProperty('preferred_username')
    expect(await client.revokeAuthorisation({ client_key: party.key })).toMatchObject({ ok: true })
    await expect(userInfo(party, second.access_token)).rejects.toThrow()
    expect(await listed()).toEqual([])
    expect(await client.checkLogin({})).toMatchObject({ ok: true })
    await refused(client.revokeAuthorisation({ client_key: party.key }), 'no_such_authorisation')
  })

  const { open, partyOf } = clientsOf(world)

  /** A person who has agreed to an organisation's application, and what its organisation may do. */
  const agreed = async () => {
    const [opened, person] = [await open(), await signedIn(world)]
    const party = await partyOf(opened)
    await exchange(party, await authorise(person, party))
    return { ...opened, party, person }
  }

  const silently = async ({ browser }: AtBrowser, party: Party) =>
    new URL((await ask(browser, party, { prompt: 'none' })).page, world.baseUrl).searchParams

  it('security: if a client has a redirect to another host, the page asks again and says why, and nothing is granted silently', async () => {
    const { by, named, party, person } = await agreed()
    expect((await silently(person, party)).get('code')).not.toBeNull()
    const redirectUri = 'https://thief.example/back'
    dataOf(await by.updateClient({ ...named, redirect_uris: [redirectUri] }))
    const moved = { ...party, redirectUri }
    // The person has not agreed to this redirect, so a page names the host.
    expect((await ask(person.browser, moved, { prompt: 'none' })).page).toContain('/login/leave/')
    const { names, ...request } = await ask(person.browser, moved)
    const changed = [{ what: 'place', was: 'https://ledger.example' }]
    expect(dataOf(await person.client.openAuthInfo(names))).toMatchObject({ already_granted: false, changed })
    const told = await world.messagesTo(person.mobile)
    await exchange(moved, { ...request, back: await agree(person, { ...names, scopes: 'openid profile' }) })
    expect(await world.messagesTo(person.mobile)).toBeGreaterThan(told)
    expect((await silently(person, moved)).get('code')).not.toBeNull()
  })

  it('security: a client with another name, or another organisation name, asks again', async () => {
    const { by, named, party, person, sec_subject_uid } = await agreed()
    dataOf(await by.updateClient({ ...named, name: 'Bank' }))
    expect((await silently(person, party)).get('error')).toBe('consent_required')
    await authorise(person, party)
    expect((await silently(person, party)).get('code')).not.toBeNull()
    const was = (await world.storage.organisations.find(sec_subject_uid))?.name ?? ''
    expect(await operate(world, 'organisations', 'name', sec_subject_uid, 'Meadow')).toMatchObject({ ok: true })
    const { names } = await ask(person.browser, party)
    expect(await person.client.openAuthInfo(names)).toMatchObject({ data: { changed: [{ what: 'owner', was }] } })
  })

  it('happy: a changed path, an extra host, a new picture or a new sign-out address needs no new agreement', async () => {
    const { by, named, party, person } = await agreed()
    const [first = ''] = facts.redirect_uris
    const more = ['https://ledger.example/other', 'https://new.example/back']
    dataOf(await by.updateClient({ ...named, redirect_uris: [first, ...more] }))
    dataOf(await by.updateClient({ ...named, post_logout_uris: ['https://elsewhere.example/out'] }))
    await world.storage.openClients.change(party.key, { icon: 'a'.repeat(40) })
    for (const redirectUri of [first, 'https://ledger.example/other'])
      expect((await silently(person, { ...party, redirectUri })).get('code')).not.toBeNull()
    // The added host is a different redirect target.
    const added = { ...party, redirectUri: 'https://new.example/back' }
    expect((await ask(person.browser, added, { prompt: 'none' })).page).toContain('/login/leave/')
  })
})

import { expect, it } from 'vitest'
import { hours } from '#account-api/kernel/time'
import { ask, exchange, registerParty, signedIn } from '#tests/account-api/applications/protocol/parties'
import { describeProtocolWorlds } from '#tests/account-api/applications/protocol/protocol-world'
import { introspect, refresh, userInfo } from '#tests/account-api/applications/protocol/tokens'
import { operate } from '#tests/account-api/applications/services/services'
import { joinOrganisation, openOrganisation } from '#tests/account-api/organisations/members/members'
import { proveMobileToo, withAuthenticator } from '#tests/account-api/verification/authenticators/apps'
import { codeOf, dataOf, goodPassword, refused } from '#tests/account-api/worlds/world'
import { agree } from './answers'
import { visitorOf } from './browser'

const scope = 'openid organisations offline_access'

describeProtocolWorlds('authorisations of organisations’ members on $name', (world) => {
  const signIn = async (account: string) => {
    const visitor = visitorOf(world)
    await visitor.client.accountLoginV2({ account, password: goodPassword })
    return visitor
  }

  /** An organisation, and a member of it who has authorised a client as such. */
  const authorised = async () => {
    const organisation = await openOrganisation(world)
    const { mobile, userId, identityId: identity_id } = await joinOrganisation(world, organisation)
    const person = await signIn(mobile)
    const party = await registerParty(world, { scopes: 'openid,organisations,offline_access' })
    const { names, ...request } = await ask(person.browser, party, { scope, prompt: 'consent' })
    const { sec_subject_uid } = organisation
    const info = await person.client.openAuthInfo(names)
    expect(info).toMatchObject({ data: { subjects: [{ sec_subject_uid, subject_name: 'Orchard' }] } })
    const back = await agree(person, { ...names, scopes: scope, sec_subject_uid })
    const tokens = await exchange(party, { ...request, back })
    const look = () => userInfo(party, tokens.access_token)
    return { organisation, sec_subject_uid, ...person, userId, party, tokens, look, identity_id }
  }

  it('happy: the client learns the chosen organisation, and the list of grants shows it', async () => {
    const { sec_subject_uid, look, client } = await authorised()
    const acting = { organisations: [{ id: sec_subject_uid, name: 'Orchard' }], acting_as: sec_subject_uid }
    expect(await look()).toMatchObject(acting)
    expect(dataOf(await client.listAuthorisations({}))).toMatchObject({ authorisations: [{ subject_name: 'Orchard' }] })
  })

  it('security: suspending an organisation stops its tokens at once, until it is unsuspended', async () => {
    const { sec_subject_uid, party, tokens, look } = await authorised()
    await operate(world, 'organisations', 'freeze', sec_subject_uid, '--reason', 'A complaint')
    await expect(look()).rejects.toThrow()
    await expect(refresh(party, tokens.refresh_token)).rejects.toThrow()
    expect((await introspect(party, tokens.access_token)).active).toBe(false)
    await operate(world, 'organisations', 'unfreeze', sec_subject_uid, '--reason', 'A complaint')
    expect(await look()).toHaveProperty('acting_as')
  })

  it('security: a suspended member cannot grant access, and one who is no member, like a removed one, cannot agree as one', async () => {
    const { organisation, sec_subject_uid, look, client, identity_id, browser, party } = await authorised()
    const member = { sec_subject_uid, identity_id }
    await organisation.manager.client.freezeDeputy({ ...member, is_frozen: 1 })
    await expect(look()).rejects.toThrow()
    await organisation.manager.client.freezeDeputy({ ...member, is_frozen: 0 })
    expect(await look()).toHaveProperty('acting_as')
    await organisation.manager.client.deleteDeputy(member)
    await expect(look()).rejects.toThrow()
    expect(await client.listAuthorisations({})).toMatchObject({ data: { authorisations: [] } })
    const { names } = await ask(browser, party, { scope, prompt: 'consent' })
    expect(codeOf(await client.openWebAuth({ ...names, scopes: scope, sec_subject_uid }))).toBe('no_such_subject')
  })

  it('security: a member without the second factor that the organisation requires can neither grant nor agree', async () => {
    const { organisation, sec_subject_uid, look, client, userId, browser, party } = await authorised()
    const rules = { proofMinutes: null, actingHours: null }
    await world.storage.organisations.setRules(organisation.id, { ...rules, secondFactorFrom: world.deployment.now() })
    await expect(look()).rejects.toThrow()
    const { names } = await ask(browser, party, { scope, prompt: 'consent' })
    await refused(client.openWebAuth({ ...names, scopes: scope, sec_subject_uid }), 'second_factor_required')
    await proveMobileToo(world, client, (await world.addressesOf(userId)).mobile ?? '')
    await withAuthenticator(world, { client })
    expect(await look()).toHaveProperty('acting_as')
    expect(codeOf(await client.openWebAuth({ ...names, scopes: scope, sec_subject_uid }))).toBe('ok')
  })

  it('security: a member with a passkey agrees only in a session that has proven it, and keeps earlier grants', async () => {
    const { organisation, sec_subject_uid, look, client, userId, browser, party } = await authorised()
    const rules = { proofMinutes: null, actingHours: null }
    await world.storage.organisations.setRules(organisation.id, { ...rules, secondFactorFrom: world.deployment.now() })
    const unused = { publicKey: '', counter: 0, transports: [], usedAt: null }
    const add = (name: string, hoursAgo: number) => {
      const [id, madeAt] = [`${name} of ${userId}`, world.deployment.now() - hours(hoursAgo)]
      return world.storage.passkeys.insert({ ...unused, id, accountId: userId, credentialId: id, name, madeAt })
    }
    await add('young', 71)
    await expect(look()).rejects.toThrow()
    await add('old', 73)
    // A client asks without a session.
    expect(await look()).toHaveProperty('acting_as')
    const { names } = await ask(browser, party, { scope, prompt: 'consent' })
    const answer = client.openWebAuth({ ...names, scopes: scope, sec_subject_uid })
    await refused(answer, 'second_verification_required', { ways: [{ way: 'passkey' }], asks_factor: true })
  })

  it('error: operator commands refuse settings that cannot work, and remove a client permanently', async () => {
    const client = (...words: string[]) => operate(world, 'client', ...words)
    const { party, look } = await authorised()
    for (const words of [
      ['add', 'Shop', 'https://shop.example/back', 'Shop'],
      ['add', 'shop', 'http://shop.example/back', 'Shop'],
      ['add', 'shop', 'https://shop.example/back', 'Shop\u0007'],
      ['scopes', 'nobody', 'openid'],
      ['show', 'nobody'],
      ['rotate-secret', 'nobody'],
      ['scopes', party.key, 'openid,passwords'],
      ['redirect-uris', party.key, 'none'],
      ['first-party', party.key, 'perhaps'],
      ['logout-url', party.key, 'file:///etc/passwd'],
    ])
      expect(await client(...words), words.join(' ')).toMatchObject({ ok: false })
    expect((await client('show', party.key)).text).toContain('organisations')
    expect(await client('remove', party.key)).toMatchObject({ ok: true })
    await expect(look()).rejects.toThrow()
    expect(await client('add', party.key, 'https://shop.example/back', 'Shop')).toMatchObject({ ok: false })
    expect((await client()).text).not.toContain(party.key)
  })

  it('happy: a person who agreed in one browser needs no new agreement in another', async () => {
    const [party, { mobile, browser }] = [await registerParty(world), await signedIn(world)]
    expect((await ask(browser, party, { scope: 'openid' })).page).toContain('/login/authorize/')
    const elsewhere = await signIn(mobile)
    const { names } = await ask(elsewhere.browser, party, { scope: 'openid' })
    await agree(elsewhere, { ...names, scopes: 'openid' })
    expect((await ask(browser, party, { scope: 'openid', prompt: 'none' })).page).toContain('code=')
  })
})

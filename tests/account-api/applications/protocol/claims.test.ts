import { expect, it } from 'vitest'
import { operate, operateWith } from '#tests/account-api/applications/services/services'
import { giveRole, joinOrganisation, openOrganisation } from '#tests/account-api/organisations/members/members'
import { dataOf } from '#tests/account-api/worlds/world'
import { authorise, exchange, newRequest, type Party, registerParty, signedIn } from './parties'
import { describeProtocolWorlds } from './protocol-world'
import { partOf, postAs, refresh, userInfo } from './tokens'

describeProtocolWorlds('the claims that a client gets, on $name', (world) => {
  const scope = 'openid profile email organisations'

  /** Runs the command that sets the rules of a client, with a file of this content. */
  const setRules = (key: string, content: string) =>
    operateWith(world, ['client', 'claims', key, 'rules.json'], Buffer.from(content))

  const given = async (party: Party, person: Awaited<ReturnType<typeof signedIn>>, subject?: string) => {
    const answer = { ...(subject !== undefined && { sec_subject_uid: subject }) }
    const tokens = await exchange(party, await authorise(person, party, { scope, prompt: 'consent' }, answer))
    return { idToken: partOf(tokens.id_token ?? '', 1), userinfo: await userInfo(party, tokens.access_token) }
  }

  const known = async () => {
    const party = await registerParty(world, { scopes: 'openid,profile,email,organisations,offline_access' })
    return { party, person: await signedIn(world, 'registerBoth') }
  }

  it('happy: organisations and roles are a flat list of strings, with the roles of the chosen organisation', async () => {
    const { party, person } = await known()
    const [club, school] = [await openOrganisation(world, 'Club'), await openOrganisation(world, 'School')]
    const inClub = await joinOrganisation(world, club, 'Bo', person)
    const inSchool = await joinOrganisation(world, school, 'Bo', person)
    await giveRole(club, 'Treasurer', ['member.read'], inClub)
    const banned = await giveRole(school, 'Teacher', ['member.read'], inSchool)
    const banning = { sec_subject_uid: school.sec_subject_uid, role_key: banned, is_banned: 1 }
    dataOf(await school.manager.client.banRole(banning))
    expect(await setRules(party.key, '{"id_token":["groups"],"groups_prefix":"acc:"}')).toMatchObject({ ok: true })
    const { idToken, userinfo } = await given(party, person, club.sec_subject_uid)
    const inOrder = [club.sec_subject_uid, `${club.sec_subject_uid}/treasurer`, school.sec_subject_uid]
    const groups = inOrder.map((group) => `acc:${group}`)
    expect(userinfo).toMatchObject({ groups, roles: ['treasurer'], acting_as: club.sec_subject_uid })
    expect(idToken.groups).toEqual(groups)
    // No role of an organisation can pass for that of its manager.
    const { sec_subject_uid, manager } = club
    const asManager = { sec_subject_uid, role_name: 'Boss', role_key: 'manager', permissions: [] }
    expect(await manager.client.createRole(asManager)).toMatchObject({ ok: false, code: 'role_exists' })
    const own = await known()
    const { client } = own.person
    const { sec_subject_uid: founded } = dataOf(await client.createSubject({ subject_name: 'Founded' }))
    const { userinfo: ofManager } = await given(own.party, own.person, founded)
    expect(ofManager).toMatchObject({ groups: [founded, `${founded}/manager`], roles: ['manager'] })
  })

  it('happy: name, picture and the time of the last change are returned, and the time updates with each change', async () => {
    const { party, person } = await known()
    const { userinfo: before } = await given(party, person)
    expect(before.name).toBe(before.preferred_username)
    expect(before.picture).toMatch(new RegExp(`^${world.baseUrl}/passport/image/default-avatar-\\d$`))
    world.passMinutes(1)
    await person.client.updateUserInfo({ field_namespace: 'profile', field: 'name', value: 'Ann Li' })
    const { userinfo: after } = await given(party, person)
    expect([after.name, Number(after.updated_at) - Number(before.updated_at) >= 60]).toEqual(['Ann Li', true])
    world.passMinutes(-1)
  })

  it('happy: rules choose and rename claims, and the operator can preview a token', async () => {
    const { party, person } = await known()
    const rules = {
      id_token: ['email', 'login', 'tenant'],
      userinfo: ['email', 'email_verified', 'login'],
      mappers: [
        { claim: 'login', from: 'preferred_username' },
        { claim: 'tenant', value: 'eu' },
        { claim: 'role', from: 'roles' },
      ],
    }
    await setRules(party.key, JSON.stringify(rules))
    const explained = await operate(world, 'client', 'explain', party.key, person.userId)
    const all = 'has not agreed yet; these are all claims that the client may request: openid profile'
    expect(explained.text).toContain(all)
    const { idToken, userinfo } = await given(party, person)
    const { email, login } = userinfo as Record<string, string>
    expect(userinfo).toEqual({ sub: person.userId, email, email_verified: true, login })
    expect(idToken).toMatchObject({ sub: person.userId, email, login, tenant: 'eu', aud: party.key })
    expect(idToken).not.toHaveProperty('email_verified')
    const lines = Object.fromEntries(explained.text.split('\n').map((line) => line.split('\t') as [string, string]))
    expect(JSON.parse(lines.userinfo ?? '')).toEqual(userinfo)
    expect(idToken).toMatchObject(JSON.parse(lines['ID token'] ?? '') as object)
    await operate(world, 'client', 'claims', party.key, 'none')
    expect((await given(party, person)).idToken).not.toHaveProperty('email')
    for (const words of [
      ['nobody', person.userId],
      [party.key, 'nobody'],
    ])
      expect(await operate(world, 'client', 'explain', ...words)).toMatchObject({ ok: false })
  })

  it('security: an ID token contains nothing that the person declined, whatever the rules say', async () => {
    const { party, person } = await known()
    await setRules(party.key, '{"id_token":["email","groups","mail"],"mappers":[{"claim":"mail","from":"email"}]}')
    const authorised = await authorise(person, party, { scope }, { scopes: 'openid profile' })
    const { id_token = '' } = await exchange(party, authorised)
    for (const claim of ['email', 'groups', 'mail']) expect(partOf(id_token, 1)).not.toHaveProperty(claim)
  })

  it.each([
    ['sub', '{"mappers":[{"claim":"sub","from":"preferred_username"}]}'],
    ['a proven claim', '{"mappers":[{"claim":"email","from":"preferred_username"}]}'],
    ['a claim of the protocol', '{"mappers":[{"claim":"aud","value":"other"}]}'],
    ['__proto__', '{"mappers":[{"claim":"__proto__","value":"x"}]}'],
    ['a claim that nothing gives', '{"id_token":["pasword"]}'],
    ['a source that is none', '{"mappers":[{"claim":"a","from":"password_hash"}]}'],
    ['a part that is none', '{"idtoken":[]}'],
    ['a prefix with a control character', '{"groups_prefix":"a\\nb"}'],
    ['no JSON', 'id_token: [email]'],
    ['bytes that are no text', '\u00ff\u0000'],
  ])('security: rules with %s are refused, in one line, and change nothing', async (_fault, content) => {
    const { key } = await registerParty(world)
    expect(await setRules(key, content)).toMatchObject({ ok: false, text: expect.stringMatching(/^.{5,300}$/) })
    expect((await world.storage.openClients.find(key))?.claimRules).toBeNull()
  })

  it('happy: a first-party client gets refresh tokens without asking, and a third-party client does not', async () => {
    for (const isFirstParty of [true, false]) {
      const { party, person } = await known()
      await authorise(person, party, { scope: 'openid offline_access', prompt: 'consent' })
      if (isFirstParty) await operate(world, 'client', 'first-party', party.key, 'yes')
      const asking = { scope: 'openid offline_access' }
      const tokens = await exchange(party, await authorise(person, party, asking))
      expect(tokens.refresh_token === undefined).toBe(!isFirstParty)
      // A request that is pushed first is no other one.
      const request = await newRequest(party, asking)
      const pushed = await postAs(world, party, '/oidc/request', Object.fromEntries(request.url.searchParams))
      const { request_uri } = (await pushed.json()) as { request_uri: string }
      const short = new URL(`/oidc/auth?${new URLSearchParams({ client_id: party.key, request_uri })}`, world.baseUrl)
      const back = new URL((await person.browser.visit(short)).headers.get('location') ?? '')
      const { refresh_token } = await exchange(party, { ...request, back })
      expect(refresh_token === undefined).toBe(!isFirstParty)
      if (refresh_token !== undefined) expect(await refresh(party, refresh_token)).toHaveProperty('access_token')
    }
  })
})

import { expect, it } from 'vitest'
import { operate } from '#tests/account-api/applications/services/services'
import {
  giveRole,
  joinOrganisation,
  openOrganisation,
  openWithMember,
} from '#tests/account-api/organisations/members/members'
import { signInBy, withOldPasskey } from '#tests/account-api/verification/passkeys/devices'
import { codeOf, dataOf, describeWorlds, goodPassword, refused } from '#tests/account-api/worlds/worlds'
import { everyRow } from '#tests/fixtures/databases/tables'
import { forged } from '#tests/fixtures/forged'
import { enterSite, newVerifier, registerSite, siteTicket } from './sites'

describeWorlds('protected sites on $name', (world) => {
  /** What the web app asks for a proxy, which has no session. */
  const visitor = (site: string, token?: string) => world.person().siteVisitor({ site, ...(token && { token }) })

  /** A signed-in person at a site that everybody may enter. */
  const atSite = async () => {
    const person = await world.registerBoth()
    const { id, site } = await registerSite(world)
    return { ...person, id, site, token: await enterSite(world, person.client, site) }
  }

  /** What a ticket is asked with. */
  const challenged = () => ({ challenge: newVerifier().challenge })

  /** The reason why the site no longer lets a person in after an act. */
  const after = async (site: string, token: string, act: () => Promise<unknown>) => {
    expect(await visitor(site, token)).toMatchObject({ ok: true })
    expect(await act()).not.toMatchObject({ ok: false })
    return codeOf(await visitor(site, token))
  }

  it('happy: a ticket leads back to the site, which knows the person by the released attributes, or by the user id alone', async () => {
    const { client, userId, email, site, token } = await atSite()
    const { challenge } = newVerifier()
    const { url } = dataOf(await client.issueSiteTicket({ site, challenge, to: '/page?x=1&y=%C3%A9' }))
    expect(url).toMatch(
      /^https:\/\/wiki-\d+\.example\/\.butterfly\/arrive\?ticket=[\w-]{43}&to=%2Fpage%3Fx%3D1%26y%3D%25C3%25A9$/,
    )
    const username = (await world.profileOf(userId)).username
    expect(dataOf(await visitor(site, token))).toEqual({ user_id: userId, name: username, email, groups: [] })
    const silent = (await registerSite(world, 'everyone', 'none')).site
    expect(dataOf(await world.person().protectedSite({ site: silent }))).toMatchObject({ url: silent })
    expect(codeOf(await visitor(silent))).toBe('no_site_session')
    expect(dataOf(await visitor(silent, await enterSite(world, client, silent)))).toEqual({ user_id: userId })
    dataOf(await client.accountSet({ name: '林 Ann' }))
    expect(dataOf(await visitor(site, token))).toMatchObject({ name: '林 Ann' })
  })

  it('happy: members get the groups of the claim in the organisations that the site names, and in no others', async () => {
    const { sec_subject_uid, organisation, bo } = await openWithMember(world)
    const role = await giveRole(organisation, 'Editors', ['member.read'], bo)
    const group = `${sec_subject_uid}/${role}`
    dataOf(await bo.client.createSubject({ subject_name: 'Private' }))
    const { site } = await registerSite(world, `${(await openOrganisation(world)).sec_subject_uid},${group}`)
    const facts = dataOf(await visitor(site, await enterSite(world, bo.client, site)))
    expect(facts).toMatchObject({ groups: [sec_subject_uid, group], organisation: sec_subject_uid })
  })

  it('error: a person without the role or membership gets no ticket', async () => {
    const { sec_subject_uid, organisation, bo } = await openWithMember(world)
    const role = await giveRole(organisation, 'Editors', ['member.read'])
    const { site } = await registerSite(world, `${sec_subject_uid}/${role}`)
    for (const { client } of [bo, await world.registerMobile()]) {
      const asked = await client.issueSiteTicket({ site, challenge: newVerifier().challenge, to: '/' })
      expect(asked).toMatchObject({ code: 'site_refused', data: { reason: 'no_place' } })
    }
  })

  it('security: a ticket works once, and neither it nor the token is in the database or in the log', async () => {
    const { client, site } = await atSite()
    const { verifier, challenge } = newVerifier()
    const ticket = await siteTicket(client, site, challenge)
    const redeem = () => world.person().redeemSiteTicket({ site, ticket, verifier })
    const stored = async () => JSON.stringify(await everyRow(world.place)) + world.logged()
    for (const secret of [ticket, verifier]) expect(await stored()).not.toContain(secret)
    const entered = (await Promise.all([redeem(), redeem(), redeem()])).flatMap((answer) =>
      answer.ok ? [answer.data] : [],
    )
    expect(entered).toHaveLength(1)
    expect(codeOf(await redeem())).toBe('site_ticket_refused')
    expect(await stored()).not.toContain(entered[0]?.token)
  })

  it.each(['another site', 'another browser', 'a minute later', 'a removed site'])(
    'security: a ticket at %s is refused and used up',
    async (where) => {
      const { client, id, site } = await atSite()
      const { verifier, challenge } = newVerifier()
      const ticket = await siteTicket(client, site, challenge)
      const elsewhere = where === 'another site' ? (await registerSite(world)).site : site
      if (where === 'a minute later') world.passMinutes(1.01)
      if (where === 'a removed site') await operate(world, 'site', 'remove', id)
      const held = where === 'another browser' ? newVerifier().verifier : verifier
      const redeem = (at: string, by: string) => world.person().redeemSiteTicket({ site: at, ticket, verifier: by })
      expect(codeOf(await redeem(elsewhere, held))).toBe('site_ticket_refused')
      expect(codeOf(await redeem(site, verifier))).toBe('site_ticket_refused')
    },
  )

  it('security: another site’s token, a ticket or an invented token signs nobody in', async () => {
    const { client, site, token } = await atSite()
    const other = await registerSite(world)
    expect(codeOf(await visitor(other.site, token))).toBe('no_site_session')
    const ticket = await siteTicket(client, site, newVerifier().challenge)
    for (const invented of [ticket, forged(token)])
      expect(codeOf(await visitor(site, invented))).toBe('no_site_session')
  })

  it('security: an address that looks like that of a site is not registered', async () => {
    const [{ client }, { site: known }] = [await world.registerMobile(), await registerSite(world)]
    const { host } = new URL(known)
    const origins = [`http://${host}`, `https://${host.toUpperCase()}`, `https://evil@${host}`]
    for (const site of [...origins, ...['.evil', ':8443', '/'].map((end) => known + end), "' or 1=1"])
      for (const answer of [
        await world.person().protectedSite({ site }),
        await visitor(site),
        await client.issueSiteTicket({ site, ...challenged(), to: '/' }),
      ])
        expect([site, codeOf(answer)]).toEqual([site, 'no_such_site'])
  })

  it('security: a return address that is no path of the site is refused', async () => {
    const { client, site } = await atSite()
    for (const to of ['//evil.example', '/\\evil.example', 'https://evil.example', '', '/a\nb', `/${'x'.repeat(2048)}`])
      await refused(client.issueSiteTicket({ site, ...challenged(), to }), 'invalid_input', {
        fields: [{ field: 'to' }],
      })
  })

  type AtSite = Awaited<ReturnType<typeof atSite>>
  it.each<[string, (at: AtSite) => Promise<unknown>]>([
    ['is signed out', ({ client }) => client.logout({})],
    ['is ended by another one', async (at) => (await world.secondSession(at)).endOtherSessions({})],
    ['belongs to a frozen account', ({ userId }) => operate(world, 'users', 'freeze', userId, '--reason', 'a test')],
    [
      'is ended with all others',
      async ({ userId }) => void (await world.storage.transaction(({ sessions }) => sessions.endAll(userId))),
    ],
    ['is idle for 14 days', async () => void world.passMinutes(14 * 24 * 60 + 1)],
  ])('security: a session at a site ends when its parent session %s', async (_, end) => {
    const at = await atSite()
    expect(await after(at.site, at.token, () => end(at))).toBe('no_site_session')
  })

  it('security: a person who loses membership, role or organisation loses access, and a removed site has no visitors', async () => {
    const { sec_subject_uid, organisation, bo, manager } = await openWithMember(world)
    const cy = await joinOrganisation(world, organisation, 'Cy')
    const role_key = await giveRole(organisation, 'Editors', ['member.read'], bo)
    const { id, site } = await registerSite(world, `${sec_subject_uid}/${role_key}`)
    const forAll = await registerSite(world, sec_subject_uid)
    const token = await enterSite(world, bo.client, site)
    const places = [bo.identityId]
    const take = () => manager.client.banRole({ sec_subject_uid, role_key, is_banned: 1 })
    expect(await after(site, token, take)).toBe('site_refused')
    const tokenForAll = await enterSite(world, bo.client, forAll.site)
    const remove = () => manager.client.removeMembers({ sec_subject_uid, sec_user_identity_ids: places })
    expect(await after(forAll.site, tokenForAll, remove)).toBe('site_refused')
    const ofCy = await enterSite(world, cy.client, forAll.site)
    const freeze = () => manager.client.freezeSubject({ sec_subject_uid, is_frozen: 1 })
    expect(await after(forAll.site, ofCy, freeze)).toBe('site_refused')
    await operate(world, 'site', 'remove', id)
    expect(codeOf(await visitor(site, token))).toBe('no_such_site')
  })

  it('security: a member has access only by a session with the second factor that the organisation requires', async () => {
    const { sec_subject_uid, bo, id } = await openWithMember(world)
    const { site } = await registerSite(world, sec_subject_uid)
    const token = await enterSite(world, bo.client, site)
    const rules = { secondFactorFrom: world.deployment.now(), proofMinutes: null, actingHours: null }
    await world.storage.transaction((stores) => stores.organisations.setRules(id, rules))
    const lacking = { reason: 'second_factor' }
    await refused(visitor(site, token), 'site_refused', lacking)
    const owner = await withOldPasskey(world, { ...bo, password: goodPassword })
    const { client, answer } = await signInBy(world, owner.device)
    dataOf(answer)
    expect(await visitor(site, await enterSite(world, client, site))).toMatchObject({ ok: true })
    const byPassword = await world.secondSession(owner)
    await refused(byPassword.issueSiteTicket({ site, ...challenged(), to: '/' }), 'site_refused', lacking)
  })

  it('security: a browser that enters again ends its previous session, so a copied token stops working', async () => {
    const { client, site, token } = await atSite()
    const other = await registerSite(world)
    const elsewhere = await enterSite(world, client, other.site)
    const together = await enterSite(world, client, site)
    expect(await visitor(site, token)).toMatchObject({ ok: true })
    world.passMinutes(1.01)
    const again = await enterSite(world, client, site)
    for (const ended of [token, together]) expect(codeOf(await visitor(site, ended))).toBe('no_site_session')
    expect(await visitor(site, again)).toMatchObject({ ok: true })
    expect(await visitor(other.site, elsewhere)).toMatchObject({ ok: true })
  })

  it('security: an account gets at most 300 tickets an hour', async () => {
    const { client, userId, site } = await atSite()
    const counted = { subject: userId, durationMs: 3_600_000, cap: 300, at: world.deployment.now() }
    for (let count = 1; count < 300; count += 1) await world.storage.counters.add(`siteTickets:${userId}`, counted)
    expect(codeOf(await client.issueSiteTicket({ site, ...challenged(), to: '/' }))).toBe('too_many_requests')
  })

  it('happy: using a site keeps the parent session alive', async () => {
    const { userId, site, token } = await atSite()
    const seen = async () => (await world.sessionsOf(userId))[0]?.lastSeenAt ?? 0
    const before = await seen()
    world.passMinutes(61)
    await visitor(site, token)
    expect(await seen()).toBeGreaterThan(before)
  })
})

import { expect, it } from 'vitest'
import { count } from '#account-api/kernel/limits/limits'
import { newId, newToken } from '#account-api/kernel/random'
import { checkDueDomains } from '#account-api/organisations/mail-domains/due'
import { mostDomains } from '#account-api/organisations/mail-domains/manage'
import { claimEmail } from '#tests/account-api/addresses/binding/bindings'
import { ticketOf } from '#tests/account-api/organisations/invitations/invitations'
import { giveRole, joinOrganisation, openOrganisation } from '#tests/account-api/organisations/members/members'
import { days } from '#tests/account-api/worlds/attacks'
import { atOnce, dataOf, endsOf, refused, withPassword } from '#tests/account-api/worlds/worlds'
import { writeInto } from '#tests/fixtures/databases/look-into'
import { changeForTest } from '#tests/fixtures/hooks'
import { describeWorldsWithDns, freshDomain, mailDomainsOf, notProven } from './domains'

describeWorldsWithDns('mail domains on $name', (world, dns) => {
  const { publish, unpublish, check, prove, open, person, seenBy, loggedOf } = mailDomainsOf(world, dns)

  it('happy: a mail domain is added, proven, opened and removed, and each step is logged', async () => {
    const { organisation, manager, sec_subject_uid } = await openOrganisation(world)
    const domain = freshDomain()
    await publish(organisation, domain)
    expect(await seenBy(organisation, domain)).toMatchObject({ proven_since: null, joining: 'off' })
    expect(await check(organisation, domain)).toMatchObject({ ok: true, data: { domain: { missing_since: null } } })
    expect((await seenBy(organisation, domain)).proven_since).not.toBeNull()
    const joining = { sec_subject_uid, domain, joining: 'invited' as const }
    expect(await manager.client.updateDomain(joining)).toMatchObject({ ok: true })
    expect(await manager.client.removeDomain({ sec_subject_uid, domain })).toMatchObject({ ok: true })
    expect(await manager.client.listDomains({ sec_subject_uid })).toMatchObject({ data: { domains: [] } })
    const logged = ['domain_removed', 'domain_updated', 'domain_proven', 'domain_added']
    expect(await loggedOf(organisation, domain)).toEqual(logged)
  })

  it('error: a failed check gives its reason, and proves nothing', async () => {
    const { organisation, manager, sec_subject_uid } = await openOrganisation(world)
    const domain = freshDomain()
    const value = await publish(organisation, domain)
    const name = `_organisation.${domain}`
    dns.texts.delete(name)
    dns.names.delete(domain)
    expect(await check(organisation, domain)).toMatchObject(notProven('no_domain'))
    dns.names.add(domain)
    expect(await check(organisation, domain)).toMatchObject(notProven('no_record'))
    dns.names.add(name)
    expect(await check(organisation, domain)).toMatchObject(notProven('no_record'))
    dns.texts.set(name, [`${value}x`, 'v=spf1 -all'])
    expect(await check(organisation, domain)).toMatchObject(notProven('wrong_value'))
    const others = Array.from({ length: 100 }, (_, nth) => `${nth} ${'x'.repeat(200)}`)
    dns.texts.set(name, others)
    expect(await check(organisation, domain)).toMatchObject(notProven('too_much'))
    dns.mood = 'fails'
    expect(await check(organisation, domain)).toMatchObject({ code: 'domain_unreachable' })
    dns.mood = 'answers'
    await refused(manager.client.updateDomain({ sec_subject_uid, domain, joining: 'join' as const }), 'domain_unproven')
    expect(await seenBy(organisation, domain)).toMatchObject({ proven_since: null, joining: 'off' })
    dns.texts.set(name, [...others, ` "${value}" `])
    expect(await check(organisation, domain)).toMatchObject({ ok: true })
  })

  it('error: a public mail domain, a duplicate and one too many are refused', async () => {
    const { id, manager, sec_subject_uid } = await openOrganisation(world)
    const add = (domain: string) => manager.client.addDomain({ sec_subject_uid, domain })
    expect(await add('@QQ.com')).toMatchObject({ code: 'domain_is_public' })
    expect(await add('Bücher.Example.')).toMatchObject({ data: { domain: { domain: 'xn--bcher-kva.example' } } })
    expect(await add('xn--bcher-kva.example')).toMatchObject({ code: 'domain_is_added' })
    const row = () => ({ id: newId(0), organisationId: id, domain: freshDomain(), token: newToken(128), createdAt: 0 })
    for (let added = 1; added < mostDomains; added++) await world.storage.mailDomains.insert(row())
    expect(await add(freshDomain())).toMatchObject({ code: 'too_many_domains', data: { most: mostDomains } })
  })

  it('error: the checks of a domain are rate-limited', async () => {
    const organisation = await openOrganisation(world)
    const domain = freshDomain()
    await publish(organisation, domain)
    const asked = dns.asked.length
    const of = { subject: organisation.id, at: world.deployment.now() }
    await Promise.all(Array.from({ length: 30 }, () => count(world.storage, 'domainChecks', of)))
    expect(await check(organisation, domain)).toMatchObject({ code: 'too_many_requests' })
    expect(dns.asked).toHaveLength(asked)
    world.passMinutes(61)
    expect(await check(organisation, domain)).toMatchObject({ ok: true })
  })

  it('happy: a person with an address at the domain joins with the role once joining is open', async () => {
    const { organisation, manager, sec_subject_uid } = await openOrganisation(world, 'Riverside')
    const domain = await prove(organisation)
    const { client } = await person(domain)
    const asked = dns.asked.length
    const joinable = async () => (await client.joinableSubjects({})).data
    expect(await joinable()).toEqual({ subjects: [] })
    await manager.client.updateDomain({ sec_subject_uid, domain, joining: 'invited', role_key: 'administrator' })
    const told = { sec_subject_uid, subject_name: 'Riverside', domain }
    expect(await joinable()).toEqual({ subjects: [{ ...told, joining: 'invited', role: null, request: null }] })
    expect(await client.joinSubject({ sec_subject_uid })).toMatchObject({ code: 'not_joinable' })
    await manager.client.updateDomain({ sec_subject_uid, domain, joining: 'join', role_key: 'administrator' })
    expect(await world.toldLast(manager.mobile)).toMatchObject({ purpose: 'administrator_given' })
    const role = { role_key: 'administrator', role_name: '' }
    expect(await joinable()).toEqual({ subjects: [{ ...told, joining: 'join', role, request: null }] })
    expect(await client.listSubjects({ page: 1 })).toMatchObject({ data: { subjects: [] } })
    // Nothing is looked up to show a domain.
    expect(dns.asked).toHaveLength(asked)
    expect(dataOf(await client.joinSubject({ sec_subject_uid }))).toMatchObject({ subject_name: 'Riverside' })
    expect(await client.ownPermissions({ sec_subject_uid })).toMatchObject({ data: { roles: [role] } })
    expect(await joinable()).toEqual({ subjects: [] })
    const logged = await manager.client.listSubjectLog({ sec_subject_uid, kind: 'member_joined_by_domain' })
    expect(logged).toMatchObject({ data: { entries: [{ after: { domain, role: 'administrator' } }] } })
  })

  /** An organisation that lets people join by a domain. */
  const opened = async (choice: { role_key?: string } = {}) => {
    const organisation = await openOrganisation(world)
    return { ...organisation, domain: await open(organisation, choice) }
  }
  const notJoinable = { ok: false, code: 'not_joinable' }

  it('security: an unproven address, part of a domain, the same ending, and no address give no membership', async () => {
    const { domain, sec_subject_uid } = await opened()
    for (const { client } of [
      await claimEmail(world, `ann@${domain}`),
      ...(await Promise.all([`mail.${domain}`, `x${domain}`, `${domain}.example`].map((other) => person(other)))),
    ]) {
      expect(await client.joinableSubjects({})).toMatchObject({ data: { subjects: [] } })
      expect(await client.joinSubject({ sec_subject_uid })).toMatchObject(notJoinable)
    }
    const { client } = await world.registerMobile()
    expect(await client.joinSubject({ sec_subject_uid })).toMatchObject(notJoinable)
    expect(await client.joinSubject({ sec_subject_uid: 'A'.repeat(22) })).toMatchObject(notJoinable)
    // The reader of the claimed mailbox is not blocked.
    expect(await (await person(domain)).client.joinSubject({ sec_subject_uid })).toMatchObject({ ok: true })
  })

  it('security: a mailbox that was proven long ago must be proven again', async () => {
    const { domain, sec_subject_uid } = await opened()
    const { client, email } = await person(domain)
    world.passMinutes(days(2))
    const join = () => client.joinSubject({ sec_subject_uid })
    await refused(join(), 'second_verification_required', { ways: [{ way: 'email' }] })
    const again = await withPassword(client, join)
    if (again.ok || again.code !== 'second_verification_required') throw new Error('the password was enough')
    const { sms_code_key } = again.data
    await client.sendSecondCode({ sms_code_key, way: 'email' })
    await client.verifySecond({ sms_code_key, way: 'email', code: await world.codeTo(email) })
    expect(await join()).toMatchObject({ ok: true })
  })

  it('security: a second organisation proves a domain only after the record of the first is gone', async () => {
    const { organisation: first, domain, sec_subject_uid } = await opened()
    const second = await openOrganisation(world)
    const others = dns.texts.get(`_organisation.${domain}`) ?? []
    const value = await publish(second, domain)
    dns.texts.set(`_organisation.${domain}`, others)
    expect(await check(second, domain)).toMatchObject(notProven('wrong_value'))
    dns.texts.set(`_organisation.${domain}`, [...others, value])
    expect(await check(second, domain)).toMatchObject({ code: 'domain_taken' })
    expect(await seenBy(first, domain)).toMatchObject({ joining: 'join', missing_since: null })
    dns.texts.set(`_organisation.${domain}`, [value])
    expect(await check(second, domain)).toMatchObject({ ok: true })
    expect(await seenBy(first, domain)).toMatchObject({ proven_since: null, joining: 'off' })
    expect((await loggedOf(first, domain))[0]).toBe('domain_lost')
    expect((await world.toldLast(first.manager.mobile))?.body).toContain(domain)
    const { client } = await person(domain)
    expect(await client.joinSubject({ sec_subject_uid })).toMatchObject(notJoinable)
    expect(await client.joinSubject(second)).toMatchObject(notJoinable)
  })

  it('security: one of two organisations that prove a domain at the same time gets it', async () => {
    const [first, second] = [await openOrganisation(world), await openOrganisation(world)]
    const domain = freshDomain()
    for (const organisation of [first, second]) await publish(organisation, domain)
    const answers = await atOnce(10, (turn) => check(turn % 2 === 0 ? first : second, domain))
    expect(Object.keys(endsOf(answers)).sort()).toEqual(['domain_taken', 'ok'])
    const proven = [await seenBy(first, domain), await seenBy(second, domain)]
    expect(proven.filter(({ proven_since }) => proven_since !== null)).toHaveLength(1)
  })

  it('security: a role that is disabled, or now grants more than its chooser has, is not granted', async () => {
    const { organisation, domain, sec_subject_uid, manager } = await opened()
    const pupil = { sec_subject_uid, role_key: 'pupil' }
    await giveRole(organisation, 'Pupil', ['log.read'])
    const deputy = await joinOrganisation(world, organisation)
    await giveRole(organisation, 'Desk', ['domain.manage', 'role.assign', 'log.read'], deputy)
    const choice = { sec_subject_uid, domain, joining: 'join' as const, role_key: 'pupil' }
    const beyond = deputy.client.updateDomain({ ...choice, role_key: 'administrator' })
    await refused(beyond, 'beyond_own_permissions')
    expect(await deputy.client.updateDomain(choice)).toMatchObject({ ok: true })

    let people = 0
    const rolesOfNext = async () => {
      const { client } = await person(domain, `pupil${people++}`)
      expect(await client.joinSubject({ sec_subject_uid })).toMatchObject({ ok: true })
      return dataOf(await client.ownPermissions({ sec_subject_uid })).roles.map(({ role_key }) => role_key)
    }
    const isGiven = async () => (await seenBy(organisation, domain)).gives_role
    expect([await isGiven(), await rolesOfNext()]).toEqual([true, ['pupil']])
    await manager.client.banRole({ ...pupil, is_banned: 1 })
    expect([await isGiven(), await rolesOfNext()]).toEqual([false, []])
    await manager.client.banRole({ ...pupil, is_banned: 0 })
    await manager.client.updateRole({ ...pupil, permissions: ['log.read', 'member.remove'] })
    expect([await isGiven(), await rolesOfNext()]).toEqual([false, []])
    await manager.client.updateRole({ ...pupil, permissions: ['log.read'] })
    expect(await isGiven()).toBe(true)
    await manager.client.freezeDeputy({ ...deputy.place, is_frozen: 1 })
    expect([await isGiven(), await rolesOfNext()]).toEqual([false, []])
    await manager.client.deleteDeputy(deputy.place)
    expect([await isGiven(), await rolesOfNext()]).toEqual([false, []])
    expect(await manager.client.updateDomain(choice)).toMatchObject({ ok: true })
    expect([await isGiven(), await rolesOfNext()]).toEqual([true, ['pupil']])
  })

  it('security: nobody joins a suspended organisation', async () => {
    const { domain, id, sec_subject_uid } = await opened()
    await writeInto(world.place, "update organisations set frozen_by = 'manager' where id = $1", [id])
    const { client } = await person(domain)
    expect(await client.joinableSubjects({})).toMatchObject({ data: { subjects: [] } })
    expect(await client.joinSubject({ sec_subject_uid })).toMatchObject(notJoinable)
  })

  it('security: a removed person needs an invitation, even with another account of the same address', async () => {
    const { domain, sec_subject_uid, manager } = await opened()
    const { client, email } = await person(domain)
    const { identity_id } = dataOf(await client.joinSubject({ sec_subject_uid }))
    // The address has changed by the time of the removal.
    const change = 'update identifiers set value = $1 where value = $2'
    await writeInto(world.place, change, [`old-${email}`, email])
    await manager.client.deleteDeputy({ sec_subject_uid, identity_id })
    await writeInto(world.place, change, [`next-${email}`, `old-${email}`])
    expect(await client.joinableSubjects({})).toMatchObject({ data: { subjects: [] } })
    expect(await client.joinSubject({ sec_subject_uid })).toMatchObject(notJoinable)
    for (const address of [email, `old-${email}`]) {
      const other = await world.registerEmail({ email: address })
      expect(await other.client.joinSubject({ sec_subject_uid })).toMatchObject(notJoinable)
    }

    const invited = dataOf(await manager.client.inviteByEmail({ sec_subject_uid, email: `next-${email}` }))
    const invite_ticket = ticketOf(invited.link)
    expect(await client.acceptInvitation({ invite_ticket })).toMatchObject({ ok: true })
    expect(await client.leaveSubject({ sec_subject_uid })).toMatchObject({ ok: true })
    expect(await client.joinSubject({ sec_subject_uid })).toMatchObject({ ok: true })
  })

  it('security: nobody joins by a domain that changed hands, and its old record proves nothing', async () => {
    const { organisation, domain, sec_subject_uid, manager } = await opened({ role_key: 'administrator' })
    const { record_value } = await seenBy(organisation, domain)
    unpublish(domain)
    world.passMinutes(61)
    const { client } = await person(domain)
    expect(await client.joinSubject({ sec_subject_uid })).toMatchObject(notJoinable)
    const missing = await seenBy(organisation, domain)
    expect(missing.missing_since).not.toBeNull()
    expect((await world.toldLast(manager.mobile))?.body).toContain(`/domains/${domain}`)
    // The record is back in time.
    dns.texts.set(missing.record_name, [record_value])
    expect(await check(organisation, domain)).toMatchObject({ data: { domain: { missing_since: null } } })
    unpublish(domain)
    for (let day = 0; day < 5; day++) {
      world.passMinutes(days(1) + 1)
      await checkDueDomains(world.service)
    }
    const lost = await seenBy(organisation, domain)
    expect(lost).toMatchObject({ proven_since: null, joining: 'off', role: null })
    expect((await loggedOf(organisation, domain)).slice(0, 2)).toEqual(['domain_lost', 'domain_missing'])
    dns.texts.set(lost.record_name, [record_value])
    expect(await check(organisation, domain)).toMatchObject(notProven('wrong_value'))
    expect(await checkDueDomains(world.service)).toBe(0)
  })

  it('security: silent name servers admit nobody, and do not keep a domain proven forever', async () => {
    const { organisation, domain, sec_subject_uid } = await opened()
    world.passMinutes(61)
    const { client } = await person(domain)
    changeForTest(dns, { mood: 'fails' })
    await refused(client.joinSubject({ sec_subject_uid }), 'domain_unreachable')
    world.passMinutes(days(13))
    await checkDueDomains(world.service)
    expect(await seenBy(organisation, domain)).toMatchObject({ joining: 'join', missing_since: null })
    world.passMinutes(days(1))
    await checkDueDomains(world.service)
    expect(await seenBy(organisation, domain)).toMatchObject({ joining: 'off', proven_since: null })
  })

  it('error: a check that fails on our side is retried later, and ends nothing', async () => {
    const { organisation, domain } = await opened()
    world.passMinutes(days(1) + 1)
    changeForTest(world.deployment, { lookUpTexts: () => Promise.reject(new TypeError('a fault')) })
    await checkDueDomains(world.service)
    expect(await seenBy(organisation, domain)).toMatchObject({ joining: 'join', missing_since: null })
    expect(world.logged()).toContain('will retry')
  })

  it('security: twenty concurrent presses create one membership', async () => {
    const { domain, sec_subject_uid } = await opened()
    const { client } = await person(domain)
    const answers = await atOnce(20, () => client.joinSubject({ sec_subject_uid }))
    expect(endsOf(answers)).toEqual({ ok: 1, already_member: 19 })
  })
})

import { expect, it } from 'vitest'
import { count } from '#account-api/kernel/limits/limits'
import { newId, newToken } from '#account-api/kernel/random'
import { mostDomains } from '#account-api/organisations/mail-domains/manage'
import { giveRole, joinOrganisation, openOrganisation } from '#tests/account-api/organisations/members/members'
import { dataOf, refused } from '#tests/account-api/worlds/worlds'
import { describeWorldsWithDns, freshDomain, mailDomainsOf, notProven } from './domains'

describeWorldsWithDns('mail domains on $name', (world, dns) => {
  const { publish, check, prove, open, person, seenBy, loggedOf } = mailDomainsOf(world, dns)

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

  it('security: nobody chooses a role beyond their own permissions', async () => {
    const { organisation, sec_subject_uid } = await openOrganisation(world)
    const domain = await open(organisation)
    const deputy = await joinOrganisation(world, organisation)
    await giveRole(organisation, 'Desk', ['domain.manage', 'log.read'], deputy)
    const choose = (role_key?: string) =>
      deputy.client.updateDomain({ sec_subject_uid, domain, joining: 'join', ...(role_key && { role_key }) })
    await refused(choose('administrator'), 'beyond_own_permissions')
    // They have all that it grants, but may give no role.
    await refused(choose('desk'), 'beyond_own_permissions', { lacking: ['role.assign'] })
    for (const role_key of ['unknown', 'manager']) await refused(choose(role_key), 'no_such_role')
    expect(await choose()).toMatchObject({ ok: true })
  })
})

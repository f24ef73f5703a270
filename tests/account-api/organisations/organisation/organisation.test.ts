import { expect, it } from 'vitest'
import { newId } from '#account-api/kernel/random'
import { days } from '#account-api/kernel/time'
import { mostManaged } from '#account-api/organisations/organisation/create'
import { permissionNames } from '#contract/terms/permissions'
import {
  giveRole,
  joinAll,
  joinOrganisation,
  type Member,
  type Organisation,
  openOrganisation,
  openWithMember,
} from '#tests/account-api/organisations/members/members'
import { atOnce, dataOf, describeWorlds, endsOf, freshMobile, type World } from '#tests/account-api/worlds/worlds'

describeWorlds('an organisation on $name', (world) => {
  it('happy: a member sees the organisation in their list, and who manages it, but not its details and permissions', async () => {
    const { manager, bo, sec_subject_uid } = await openWithMember(world)
    await manager.client.updateDeputy({ ...manager.place, deputy_name: 'Zoe Lee' })
    expect(await bo.client.listSubjects({ page: 1 })).toMatchObject({
      ok: true,
      data: { subjects: [{ sec_subject_uid, deputy_name: 'Bo', is_manager: false }], has_more: false },
    })
    const info = async (need_manager: number) => dataOf(await bo.client.subjectInfo({ sec_subject_uid, need_manager }))
    const told = { permissions: [], subject: { detail_infos: null } }
    expect(await info(1)).toMatchObject({ ...told, manager_name: 'Zoe Lee' })
    expect(await info(0)).toMatchObject({ ...told, manager_name: '' })
  })

  it('happy: the counts of members, invitations, waiting accounts and roles are shown to permitted members', async () => {
    const { organisation, manager, sec_subject_uid, bo } = await openWithMember(world)
    const cy = await joinOrganisation(world, organisation, 'Cy')
    await openWithMember(world, 'Another one')
    await manager.client.freezeDeputy({ ...cy.place, is_frozen: 1 })
    await manager.client.inviteByMobile({ sec_subject_uid, mobile: freshMobile() })
    await manager.client.createUserWithRole({ sec_subject_uid, mobile: freshMobile(), deputy_name: 'Dan' })
    await giveRole(organisation, 'Clerk', ['invitation.read'], bo)
    const counts = async ({ client }: Member, need_counts = 1) =>
      dataOf(await client.subjectInfo({ sec_subject_uid, need_counts })).counts
    expect(await counts(manager)).toEqual({ members: 4, frozen: 1, invitations: 1, requests: 0, waiting: 1, roles: 1 })
    const hidden = { members: null, frozen: null, requests: null, waiting: null, roles: null }
    expect(await counts(bo)).toEqual({ ...hidden, invitations: 1 })
    expect(await counts(manager, 0)).toBeNull()
  })

  it('security: counting the members of a large organisation stops at a limit, so its cost is limited', async () => {
    const { organisation, id } = await openOrganisation(world)
    await joinAll(world, organisation, 'Bo', 'Cy', 'Dan')
    expect(await world.storage.counts.ofOrganisation(id, ['members', 'roles'], 3)).toEqual({ members: 3, roles: 0 })
  })

  it('happy: the resources list all permissions, each with a name and description in both languages', async () => {
    const { manager, sec_subject_uid } = await openOrganisation(world)
    const { resources } = dataOf(await manager.client.listResources({ sec_subject_uid }))
    expect(resources.map(({ permission }) => permission)).toEqual(permissionNames)
    const texts = resources.flatMap(({ texts }) => Object.values(texts))
    expect(texts).toHaveLength(2 * permissionNames.length)
    expect(texts.filter(({ name, text }) => name === '' || text === '' || name === text)).toEqual([])
  })

  it('happy: the creator manages an organisation, and each person sees their permissions and the roles that give them', async () => {
    const { organisation, manager, sec_subject_uid, id, bo } = await openWithMember(world, 'Riverside School')
    const { subject, permissions } = dataOf(await manager.client.subjectInfo({ sec_subject_uid }))
    const names = { subject_uid: id, subject_name: 'Riverside School', identity_id: manager.identityId }
    expect(subject).toMatchObject({ ...names, is_manager: true, is_frozen: 0, detail_infos: {} })
    expect(permissions).toEqual(permissionNames)
    const own = async ({ client }: Member) => dataOf(await client.ownPermissions({ sec_subject_uid }))
    expect(await own(manager)).toEqual({ is_manager: true, roles: [], permissions: permissionNames })
    expect(await own(bo)).toEqual({ is_manager: false, roles: [], permissions: [] })
    const role_key = await giveRole(organisation, 'Clerk', ['log.read'], bo)
    const roles = [{ role_key, role_name: 'Clerk' }]
    expect(await own(bo)).toEqual({ is_manager: false, roles, permissions: ['log.read'] })
  })

  it('happy: an omitted field is kept, and an empty one is cleared', async () => {
    const { manager, sec_subject_uid } = await openOrganisation(world)
    const { client } = manager
    const base_infos = { region: 'CN', website: 'https://orchard.example' }
    await client.updateSubject({ sec_subject_uid, base_infos, detail_infos: { contact_name: 'Ann' } })
    await client.updateSubject({ sec_subject_uid, subject_name: 'Orchard 2', base_infos: { region: '' } })
    const { subject } = dataOf(await client.subjectInfo({ sec_subject_uid }))
    expect(subject).toMatchObject({ subject_name: 'Orchard 2', detail_infos: { contact_name: 'Ann' } })
    expect(subject.base_infos).toEqual({ website: 'https://orchard.example' })
  })

  it('security: an account manages at most 20 organisations, even if it creates them at the same time', async () => {
    const { client } = await world.registerMobile()
    const answers = await atOnce(mostManaged + 5, () => client.createSubject({ subject_name: 'One of many' }))
    expect(endsOf(answers)).toEqual({ ok: mostManaged, too_many_subjects: 5 })
    expect(answers.find(({ ok }) => !ok)).toMatchObject({ code: 'too_many_subjects', data: { most: mostManaged } })
  })

  it('security: the database refuses a second manager, and a manager without a membership', async () => {
    const [one, other] = [await openWithMember(world), await openOrganisation(world)]
    const { members } = world.storage
    const memberId = (await members.acting(one.bo.userId, one.sec_subject_uid))?.member.id ?? ''
    for (const { id: organisationId } of [one, other])
      await expect(members.insertManager({ organisationId, memberId })).rejects.toThrow()
  })
})

type Asked = Parameters<Organisation['manager']['client']['listSubjectLog']>[0]

const listed = async ({ manager, sec_subject_uid }: Organisation, asked: Partial<Asked> = {}) =>
  dataOf(await manager.client.listSubjectLog({ sec_subject_uid, ...asked }))

/** Adds an entry that is so many days old. */
const addEntry = async (world: World, { id, manager }: Organisation, daysAgo: number, actor = manager.identityId) => {
  const at = world.deployment.now() - days(daysAgo)
  await world.storage.organisationLog.insert({
    id: newId(at),
    organisationId: id,
    at,
    kind: 'organisation_updated',
    actor,
    actorName: 'Ann',
    target: 'x'.repeat(22),
    targetName: `${daysAgo} days ago`,
    before: undefined,
    after: { name: `${daysAgo}` },
    clientAddress: '203.0.113.7',
    client: 'test',
  })
}

describeWorlds('the log of an organisation on $name', (world) => {
  it('happy: the log shows who did what, with the values before and after', async () => {
    const { organisation, manager, sec_subject_uid } = await openOrganisation(world, 'Orchard')
    await manager.client.updateSubject({ sec_subject_uid, subject_name: 'Meadow', base_infos: { region: 'CN' } })
    const { entries, kept_days } = await listed(organisation)
    expect(kept_days).toBe(365)
    expect(entries).toMatchObject([
      {
        kind: 'organisation_updated',
        actor: { id: manager.identityId, name: expect.stringMatching(/^user-/) },
        target: { id: sec_subject_uid, name: 'Orchard' },
        before: { name: 'Orchard' },
        after: { name: 'Meadow', region: 'CN' },
      },
      { kind: 'organisation_created', before: null, after: null },
    ])
  })

  it('happy: pages continue from a key in both directions, whatever is added meanwhile', async () => {
    const organisation = await openOrganisation(world)
    for (let daysAgo = 1; daysAgo <= 6; daysAgo += 1) await addEntry(world, organisation, daysAgo)
    const namesOf = ({ entries }: { entries: { target: { name: string } }[] }) =>
      entries.map(({ target }) => target.name)
    const first = await listed(organisation, { page_size: 3 })
    expect(namesOf(first)).toEqual(['Orchard', '1 days ago', '2 days ago'])
    expect(first.newer).toBeUndefined()
    await addEntry(world, organisation, 0)
    const second = await listed(organisation, { page_size: 3, before: first.older ?? '' })
    expect(namesOf(second)).toEqual(['3 days ago', '4 days ago', '5 days ago'])
    const last = await listed(organisation, { page_size: 3, before: second.older ?? '' })
    expect(namesOf(last)).toEqual(['6 days ago'])
    expect(last.older).toBeUndefined()
    expect(namesOf(await listed(organisation, { page_size: 3, after: last.newer ?? '' }))).toEqual(namesOf(second))
    // Fewer are newer than a page has: the first page.
    expect(namesOf(await listed(organisation, { page_size: 3, after: first.older ?? '' }))[0]).toBe('0 days ago')
  })

  it('happy: the log can be filtered by kind, actor, target and days', async () => {
    const { organisation, bo } = await openWithMember(world)
    await addEntry(world, organisation, 3)
    await addEntry(world, organisation, 10, bo.identityId)
    const countOf = async (asked: Partial<Asked>) => (await listed(organisation, asked)).entries.length
    expect(await countOf({})).toBe(3)
    expect(await countOf({ kind: 'organisation_created' })).toBe(1)
    expect(await countOf({ actor: bo.identityId })).toBe(1)
    expect(await countOf({ target: organisation.sec_subject_uid })).toBe(1)
    expect(await countOf({ actor: bo.identityId, kind: 'organisation_created' })).toBe(0)
    const dayOf = (daysAgo: number) =>
      new Date(world.deployment.now() - days(daysAgo) + 8 * 3_600_000).toISOString().slice(0, 10)
    expect(await countOf({ since: dayOf(3), until: dayOf(3) })).toBe(1)
    expect(await countOf({ since: dayOf(9), until: dayOf(4) })).toBe(0)
    expect(await countOf({ until: dayOf(3) })).toBe(2)
    expect(await countOf({ since: dayOf(3) })).toBe(2)
    // The last day comes before the first one.
    expect(await countOf({ since: dayOf(3), until: dayOf(10) })).toBe(0)
  })

  it('happy: entries past the retention are not shown, and are deleted', async () => {
    const organisation = await openOrganisation(world)
    await addEntry(world, organisation, 364)
    await addEntry(world, organisation, 366)
    expect((await listed(organisation)).entries).toHaveLength(2)
    await world.storage.sweep(world.deployment.now())
    const range = { limit: 10, from: 0, to: world.deployment.now() + days(1) }
    expect(await world.storage.organisationLog.list(organisation.id, range)).toHaveLength(2)
  })

  it('security: a member’s client address is in their own activity, but in no entry that others see', async () => {
    const { organisation, bo } = await openWithMember(world)
    await giveRole(organisation, 'Writer', ['organisation.update'], bo)
    await bo.client.updateSubject({ sec_subject_uid: organisation.sec_subject_uid, subject_name: 'Meadow' })
    const [own] = dataOf(await bo.client.listActivity({})).entries
    expect(own?.address).toMatch(/^10\./)
    const log = await listed(organisation)
    expect(log.entries[0]).toMatchObject({ kind: 'organisation_updated', actor: { id: bo.identityId } })
    expect(JSON.stringify(log)).not.toContain(own?.address)
  })
})

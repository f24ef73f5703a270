import { expect, it } from 'vitest'
import { mostManaged } from '#account-api/organisations/organisation/create'
import { permissionNames } from '#contract/terms/permissions'
import {
  giveRole,
  joinAll,
  joinOrganisation,
  type Member,
  openOrganisation,
  openWithMember,
} from '#tests/account-api/organisations/members/members'
import { atOnce, dataOf, describeWorlds, endsOf, freshMobile } from '#tests/account-api/worlds/worlds'

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

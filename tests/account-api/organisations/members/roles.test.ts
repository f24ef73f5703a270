import { expect, it } from 'vitest'
import { newId } from '#account-api/kernel/random'
import { mostRoles } from '#account-api/organisations/roles/edit'
import { mostHeld } from '#account-api/organisations/roles/holders'
import { type Permission, permissionNames } from '#contract/terms/permissions'
import { codeOf, dataOf, describeWorlds, refused } from '#tests/account-api/worlds/worlds'
import { writeInto } from '#tests/fixtures/databases/look-into'
import {
  giveRole,
  joinAll,
  joinOrganisation,
  logOf,
  type Member,
  type Organisation,
  openOrganisation,
  openWithMember,
  walk,
} from './members'

describeWorlds('roles on $name', (world) => {
  const permissionsOf = async ({ client }: Member, { sec_subject_uid }: Organisation) => {
    const own = await client.ownPermissions({ sec_subject_uid })
    return own.ok ? own.data.permissions : own.code
  }
  it('happy: the list begins with the three built-in roles', async () => {
    const { organisation, manager, sec_subject_uid } = await openOrganisation(world)
    await giveRole(organisation, '档案室', ['member.read'])
    const { roles } = dataOf(await manager.client.listRoles({ sec_subject_uid }))
    expect(roles.map(({ role_key }) => role_key)).toEqual([
      'manager',
      'administrator',
      'member',
      expect.stringMatching(/^role-[0-9a-f]{12}$/),
    ])
    expect(roles.map(({ is_built_in }) => is_built_in)).toEqual([true, true, true, false])
    expect(roles[1]?.permissions).toEqual(permissionNames)
    expect(roles[3]).toMatchObject({ role_name: '档案室', permissions: ['member.read'], is_banned: 0 })
  })

  it('happy: the log shows each act with the permissions before and after, and a disabled role cannot be given', async () => {
    const { organisation, manager, sec_subject_uid, bo } = await openWithMember(world)
    const role_key = await giveRole(organisation, 'Clerk', ['role.read'], bo)
    await manager.client.updateRole({ sec_subject_uid, role_key, permissions: ['log.read'] })
    const given = { sec_subject_uid, role_key, sec_user_identity_ids: [bo.identityId] }
    await manager.client.banRole({ sec_subject_uid, role_key, is_banned: 1 })
    expect(await manager.client.assignRole(given)).toMatchObject({ code: 'role_banned' })
    await manager.client.banRole({ sec_subject_uid, role_key, is_banned: 0 })
    expect(await permissionsOf(bo, organisation)).toEqual(['log.read'])
    for (const changed of [1, 0])
      expect(await manager.client.removeRole(given)).toMatchObject({ ok: true, data: { changed } })
    const about = { name: 'Clerk', description: '' }
    const [reading, logging] = [{ permissions: ['role.read'] }, { permissions: ['log.read'] }]
    const [none, clerk] = [{ permissions: [] }, { roles: ['Clerk'] }]
    expect((await logOf(world, organisation)).map(({ kind, before, after }) => [kind, before, after])).toEqual([
      ['role_created', null, { ...about, ...reading }],
      ['role_assigned', { roles: [], ...none }, { ...clerk, ...reading }],
      ['role_updated', { ...about, ...reading }, { ...about, ...logging }],
      ['role_banned', logging, none],
      ['role_unbanned', none, logging],
      ['role_removed', { ...clerk, ...logging }, { roles: [], ...none }],
    ])
  })

  it('happy: members with their roles are paged by key or number', async () => {
    const { organisation, manager, sec_subject_uid } = await openOrganisation(world)
    const members = await joinAll(world, organisation, 'Bo', 'Cy', 'Di')
    const role_key = await giveRole(organisation, 'Clerk', [], ...members)
    for (const filter of [{}, { role_key }]) {
      const asked = { sec_subject_uid, page_size: 2, ...filter }
      const pages = await walk((after) => manager.client.listUserRoles({ ...asked, page: 1, after }))
      const names = pages.flatMap(({ users }) => users.map(({ deputy_name }) => deputy_name))
      expect(names.slice(-3)).toEqual(['Bo', 'Cy', 'Di'])
      expect(names).toHaveLength('role_key' in filter ? 3 : 4)
      expect(dataOf(await manager.client.listUserRoles({ ...asked, page: 2 })).next).toBeNull()
    }
    const one = { sec_subject_uid, page: 1, sec_user_identity_id: members[1].identityId }
    expect(dataOf(await manager.client.listUserRoles(one)).users).toMatchObject([{ deputy_name: 'Cy' }])
  })

  it('error: two roles cannot share a key, or have names that look alike', async () => {
    const { organisation, manager, sec_subject_uid } = await openOrganisation(world)
    await giveRole(organisation, 'Clerk', [])
    const other = await giveRole(organisation, 'Other', [])
    const { createRole, updateRole } = manager.client
    const named = { field: 'role_name' }
    await refused(createRole({ sec_subject_uid, role_name: ' CLERK ' }), 'role_exists', named)
    await refused(updateRole({ sec_subject_uid, role_key: other, role_name: 'clerk' }), 'role_exists', named)
    for (const role_key of ['clerk', 'manager', 'administrator', 'member'])
      await refused(createRole({ sec_subject_uid, role_key, role_name: 'New' }), 'role_exists', { field: 'role_key' })
  })

  it('error: an organisation has at most 100 custom roles, and a member at most 20', async () => {
    const { organisation, manager, sec_subject_uid, id } = await openOrganisation(world)
    const at = world.deployment.now()
    const empty = { organisationId: id, description: '', permissions: [], createdAt: at }
    for (let nth = 0; nth < mostRoles; nth++)
      await world.storage.roles.insert({ ...empty, id: newId(at), key: `role-${nth}`, name: `Role ${nth}` })
    const created = manager.client.createRole({ sec_subject_uid, role_name: 'One more' })
    await refused(created, 'too_many_roles', { of: 'organisation', most: mostRoles })
    const bo = await joinOrganisation(world, organisation)
    const acting = await world.storage.members.acting(bo.userId, sec_subject_uid)
    const roles = await world.storage.roles.ofOrganisation(id)
    for (const role of roles.slice(1, mostHeld)) await world.storage.roles.give(role, [acting?.member.id ?? ''])
    const to = { sec_subject_uid, sec_user_identity_ids: [bo.identityId, manager.identityId] }
    const give = (nth: number) => manager.client.assignRole({ ...to, role_key: `role-${nth}` })
    expect(await give(90)).toMatchObject({ ok: true, data: { changed: 2 } })
    await refused(give(91), 'too_many_roles', { of: 'identity', most: mostHeld })
    const others = await manager.client.listUserRoles({ sec_subject_uid, page: 1, role_key: 'role-91' })
    expect(others).toMatchObject({ ok: true, data: { users: [] } })
  })

  it('security: the built-in roles cannot be changed, and only the administrator role can be given', async () => {
    const { organisation, manager, sec_subject_uid, bo } = await openWithMember(world)
    const sec_user_identity_ids = [bo.identityId]
    for (const role_key of ['manager', 'administrator', 'member']) {
      const role = { sec_subject_uid, role_key }
      await refused(manager.client.updateRole({ ...role, permissions: [] }), 'role_is_built_in')
      await refused(manager.client.banRole({ ...role, is_banned: 1 }), 'role_is_built_in')
      const given = codeOf(await manager.client.assignRole({ ...role, sec_user_identity_ids }))
      expect(given).toBe(role_key === 'administrator' ? 'ok' : 'role_is_built_in')
    }
    const taken = { sec_subject_uid, role_key: 'manager', sec_user_identity_ids: [manager.identityId] }
    await refused(bo.client.removeRole(taken), 'role_is_built_in')
    expect(await permissionsOf(manager, organisation)).toEqual(permissionNames)
  })

  it('security: nobody gives, changes, allows or removes a role beyond their own permissions', async () => {
    const { organisation, manager, sec_subject_uid, bo } = await openWithMember(world)
    const cy = await joinOrganisation(world, organisation, 'Cy')
    await giveRole(organisation, 'Roles', ['role.write', 'role.assign'], bo)
    const more = await giveRole(organisation, 'Log', ['log.read', 'role.write'], cy)
    const own = await giveRole(organisation, 'Own', ['role.write'])
    const { client } = bo
    const to = { sec_user_identity_ids: [bo.identityId] }
    const log: { permissions: Permission[] } = { permissions: ['log.read'] }
    const role = { sec_subject_uid, role_key: more }
    for (const act of [
      () => client.createRole({ sec_subject_uid, role_name: 'Mine', ...log }),
      () => client.updateRole({ sec_subject_uid, role_key: own, ...log }),
      () => client.updateRole({ ...role, permissions: [] }),
      () => client.updateRole({ ...role, role_name: 'Mine' }),
      () => client.banRole({ ...role, is_banned: 1 }),
      () => client.assignRole({ ...role, ...to }),
      () => client.removeRole({ ...role, sec_user_identity_ids: [cy.identityId] }),
    ])
      expect(await act()).toMatchObject({ code: 'beyond_own_permissions', data: { lacking: ['log.read'] } })
    await manager.client.banRole({ ...role, is_banned: 1 })
    await refused(client.banRole({ ...role, is_banned: 0 }), 'beyond_own_permissions', { lacking: ['log.read'] })
    await refused(client.assignRole({ sec_subject_uid, role_key: 'administrator', ...to }), 'beyond_own_permissions')
    expect(await permissionsOf(bo, organisation)).toEqual(['role.write', 'role.assign'])
    // What grants no more than they have, they may give to themselves, twice too: it adds nothing.
    for (const _ of ['first', 'again'])
      expect(await client.assignRole({ sec_subject_uid, role_key: own, ...to })).toMatchObject({ ok: true })
    expect(await permissionsOf(bo, organisation)).toEqual(['role.write', 'role.assign'])
  })

  it('security: a role cannot be given to another organisation’s member, whatever the code does', async () => {
    const [one, other] = [await openOrganisation(world), await openOrganisation(world)]
    await giveRole(one, 'Clerk', [])
    const bo = await joinOrganisation(world, other)
    const acting = await world.storage.members.acting(bo.userId, other.sec_subject_uid)
    const [, clerk] = await world.storage.roles.ofOrganisation(one.id)
    if (!clerk || !acting) throw new Error('no role')
    const { id } = acting.member
    await world.storage.roles.give(clerk, [id])
    expect(await world.storage.roles.givenTo([id])).toEqual([])
    const row = 'insert into identity_roles (identity_id, role_id, organisation_id, name_key) values ($1, $2, $3, $4)'
    for (const organisationId of [one.id, other.id])
      await expect(writeInto(world.place, row, [id, clerk.id, organisationId, 'bo'])).rejects.toThrow()
  })
})

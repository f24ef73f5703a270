import { expect, it } from 'vitest'
import { newId } from '#account-api/kernel/random'
import { mostRoles } from '#account-api/organisations/roles/edit'
import { mostHeld } from '#account-api/organisations/roles/holders'
import { type Permission, permissionNames } from '#contract/terms/permissions'
import { codeOf, describeWorlds } from '#tests/account-api/worlds/worlds'
import { lookInto, writeInto } from '#tests/fixtures/databases/look-into'
import {
  giveRole,
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
  it('happy: a member is given a role, uses its permissions, and loses them when it is taken away', async () => {
    const { organisation, manager, sec_subject_uid, bo } = await openWithMember(world)
    const role_key = await giveRole(organisation, 'Press office', ['organisation.update'], bo)
    expect(role_key).toBe('press-office')
    expect(await bo.client.updateSubject({ sec_subject_uid, subject_name: 'Orchard 2' })).toMatchObject({ ok: true })
    expect(await manager.client.listUserRoles({ sec_subject_uid, page: 1, role_key })).toMatchObject({
      ok: true,
      data: { users: [{ sec_user_identity_id: bo.identityId, roles: [{ role_key, role_name: 'Press office' }] }] },
    })
    const from = { sec_subject_uid, role_key, sec_user_identity_ids: [bo.identityId] }
    expect(await manager.client.removeRole(from)).toMatchObject({ ok: true, data: { changed: 1 } })
    expect(await manager.client.removeRole(from)).toMatchObject({ ok: true, data: { changed: 0 } })
    const refused = await bo.client.updateSubject({ sec_subject_uid, subject_name: 'Mine' })
    expect(refused).toMatchObject({ code: 'permission_required', data: { needed: 'organisation.update' } })
  })

  it('happy: the list begins with the three built-in roles', async () => {
    const { organisation, manager, sec_subject_uid } = await openOrganisation(world)
    await giveRole(organisation, '档案室', ['member.read'])
    const listed = await manager.client.listRoles({ sec_subject_uid })
    const roles = listed.ok ? listed.data.roles : []
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

  it('happy: the log shows each act with the permissions before and after, and a banned role cannot be given', async () => {
    const { organisation, manager, sec_subject_uid, bo } = await openWithMember(world)
    const role_key = await giveRole(organisation, 'Clerk', ['role.read'], bo)
    await manager.client.updateRole({ sec_subject_uid, role_key, permissions: ['log.read'] })
    const given = { sec_subject_uid, role_key, sec_user_identity_ids: [bo.identityId] }
    await manager.client.banRole({ sec_subject_uid, role_key, is_banned: 1 })
    expect(await manager.client.assignRole(given)).toMatchObject({ code: 'role_banned' })
    await manager.client.banRole({ sec_subject_uid, role_key, is_banned: 0 })
    expect(await permissionsOf(bo, organisation)).toEqual(['log.read'])
    await manager.client.removeRole(given)
    const about = { name: 'Clerk', description: '' }
    expect((await logOf(world, organisation)).map(({ kind, before, after }) => ({ kind, before, after }))).toEqual([
      { kind: 'role_created', before: null, after: { ...about, permissions: ['role.read'] } },
      {
        kind: 'role_assigned',
        before: { roles: [], permissions: [] },
        after: { roles: ['Clerk'], permissions: ['role.read'] },
      },
      {
        kind: 'role_updated',
        before: { ...about, permissions: ['role.read'] },
        after: { ...about, permissions: ['log.read'] },
      },
      { kind: 'role_banned', before: { permissions: ['log.read'] }, after: { permissions: [] } },
      { kind: 'role_unbanned', before: { permissions: [] }, after: { permissions: ['log.read'] } },
      {
        kind: 'role_removed',
        before: { roles: ['Clerk'], permissions: ['log.read'] },
        after: { roles: [], permissions: [] },
      },
    ])
  })

  it('happy: members with their roles are paged by key or number', async () => {
    const { organisation, manager, sec_subject_uid } = await openOrganisation(world)
    const members: Member[] = []
    for (const name of ['Bo', 'Cy', 'Di']) members.push(await joinOrganisation(world, organisation, name))
    const role_key = await giveRole(organisation, 'Clerk', [], ...members)
    for (const filter of [{}, { role_key }]) {
      const asked = { sec_subject_uid, page_size: 2, ...filter }
      const pages = await walk((after) => manager.client.listUserRoles({ ...asked, page: 1, after }))
      const names = pages.flatMap(({ users }) => users.map(({ deputy_name }) => deputy_name))
      expect(names.slice(-3)).toEqual(['Bo', 'Cy', 'Di'])
      expect(names).toHaveLength('role_key' in filter ? 3 : 4)
      const second = await manager.client.listUserRoles({ ...asked, page: 2 })
      expect(second).toMatchObject({ ok: true, data: { next: null } })
    }
    const one = { sec_subject_uid, page: 1, sec_user_identity_id: members[1]?.identityId }
    expect(await manager.client.listUserRoles(one)).toMatchObject({
      ok: true,
      data: { users: [{ deputy_name: 'Cy' }] },
    })
  })

  it('error: two roles cannot share a key, or have names that look alike', async () => {
    const { organisation, manager, sec_subject_uid } = await openOrganisation(world)
    await giveRole(organisation, 'Clerk', [])
    const other = await giveRole(organisation, 'Other', [])
    const created = await manager.client.createRole({ sec_subject_uid, role_name: ' CLERK ' })
    expect(created).toMatchObject({ code: 'role_exists', data: { field: 'role_name' } })
    const updated = await manager.client.updateRole({ sec_subject_uid, role_key: other, role_name: 'clerk' })
    expect(updated).toMatchObject({ code: 'role_exists', data: { field: 'role_name' } })
    for (const role_key of ['clerk', 'manager', 'administrator', 'member'])
      expect(await manager.client.createRole({ sec_subject_uid, role_key, role_name: 'New' })).toMatchObject({
        code: 'role_exists',
        data: { field: 'role_key' },
      })
  })

  it('error: an organisation has at most 100 custom roles, and a member at most 20', async () => {
    const { organisation, manager, sec_subject_uid, id } = await openOrganisation(world)
    for (let nth = 0; nth < mostRoles; nth++)
      await world.storage.roles.insert({
        id: newId(world.setting.now()),
        organisationId: id,
        key: `role-${nth}`,
        name: `Role ${nth}`,
        description: '',
        permissions: [],
        createdAt: world.setting.now(),
      })
    const created = await manager.client.createRole({ sec_subject_uid, role_name: 'One more' })
    expect(created).toMatchObject({ code: 'too_many_roles', data: { of: 'organisation', most: mostRoles } })
    const bo = await joinOrganisation(world, organisation)
    const acting = await world.storage.identities.acting(bo.userId, sec_subject_uid)
    const roles = await world.storage.roles.ofOrganisation(id)
    for (const role of roles.slice(1, mostHeld)) await world.storage.roles.give(role, [acting?.identity.id ?? ''])
    const give = (nth: number) =>
      manager.client.assignRole({
        sec_subject_uid,
        role_key: `role-${nth}`,
        sec_user_identity_ids: [bo.identityId, manager.identityId],
      })
    expect(await give(90)).toMatchObject({ ok: true, data: { changed: 2 } })
    expect(await give(91)).toMatchObject({ code: 'too_many_roles', data: { of: 'identity', most: mostHeld } })
    const others = await manager.client.listUserRoles({ sec_subject_uid, page: 1, role_key: 'role-91' })
    expect(others).toMatchObject({ ok: true, data: { users: [] } })
  })

  it('security: the built-in roles cannot be changed, and only the administrator role can be given', async () => {
    const { organisation, manager, sec_subject_uid, bo } = await openWithMember(world)
    const refused = { code: 'role_is_built_in' }
    const sec_user_identity_ids = [bo.identityId]
    for (const role_key of ['manager', 'administrator', 'member']) {
      const role = { sec_subject_uid, role_key }
      expect(await manager.client.updateRole({ ...role, permissions: [] })).toMatchObject(refused)
      expect(await manager.client.banRole({ ...role, is_banned: 1 })).toMatchObject(refused)
      const given = await manager.client.assignRole({ ...role, sec_user_identity_ids })
      expect(given).toMatchObject(role_key === 'administrator' ? { ok: true } : refused)
    }
    const taken = { sec_subject_uid, role_key: 'manager', sec_user_identity_ids: [manager.identityId] }
    expect(await bo.client.removeRole(taken)).toMatchObject(refused)
    expect(await permissionsOf(manager, organisation)).toEqual(permissionNames)
  })

  it('security: nobody gives, changes, allows or removes a role beyond their own permissions', async () => {
    const { organisation, manager, sec_subject_uid, bo } = await openWithMember(world)
    const cy = await joinOrganisation(world, organisation, 'Cy')
    await giveRole(organisation, 'Roles', ['role.write', 'role.assign'], bo)
    const more = await giveRole(organisation, 'Log', ['log.read', 'role.write'], cy)
    const own = await giveRole(organisation, 'Own', ['role.write'])
    const beyond = { code: 'beyond_own_permissions', data: { lacking: ['log.read'] } }
    const { client } = bo
    const to = { sec_user_identity_ids: [bo.identityId] }
    const log: { permissions: Permission[] } = { permissions: ['log.read'] }
    expect(await client.createRole({ sec_subject_uid, role_name: 'Mine', ...log })).toMatchObject(beyond)
    expect(await client.updateRole({ sec_subject_uid, role_key: own, ...log })).toMatchObject(beyond)
    expect(await client.updateRole({ sec_subject_uid, role_key: more, permissions: [] })).toMatchObject(beyond)
    expect(await client.updateRole({ sec_subject_uid, role_key: more, role_name: 'Mine' })).toMatchObject(beyond)
    expect(await client.banRole({ sec_subject_uid, role_key: more, is_banned: 1 })).toMatchObject(beyond)
    expect(await client.assignRole({ sec_subject_uid, role_key: more, ...to })).toMatchObject(beyond)
    const ofCy = { sec_user_identity_ids: [cy.identityId] }
    expect(await client.removeRole({ sec_subject_uid, role_key: more, ...ofCy })).toMatchObject(beyond)
    await manager.client.banRole({ sec_subject_uid, role_key: more, is_banned: 1 })
    expect(await client.banRole({ sec_subject_uid, role_key: more, is_banned: 0 })).toMatchObject(beyond)
    const administrator = await client.assignRole({ sec_subject_uid, role_key: 'administrator', ...to })
    expect(administrator).toMatchObject({ code: 'beyond_own_permissions' })
    expect(await permissionsOf(bo, organisation)).toEqual(['role.write', 'role.assign'])
    // What grants no more than they have, they may give to themselves: it adds nothing.
    expect(await client.assignRole({ sec_subject_uid, role_key: own, ...to })).toMatchObject({ ok: true })
    expect(await permissionsOf(bo, organisation)).toEqual(['role.write', 'role.assign'])
  })

  it('security: during concurrent bans and assignments, a member who lost the permission gives nothing more', async () => {
    const { organisation, manager, sec_subject_uid } = await openOrganisation(world)
    const [bo, cy] = [await joinOrganisation(world, organisation), await joinOrganisation(world, organisation, 'Cy')]
    const granter = await giveRole(organisation, 'Granter', ['role.assign', 'role.write', 'log.read'], bo)
    const log = await giveRole(organisation, 'Log', ['log.read'])
    const spare = await giveRole(organisation, 'Spare', [])
    const to = { sec_subject_uid, sec_user_identity_ids: [cy.identityId] }
    const rounds = Array.from({ length: 5 }, (_, nth) => [
      bo.client.assignRole({ ...to, role_key: log }),
      bo.client.updateRole({ sec_subject_uid, role_key: spare, permissions: nth % 2 === 0 ? ['log.read'] : [] }),
      bo.client.createRole({ sec_subject_uid, role_name: `Made ${nth}`, permissions: ['log.read'] }),
      nth === 2
        ? manager.client.updateRole({ sec_subject_uid, role_key: granter, permissions: ['role.assign', 'role.write'] })
        : manager.client.removeRole({ ...to, role_key: log }),
    ]).flat()
    const answers = await Promise.all(rounds)
    const codes = new Set(answers.map(codeOf))
    expect([...codes].filter((code) => code !== 'ok' && code !== 'beyond_own_permissions')).toEqual([])
    // In the log, nothing with log.read was given or made by Bo after the permission was gone.
    const acts = await logOf(world, organisation)
    const lost = acts.findIndex(
      ({ kind, after }) => kind === 'role_updated' && JSON.stringify(after).includes('Granter'),
    )
    const later = acts.slice(lost + 1).filter(({ kind }) => kind !== 'role_removed')
    expect(lost).toBeGreaterThan(0)
    expect(later.filter(({ after }) => JSON.stringify(after).includes('log.read'))).toEqual([])
    const orphans = await lookInto(
      world.place,
      `select role_id from identity_roles where role_id not in (select id from roles)
       or identity_id not in (select id from identities)`,
    )
    expect(orphans).toEqual([])
  })

  it('security: a role cannot be given to another organisation’s member, whatever the code does', async () => {
    const [one, other] = [await openOrganisation(world), await openOrganisation(world)]
    await giveRole(one, 'Clerk', [])
    const bo = await joinOrganisation(world, other)
    const acting = await world.storage.identities.acting(bo.userId, other.sec_subject_uid)
    const [, clerk] = await world.storage.roles.ofOrganisation(one.id)
    if (!clerk || !acting) throw new Error('no role')
    const { id } = acting.identity
    await world.storage.roles.give(clerk, [id])
    expect(await world.storage.roles.givenTo([id])).toEqual([])
    const row = 'insert into identity_roles (identity_id, role_id, organisation_id, name_key) values ($1, $2, $3, $4)'
    for (const organisationId of [one.id, other.id])
      await expect(writeInto(world.place, row, [id, clerk.id, organisationId, 'bo'])).rejects.toThrow()
  })
})

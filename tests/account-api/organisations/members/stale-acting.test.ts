import { expect, it } from 'vitest'
import { nowhere } from '#account-api/kernel/from'
import { suspendMembers } from '#account-api/organisations/members/change'
import { suspendOrganisation } from '#account-api/organisations/organisation/suspend'
import { updateOrganisation } from '#account-api/organisations/organisation/update'
import { createRole, updateRole } from '#account-api/organisations/roles/edit'
import { assignRole } from '#account-api/organisations/roles/holders'
import type { Permission } from '#contract/terms/permissions'
import { describeWorlds } from '#tests/account-api/worlds/worlds'
import { giveRole, openWithMember } from './members'

describeWorlds('a call that began before its caller lost their rights on $name', (world) => {
  /** A deputy as a call found them, before the manager left their role these permissions. */
  const overtaken = async (had: Permission[], left: Permission[]) => {
    const { organisation, manager, sec_subject_uid, bo } = await openWithMember(world)
    const role_key = await giveRole(organisation, 'Deputy', had, bo)
    const log = await giveRole(organisation, 'Log', ['log.read'])
    const acting = await world.storage.members.acting(bo.userId, sec_subject_uid)
    if (!acting) throw new Error('no member')
    await manager.client.updateRole({ sec_subject_uid, role_key, permissions: left })
    return { manager, sec_subject_uid, log, asked: { acting, from: nowhere } }
  }

  it.each([
    ['organisation.freeze', 'freezes', suspendOrganisation, { isSuspended: true }],
    ['organisation.update', 'renames', updateOrganisation, { changes: { name: 'Mine' } }],
    ['member.freeze', 'suspends', suspendMembers, { publicIds: [] }],
  ] as const)(
    'security: an administrator who no longer has %s %s nothing',
    async (permission, _does, change, input) => {
      const { manager, sec_subject_uid, asked } = await overtaken([permission], [])
      const changed = await change(world.service, { ...asked, ...input } as never)
      expect(changed).toEqual({ ok: false, code: 'permission_required', needed: permission })
      const info = await manager.client.subjectInfo({ sec_subject_uid })
      expect(info).toMatchObject({ ok: true, data: { subject: { subject_name: 'Orchard', is_frozen: 0 } } })
    },
  )

  it('security: an administrator who no longer has a permission gives it by no role, new or old', async () => {
    const keeps: Permission[] = ['role.write', 'role.assign']
    const { log, asked } = await overtaken([...keeps, 'log.read'], keeps)
    const made = { key: undefined, name: 'Mine', description: '', permissions: ['log.read' as const] }
    const beyond = { ok: false, code: 'beyond_own_permissions', lacking: ['log.read'] }
    expect(await createRole(world.service, { ...asked, ...made })).toEqual(beyond)
    expect(await updateRole(world.service, { ...asked, key: log, changes: { name: 'Mine' } })).toEqual(beyond)
    expect(await assignRole(world.service, { ...asked, key: log, members: [] })).toEqual(beyond)
  })
})

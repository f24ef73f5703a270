import { expect, it } from 'vitest'
import { nowhere } from '#account-api/kernel/from'
import { suspendOrganisation } from '#account-api/organisations/organisation/suspend'
import { updateOrganisation } from '#account-api/organisations/organisation/update'
import { describeWorlds } from '#tests/account-api/worlds/worlds'
import { giveRole, openWithMember } from './members'

describeWorlds('a call that began before its caller lost their rights on $name', (world) => {
  const from = nowhere

  it.each([
    ['organisation.freeze', 'freezes', suspendOrganisation, { isSuspended: true }],
    ['organisation.update', 'renames', updateOrganisation, { changes: { name: 'Mine' } }],
  ] as const)(
    'security: an administrator who no longer has %s %s nothing',
    async (permission, _does, change, input) => {
      const { organisation, manager, sec_subject_uid, bo } = await openWithMember(world)
      const role_key = await giveRole(organisation, 'Deputy', [permission], bo)
      const acting = await world.storage.members.acting(bo.userId, sec_subject_uid)
      if (!acting) throw new Error('no member')
      await manager.client.banRole({ sec_subject_uid, role_key, is_banned: 1 })
      const changed = await change(world.service, { acting, from, ...input } as never)
      expect(changed).toEqual({ ok: false, code: 'permission_required', needed: permission })
      const info = await manager.client.subjectInfo({ sec_subject_uid })
      expect(info).toMatchObject({ ok: true, data: { subject: { subject_name: 'Orchard', is_frozen: 0 } } })
    },
  )
})

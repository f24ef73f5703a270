import { expect, it } from 'vitest'
import type { Permission } from '#contract/terms/permissions'
import {
  invitationOf,
  inviteByLink,
  inviteMobile,
  ticketOf,
} from '#tests/account-api/organisations/invitations/invitations'
import { activateBy, giveRole, openWithMember } from '#tests/account-api/organisations/members/members'
import { codeOf, dataOf, describeWorlds, freshMobile } from '#tests/account-api/worlds/worlds'

const powers: Permission[] = ['member.create', 'role.assign', 'invitation.send', 'invitation.read']

describeWorlds('what a deputy granted before losing the right, on $name', (world) => {
  /** An organisation with an administrator, who may give what she has. */
  const withDeputy = async () => {
    const { organisation, bo, ...opened } = await openWithMember(world)
    const role_key = await giveRole(organisation, 'Deputy', powers, bo)
    const { sec_subject_uid, manager } = opened
    const losses = {
      removed: () => manager.client.deleteDeputy(bo.place),
      frozen: () => manager.client.freezeDeputy({ ...bo.place, is_frozen: 1 }),
      'left without the permission': () => manager.client.banRole({ sec_subject_uid, role_key, is_banned: 1 }),
    }
    return { organisation, ...opened, deputy: bo, role_key, byDeputy: { ...organisation, manager: bo }, losses }
  }

  const activate = async (mobile: string) => {
    world.passMinutes(1.1)
    const client = world.person()
    return { client, activated: await activateBy(world, client, { mobile }) }
  }

  it.each(['removed', 'frozen', 'left without the permission'] as const)(
    'security: an administrator who is %s gets nobody in by an earlier account, invitation or link',
    async (loss) => {
      const { organisation, sec_subject_uid, manager, deputy, role_key, byDeputy, losses } = await withDeputy()
      const [own, invited] = [freshMobile(), await world.registerMobile()]
      const asked = { sec_subject_uid, mobile: own, deputy_name: 'Me again', role_key }
      dataOf(await deputy.client.createUserWithRole(asked))
      const personal = await inviteMobile(byDeputy, invited.mobile)
      const link = await inviteByLink(byDeputy, 1000, { role_key })
      expect(await losses[loss]()).toMatchObject({ ok: true })

      expect((await activate(own)).activated).toMatchObject({ code: 'nothing_to_activate' })
      const over = { code: 'invitation_over', data: { state: 'cancelled' } }
      const stranger = await world.registerMobile()
      const { invite_ticket } = link
      expect(await stranger.client.acceptInvitation({ invite_ticket })).toMatchObject(over)
      const checked = await stranger.client.checkInvitation({ invite_ticket })
      expect(checked).toMatchObject({ data: { invitation: { state: 'cancelled' } } })
      const { invite_id } = personal
      expect(await invited.client.acceptInvitation({ invite_id })).toMatchObject(over)
      expect(await invited.client.myInvitations({})).toMatchObject({ data: { invitations: [] } })

      // The manager sees what is no longer valid, and sends it again in their own name.
      expect(await invitationOf(organisation, invite_id)).toMatchObject({ state: 'pending', stands: false })
      const { invitations } = dataOf(await manager.client.listInvitations({ sec_subject_uid, page: 1 }))
      expect(invitations.map(({ stands }) => stands)).toEqual([false, false])
      const again = dataOf(await manager.client.resendInvitation({ sec_subject_uid, invite_id }))
      expect(await invited.client.acceptInvitation({ invite_ticket: ticketOf(again.link) })).toMatchObject({ ok: true })
    },
  )

  it('security: the list names who granted each waiting item, and renewing it or adding a role makes the caller its granter', async () => {
    const { sec_subject_uid, manager, deputy, losses } = await withDeputy()
    const [one, other, third] = [freshMobile(), freshMobile(), freshMobile()]
    const create = async (mobile: string) =>
      dataOf(await deputy.client.createUserWithRole({ sec_subject_uid, mobile, deputy_name: 'New' }))
        .sec_user_identity_id
    const [renewed, promoted] = [await create(one), await create(other), await create(third)]
    const listed = async () => {
      const { activations } = dataOf(await manager.client.listActivations({ sec_subject_uid, page: 1 }))
      return activations.map(({ giver_name, stands }) => [giver_name === 'Bo', stands])
    }
    expect(await listed()).toEqual([
      [true, true],
      [true, true],
      [true, true],
    ])
    dataOf(await manager.client.renewActivation({ sec_subject_uid, sec_user_identity_id: renewed }))
    const given = { sec_subject_uid, role_key: 'administrator', sec_user_identity_ids: [promoted] }
    dataOf(await manager.client.assignRole(given))
    dataOf(await losses.removed())
    expect(await listed()).toEqual([
      [false, true],
      [false, true],
      [false, false],
    ])
    expect((await activate(one)).activated).toMatchObject({ ok: true })
    const { client } = await activate(other)
    expect(await client.listRoles({ sec_subject_uid })).toMatchObject({ ok: true })
    expect(codeOf((await activate(third)).activated)).toBe('nothing_to_activate')
  })

  it('security: an administrator who gives her role away and loses it can grant no more than her current permissions', async () => {
    const { organisation, sec_subject_uid, manager, bo } = await openWithMember(world)
    await giveRole(organisation, 'Registrar', ['member.create'], bo)
    const administrator = { sec_subject_uid, role_key: 'administrator', sec_user_identity_ids: [bo.identityId] }
    dataOf(await manager.client.assignRole(administrator))
    const mobile = freshMobile()
    const asked = { sec_subject_uid, mobile, deputy_name: 'Me again', role_key: 'administrator' }
    dataOf(await bo.client.createUserWithRole(asked))
    dataOf(await manager.client.removeRole(administrator))
    const { client, activated } = await activate(mobile)
    expect(activated).toMatchObject({ ok: true })
    const own = await client.ownPermissions({ sec_subject_uid })
    expect(own).toMatchObject({ ok: true, data: { permissions: [], roles: [] } })
  })
})

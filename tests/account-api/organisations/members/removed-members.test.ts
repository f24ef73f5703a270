import { expect, it } from 'vitest'
import { inviteByLink, inviteMobile } from '#tests/account-api/organisations/invitations/invitations'
import { dataOf, describeWorlds } from '#tests/account-api/worlds/worlds'
import { activateBy, openWithMember } from './members'

describeWorlds('a removed member on $name', (world) => {
  it('security: a removed member can return only by a new invitation to their address, not by earlier links or invitations', async () => {
    const { organisation, sec_subject_uid, manager, bo } = await openWithMember(world)
    const link = await inviteByLink(organisation, 1000)
    const other = await world.registerMobile()
    const [place, email] = [{ sec_subject_uid, identity_id: bo.identityId }, 'bo@orchard.example']
    const earlier = dataOf(await manager.client.inviteByEmail({ sec_subject_uid, email }))
    dataOf(await manager.client.deleteDeputy(place))
    // The address that was invited before is theirs by now.
    const at = world.deployment.now()
    await world.storage.accounts.bind({ kind: 'email', value: email, accountId: bo.userId, at })
    const keptOut = { organisationId: organisation.id, accountId: bo.userId, email: '' }
    expect(await world.storage.mailDomains.isKeptOut(keptOut)).toBe(true)
    for (const named of [{ invite_ticket: link.invite_ticket }, { invite_id: earlier.invite_id }]) {
      expect(await bo.client.checkInvitation(named)).toMatchObject({ ok: true, data: { fit: 'removed' } })
      expect(await bo.client.acceptInvitation(named)).toMatchObject({ code: 'was_removed' })
    }
    expect(await world.storage.mailDomains.isKeptOut(keptOut)).toBe(true)
    expect(await other.client.acceptInvitation({ invite_ticket: link.invite_ticket })).toMatchObject({ ok: true })

    world.passMinutes(1)
    const { invite_id } = await inviteMobile(organisation, bo.mobile)
    expect(await bo.client.acceptInvitation({ invite_id })).toMatchObject({ ok: true })
    expect(await world.storage.mailDomains.isKeptOut(keptOut)).toBe(false)
  })

  it('security: a removed member cannot use an account created for them before the removal, only one created later', async () => {
    const { sec_subject_uid, manager, bo } = await openWithMember(world)
    const created = { sec_subject_uid, mobile: bo.mobile, deputy_name: 'Bo' }
    const activate = async () => {
      world.passMinutes(1.1)
      return activateBy(world, world.person(), { mobile: bo.mobile })
    }
    dataOf(await manager.client.createUserWithRole(created))
    world.passMinutes(1)
    dataOf(await manager.client.deleteDeputy({ sec_subject_uid, identity_id: bo.identityId }))
    await activate()
    expect(await bo.client.subjectInfo({ sec_subject_uid })).toMatchObject({ code: 'no_such_subject' })
    dataOf(await manager.client.createUserWithRole(created))
    await activate()
    expect(await bo.client.subjectInfo({ sec_subject_uid })).toMatchObject({ ok: true })
  })
})

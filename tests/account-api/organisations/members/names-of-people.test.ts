import { expect, it } from 'vitest'
import type { Client } from '#contract/client'
import { inviteByLink, inviteMobile } from '#tests/account-api/organisations/invitations/invitations'
import { dataOf, describeWorlds, freshEmail, goodPassword } from '#tests/account-api/worlds/worlds'
import { joinOrganisation, logOf, openOrganisation } from './members'

describeWorlds('the names of people on $name', (world) => {
  const nameOf = async (userId: string) => (await world.storage.accounts.profile(userId))?.name
  const nameIn = async (userId: string, sec_subject_uid: string) =>
    (await world.storage.members.acting(userId, sec_subject_uid))?.member.name
  const usernameOf = async (client: Client) => dataOf(await client.accountInfo({})).username

  it('happy: the name that creates an organisation names its manager, and the account keeps it', async () => {
    const { client, userId } = await world.registerMobile()
    const created = dataOf(await client.createSubject({ subject_name: 'Orchard', deputy_name: 'Ann Lee' }))
    expect(await nameIn(userId, created.sec_subject_uid)).toBe('Ann Lee')
    expect(dataOf(await client.accountInfo({})).name).toBe('Ann Lee')
    const second = dataOf(await client.createSubject({ subject_name: 'Meadow' }))
    expect(await nameIn(userId, second.sec_subject_uid)).toBe('Ann Lee')
  })

  it('happy: registering with an organisation by email sets its manager’s name and password', async () => {
    const email = freshEmail()
    const code = await world.codeFor(email, 1)
    const asked = { email, code, password: goodPassword, subject_name: 'Orchard', deputy_name: '李安' }
    const { user_id, sec_subject_uid } = dataOf(await world.person().createSubjectByEmail(asked))
    expect([await nameOf(user_id), await nameIn(user_id, sec_subject_uid)]).toEqual(['李安', '李安'])
    expect(await world.person().emailLogin({ email, password: goodPassword })).toMatchObject({ data: { user_id } })
  })

  it('happy: an invitee is asked with the account’s name, and a typed name takes precedence over the offered one', async () => {
    const opened = await openOrganisation(world)
    const { client, userId, mobile } = await world.registerMobile()
    await client.accountSet({ name: 'Bo Berg' })
    const { invite_ticket } = await inviteMobile(opened, mobile, { deputy_name: 'Bo of the shop' })
    const seen = dataOf(await client.checkInvitation({ invite_ticket }))
    expect([seen.own_name, seen.invitation.deputy_name]).toEqual(['Bo Berg', 'Bo of the shop'])
    dataOf(await client.acceptInvitation({ invite_ticket, deputy_name: 'Bo B.' }))
    expect(await nameIn(userId, opened.sec_subject_uid)).toBe('Bo B.')
    // The account keeps an existing name.
    expect(await nameOf(userId)).toBe('Bo Berg')
  })

  it('happy: an invitee who types no name gets the offered one, which the account does not keep', async () => {
    const opened = await openOrganisation(world)
    const [bo, cy] = [await world.registerMobile(), await world.registerMobile()]
    const offered = await inviteMobile(opened, bo.mobile, { deputy_name: 'Front desk' })
    dataOf(await bo.client.acceptInvitation({ invite_ticket: offered.invite_ticket }))
    expect([await nameIn(bo.userId, opened.sec_subject_uid), await nameOf(bo.userId)]).toEqual(['Front desk', null])
    const { invite_ticket } = await inviteByLink(opened, 3)
    dataOf(await cy.client.acceptInvitation({ invite_ticket }))
    expect(await nameIn(cy.userId, opened.sec_subject_uid)).toBe(await usernameOf(cy.client))
  })

  it('happy: a renamed account also renames memberships that show its username or former name, and they log it', async () => {
    const { client, userId } = await world.registerMobile()
    const { sec_subject_uid, subject_uid } = dataOf(await client.createSubject({ subject_name: 'Orchard' }))
    const other = await openOrganisation(world, 'Meadow')
    const { invite_ticket } = await inviteByLink(other, 1)
    dataOf(await client.acceptInvitation({ invite_ticket }))
    const member = (await world.storage.members.acting(userId, other.sec_subject_uid))?.member
    const named = { sec_subject_uid: other.sec_subject_uid, identity_id: member?.publicId ?? '' }
    dataOf(await client.updateDeputy({ ...named, deputy_name: 'Bo of the shop' }))
    const username = await usernameOf(client)
    for (const name of ['Bo', 'Bo Berg']) dataOf(await client.accountSet({ name }))
    expect(await nameIn(userId, sec_subject_uid)).toBe('Bo Berg')
    expect(await nameIn(userId, other.sec_subject_uid)).toBe('Bo of the shop')
    const entries = await logOf(world, { id: subject_uid })
    const renames = entries.flatMap(({ kind, before, after }) => (kind === 'member_renamed' ? [[before, after]] : []))
    expect(renames).toContainEqual([{ name: username }, { name: 'Bo' }])
    expect(renames).toContainEqual([{ name: 'Bo' }, { name: 'Bo Berg' }])
    const found = await client.listIdentities({ sec_subject_uid, page: 1, search: 'berg' })
    expect(found).toMatchObject({ data: { members: [{ deputy_name: 'Bo Berg' }] } })
  })

  it('happy: both profile calls change and remove the name, but not to one that is too long, invisible or misleading', async () => {
    const { client, userId } = await world.registerMobile()
    const set = (value: string) => client.updateUserInfo({ field_namespace: 'profile', field: 'name', value })
    expect(await set('Bo')).toMatchObject({ ok: true })
    expect(await nameOf(userId)).toBe('Bo')
    for (const name of ['n'.repeat(61), 'a\u202eb', '\u0301'])
      expect(await client.accountSet({ name })).toMatchObject({ code: 'invalid_input' })
    expect(await set('官方客服')).toMatchObject({ code: 'invalid_input' })
    expect(await nameOf(userId)).toBe('Bo')
    expect(await client.accountSet({ name: '' })).toMatchObject({ ok: true })
    expect(await nameOf(userId)).toBeNull()
  })

  it('security: a name that imitates the operator, in an invitation from before the review, is not taken', async () => {
    const opened = await openOrganisation(world)
    const { client, userId, mobile } = await world.registerMobile()
    const { invite_ticket, invite_id } = await inviteMobile(opened, mobile)
    const { id = '' } = (await world.storage.invitations.find(opened.id, invite_id)) ?? {}
    await world.storage.transaction(({ invitations }) => invitations.update(id, { name: 'Butterfly' }))
    dataOf(await client.acceptInvitation({ invite_ticket }))
    expect(await nameIn(userId, opened.sec_subject_uid)).toBe(await usernameOf(client))
  })

  it('security: a suspended member gets no new name in the organisation', async () => {
    const opened = await openOrganisation(world)
    const { client, userId, identityId, place } = await joinOrganisation(world, opened, 'user-bcdfghjk')
    dataOf(await opened.manager.client.freezeDeputy({ ...place, is_frozen: 1 }))
    dataOf(await client.accountSet({ name: 'Bo' }))
    const found = await world.storage.members.placeOf(userId, { publicId: identityId })
    expect(found?.member.name).toBe('user-bcdfghjk')
  })
})

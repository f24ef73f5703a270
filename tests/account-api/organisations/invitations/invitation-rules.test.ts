import { describe, expect, it } from 'vitest'
import { composeFor } from '#account-api/channels/texts/templates'
import { invitationLimits } from '#account-api/organisations/invitations/limits'
import type { Client } from '#contract/client'
import { giveRole, openOrganisation, openWithMember } from '#tests/account-api/organisations/members/members'
import {
  atOnce,
  dataOf,
  describeWorlds,
  endsOf,
  freshEmail,
  freshMobile,
  refused,
} from '#tests/account-api/worlds/worlds'
import { invitationOf, inviteByLink, inviteMobile } from './invitations'

describeWorlds('the rules of invitations on $name', (world) => {
  const rolesOf = async (userId: string, sec_subject_uid: string) =>
    (await world.storage.members.acting(userId, sec_subject_uid))?.roles.map(({ key }) => key)

  /** An organisation with an administrator who may invite and give what they have. */
  const withDeputy = async () => {
    const { organisation, sec_subject_uid, bo: deputy } = await openWithMember(world)
    const permissions = ['invitation.send', 'invitation.read', 'role.assign', 'member.read'] as const
    await giveRole(organisation, 'inviter', permissions, deputy)
    return { organisation, deputy, sec_subject_uid }
  }

  it('security: a link that 20 people use at the same time admits as many as it has places', async () => {
    const organisation = await openOrganisation(world)
    const { invite_id, invite_ticket } = await inviteByLink(organisation, 3)
    const register = (turn: number): Promise<{ client: Client; userId: string }> =>
      turn % 2 === 0 ? world.registerMobile() : world.registerEmail()
    const people = await atOnce(20, register)
    const answers = await Promise.all(people.map(({ client }) => client.acceptInvitation({ invite_ticket })))
    expect(endsOf(answers)).toEqual({ ok: 3, invitation_over: 17 })
    const places = people.map(({ userId }) => world.storage.members.acting(userId, organisation.sec_subject_uid))
    expect((await Promise.all(places)).filter((place) => place !== undefined)).toHaveLength(3)
    const over = { code: 'invitation_over', data: { state: 'accepted' } }
    for (const answer of answers) if (!answer.ok) expect(answer).toMatchObject(over)
    expect(await invitationOf(organisation, invite_id)).toMatchObject({ state: 'accepted' })
  })

  it('security: one of 20 concurrent clicks on an invitation creates a membership with the role', async () => {
    const organisation = await openOrganisation(world)
    const { client, mobile, userId } = await world.registerMobile()
    const { invite_ticket } = await inviteMobile(organisation, mobile, { role_key: 'administrator' })
    const answers = await atOnce(20, () => client.acceptInvitation({ invite_ticket }))
    expect(endsOf(answers)).toEqual({ ok: 1, already_member: 19 })
    expect(await rolesOf(userId, organisation.sec_subject_uid)).toEqual(['administrator'])
  })

  it('security: one of 20 concurrent invitations of an address is created', async () => {
    const { manager, sec_subject_uid } = await openOrganisation(world)
    const email = freshEmail()
    const made = await atOnce(20, () => manager.client.inviteByEmail({ sec_subject_uid, email }))
    expect(endsOf(made)).toMatchObject({ ok: 1 })
  })

  it('security: concurrent accepting and cancelling ends in exactly one of the two', async () => {
    const { organisation, sec_subject_uid, manager } = await openOrganisation(world)
    for (let round = 0; round < 5; round++) {
      const { client, mobile, userId } = await world.registerMobile()
      const { invite_id, invite_ticket } = await inviteMobile(organisation, mobile)
      const [accepted, cancelled] = await Promise.all([
        client.acceptInvitation({ invite_ticket }),
        manager.client.cancelInvitation({ sec_subject_uid, invite_id }),
      ])
      expect([accepted.ok, cancelled.ok].filter(Boolean)).toHaveLength(1)
      expect((await rolesOf(userId, sec_subject_uid)) !== undefined).toBe(accepted.ok)
    }
  })

  it('security: nobody invites with a role beyond their own permissions, nor sees or sends its link', async () => {
    const { organisation, deputy, sec_subject_uid } = await withDeputy()
    const { client } = deputy
    const mobile = freshMobile()
    const strong = { sec_subject_uid, role_key: 'administrator' }
    const above = await inviteByLink(organisation, 1, { role_key: 'administrator' })
    const own = await inviteByLink(organisation, 1)
    const named = { sec_subject_uid, invite_id: above.invite_id }
    for (const act of [
      () => client.inviteByMobile({ ...strong, mobile }),
      () => client.inviteByLink({ ...strong, places: 1 }),
      () => client.resendInvitation(named),
      () => client.updateInvitation({ ...named, days: 30 }),
      () => client.updateInvitation({ ...strong, invite_id: own.invite_id }),
    ]) {
      const lacking = expect.arrayContaining(['role.write'])
      expect(await act()).toMatchObject({ code: 'beyond_own_permissions', data: { lacking } })
    }
    const linkOf = async (invite_id: string) => dataOf(await client.invitationInfo({ sec_subject_uid, invite_id })).link
    expect([await linkOf(above.invite_id), await linkOf(own.invite_id)]).toEqual([null, own.link])
    for (const role_key of ['manager', 'member', 'nobody'])
      await refused(client.inviteByMobile({ sec_subject_uid, mobile, role_key }), 'no_such_role')
  })

  it('security: a role that was disabled meanwhile grants nothing, and is given to nobody', async () => {
    const { organisation, deputy, sec_subject_uid } = await withDeputy()
    const { client, mobile, userId } = await world.registerMobile()
    const { invite_ticket } = await inviteMobile(organisation, mobile, { role_key: 'inviter' })
    dataOf(await organisation.manager.client.banRole({ sec_subject_uid, role_key: 'inviter', is_banned: 1 }))
    const again = { sec_subject_uid, mobile: freshMobile(), role_key: 'inviter' }
    await refused(organisation.manager.client.inviteByMobile(again), 'role_banned')
    await refused(deputy.client.inviteByMobile(again), 'permission_required')
    expect(await client.checkInvitation({ invite_ticket })).toMatchObject({ data: { invitation: { role: null } } })
    expect(await client.acceptInvitation({ invite_ticket })).toMatchObject({ ok: true })
    expect(await rolesOf(userId, sec_subject_uid)).toEqual([])
  })

  it('happy: an inviter’s markup, right-to-left text and extra data are returned unchanged', async () => {
    const { organisation, manager, sec_subject_uid } = await openOrganisation(world)
    const offer = { note: '<b>שלום</b>\u200f\nworld', extra: { order: 7, of: { 'a"b': [null, '<i>'] } } }
    const { invite_id } = await inviteMobile(organisation, freshMobile(), offer)
    const listed = await manager.client.listInvitations({ sec_subject_uid, page: 1 })
    expect(listed).toMatchObject({ ok: true, data: { invitations: [{ invite_id, ...offer }] } })
  })

  it('security: an invitation is sent at most 6 times', async () => {
    const { organisation, manager, sec_subject_uid } = await openOrganisation(world)
    const { invite_id } = await inviteByLink(organisation, 1)
    for (let sent = 1; sent < 6; sent++)
      expect(await manager.client.resendInvitation({ sec_subject_uid, invite_id })).toMatchObject({ ok: true })
    await refused(manager.client.resendInvitation({ sec_subject_uid, invite_id }), 'resent_too_often')
  })

  it('security: an invitation that is refused by the rules does not count', async () => {
    const { manager, sec_subject_uid } = await openOrganisation(world)
    const mobile = freshMobile()
    const invited = () => manager.client.inviteByMobile({ sec_subject_uid, mobile })
    expect(await invited()).toMatchObject({ ok: true })
    for (let time = 0; time < 2 * invitationLimits.toAnAddress; time++)
      expect(await invited()).toMatchObject({ code: 'already_invited' })
  })

  it('security: erasing an account removes its address from invitations, and cancels pending ones', async () => {
    const { organisation, manager, sec_subject_uid } = await openOrganisation(world)
    const mobile = freshMobile()
    await inviteMobile(organisation, mobile, { deputy_name: 'Bo', note: 'For Bo' })
    await world.storage.transaction((stores) => stores.cancellations.eraseAddress('sms', mobile))
    const listed = async (search?: string) =>
      dataOf(await manager.client.listInvitations({ sec_subject_uid, page: 1, search })).invitations
    expect(await listed()).toMatchObject([{ state: 'cancelled', address: '', deputy_name: '', note: '' }])
    expect(await listed('bo')).toEqual([])
  })

  it('happy: the log names who did what to each invitation, without the address, and how many people a link admits', async () => {
    const { organisation, manager, sec_subject_uid } = await openOrganisation(world)
    const { client, mobile } = await world.registerMobile()
    const { invite_id, invite_ticket } = await inviteMobile(organisation, mobile, { extra: { order: 7 } })
    await manager.client.updateInvitation({ sec_subject_uid, invite_id, note: 'Welcome' })
    await client.acceptInvitation({ invite_ticket })
    await inviteByLink(organisation, 40)
    const { entries } = dataOf(await manager.client.listSubjectLog({ sec_subject_uid }))
    expect(entries.slice(0, 4)).toMatchObject([
      { kind: 'invitation_sent', target: { name: '' }, after: { channel: 'link', places: 40 } },
      { kind: 'invitation_accepted', after: { extra: { order: 7 } } },
      { kind: 'invitation_updated' },
      { kind: 'invitation_sent' },
    ])
    expect(JSON.stringify(entries)).not.toContain(mobile)
  })
})

describe('an invitation by SMS', () => {
  const link = 'https://accounts.example.com/login/invitation?invite_ticket=6Zk0yq1mWc3uR8tV5xLbN2'
  const page = 'https://accounts.example.com/login/invitation'
  const longest = { en: 'W'.repeat(12), 'zh-Hans': '江'.repeat(10) }

  it.each([
    ['en', 'Orchard', link],
    ['en', 'W'.repeat(100), link],
    ['en', '江河学校', link],
    ['zh-Hans', '江河学校', page],
    ['zh-Hans', '江'.repeat(100), page],
  ])('happy: an SMS in %s from %s fits in one part', (language, organisation, url) => {
    const compose = composeFor({ name: longest, sms_signature: longest })
    const message = { kind: 'invitation', organisation, inviter: 'ann', link, page, days: 7 } as const
    const { body } = compose(message, { channel: 'sms', language })
    expect(body.endsWith(url)).toBe(true)
    const isPlain = /^[\w .,:?'"&!+=/-]*$/.test(body)
    expect(body.length).toBeLessThanOrEqual(isPlain ? 160 : 70)
  })
})

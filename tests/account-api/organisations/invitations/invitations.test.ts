import { describe, expect, it } from 'vitest'
import { maskEmail } from '#account-api/accounts/account/identifier'
import { composeFor } from '#account-api/channels/texts/templates'
import { expireInvitations } from '#account-api/organisations/invitations/expiry'
import { invitationLimits } from '#account-api/organisations/invitations/limits'
import type { Client } from '#contract/client'
import {
  giveRole,
  joinOrganisation,
  type Organisation,
  openOrganisation,
  openWithMember,
  walk,
} from '#tests/account-api/organisations/members/members'
import {
  atOnce,
  dataOf,
  describeWorlds,
  endsOf,
  freshEmail,
  freshMobile,
  goodPassword,
  refused,
} from '#tests/account-api/worlds/worlds'
import { writeInto } from '#tests/fixtures/databases/look-into'
import { invitationOf, inviteByLink, inviteMobile, joinByMobile } from './invitations'

const dayMinutes = 24 * 60

describeWorlds('an invitation on $name', (world) => {
  /** The place of an account in an organisation. */
  const placeOf = (userId: string, sec_subject_uid: string) => world.storage.members.acting(userId, sec_subject_uid)

  /** Somebody whom an organisation has invited, by their mobile. */
  const invited = async () => {
    const [opened, invitee] = [await openOrganisation(world), await world.registerMobile()]
    return { ...opened, invitee, ...(await inviteMobile(opened, invitee.mobile)) }
  }

  const stateOf = async (organisation: Organisation, id: string) => (await invitationOf(organisation, id)).state

  it('happy: the link shows the whole invited address while the invitation is pending and nobody is signed in', async () => {
    const opened = await invited()
    const { invitee, invite_ticket, invite_id, sec_subject_uid, manager } = opened
    const proven = async (client: Client, named: object) =>
      dataOf(await client.checkInvitation(named as { invite_ticket: string })).proven_address
    expect(await proven(world.person(), { invite_ticket })).toEqual({ way: 'mobile', value: invitee.mobile })
    expect(await proven((await world.registerMobile()).client, { invite_ticket })).toBeNull()
    expect(await proven(invitee.client, { invite_id })).toBeNull()
    expect(await proven(world.person(), { invite_ticket: (await inviteByLink(opened, 2)).invite_ticket })).toBeNull()
    dataOf(await manager.client.cancelInvitation({ sec_subject_uid, invite_id }))
    expect(await proven(world.person(), { invite_ticket })).toBeNull()
  })

  it('happy: the holder of the mobile number accepts an invitation once, with its name and role, and is not invited again', async () => {
    const { organisation, sec_subject_uid, manager } = await openOrganisation(world, 'Riverside School')
    const invitee = await world.registerMobile()
    const offer = { deputy_name: 'Bo', role_key: 'administrator', note: 'See you on Monday', next_url: '/settings' }
    const { invite_ticket, invite_id } = await inviteMobile(organisation, invitee.mobile, offer)
    const { fit, invitation } = dataOf(await invitee.client.checkInvitation({ invite_ticket }))
    expect(fit).toBe('fits')
    const { role_key, note } = offer
    expect(invitation).toMatchObject({ subject_name: 'Riverside School', role: { role_key }, note })
    expect(await placeOf(invitee.userId, sec_subject_uid)).toBeUndefined()
    const accepted = await invitee.client.acceptInvitation({ invite_ticket })
    expect(accepted).toMatchObject({ ok: true, data: { sec_subject_uid, next_url: '/settings' } })
    const place = await placeOf(invitee.userId, sec_subject_uid)
    expect(place).toMatchObject({ member: { name: 'Bo' }, roles: [{ key: 'administrator' }] })
    expect(await stateOf(organisation, invite_id)).toBe('accepted')
    await refused(invitee.client.acceptInvitation({ invite_ticket }), 'already_member', { sec_subject_uid })
    const seen = dataOf(await invitee.client.checkInvitation({ invite_ticket }))
    expect(seen).toMatchObject({ fit: 'member', sec_subject_uid })
    await refused(manager.client.inviteByMobile({ sec_subject_uid, mobile: invitee.mobile }), 'already_member')
    const again = manager.client.resendInvitation({ sec_subject_uid, invite_id })
    await refused(again, 'invitation_over', { state: 'accepted' })
  })

  it('happy: while invitations are pending, inviters can tell similar addresses apart, and others see masks', async () => {
    const { organisation, sec_subject_uid, manager } = await openOrganisation(world)
    const reader = await joinOrganisation(world, organisation)
    await giveRole(organisation, 'reader', ['invitation.read'], reader)
    // A domain in its own script is stored in ASCII, and shown as it was typed.
    const emails = [...['bob', 'bo'].map((name) => `${name}.${freshEmail()}`), 'bo@bücher.example']
    const inviteTo = (email: string) => manager.client.inviteByEmail({ sec_subject_uid, email })
    const ids = []
    for (const email of emails) ids.push(dataOf(await inviteTo(email.replace('bücher', 'xn--bcher-kva'))).invite_id)
    const seenBy = async ({ client }: { client: Client }) =>
      dataOf(await client.listInvitations({ sec_subject_uid, page: 1 })).invitations.map(({ address }) => address)
    expect(await seenBy(manager)).toEqual(emails.toReversed())
    expect(await seenBy(reader)).toEqual(emails.map(maskEmail).toReversed())
    await manager.client.cancelInvitation({ sec_subject_uid, invite_id: ids[0] ?? '' })
    expect(await seenBy(manager)).toEqual([emails[2], emails[1], maskEmail(emails[0] ?? '')])
  })

  it('happy: an invitation message names the inviter, uses the inviter’s language, and links to its page', async () => {
    const { organisation, sec_subject_uid, manager } = await openOrganisation(world)
    const [mobile, email] = [freshMobile(), freshEmail()]
    const { link } = await inviteMobile(organisation, mobile)
    const byEmail = await manager.client.inviteByEmail({ sec_subject_uid, email, days: 1 })
    const [sms, mail] = [await world.toldLast(mobile), await world.toldLast(email)]
    expect(sms?.body).toBe(`Butterfly: The organisation "Orchard" invites you to join: ${link}`)
    expect(mail?.purpose).toBe('invitation')
    expect(mail?.link).toContain(dataOf(byEmail).link)
    expect(mail?.subject).toBe('An organisation on Butterfly invites you: “Orchard”')
    expect(mail?.body).toMatch(
      /^“.+” invites you to join “Orchard”, an organisation on Butterfly\. .* works for 1 day\.\n/,
    )
  })

  it('happy: an expired invitation blocks no other, and is listed as expired', async () => {
    const { organisation, sec_subject_uid, manager } = await openOrganisation(world)
    const invitee = await world.registerMobile()
    const first = await inviteMobile(organisation, invitee.mobile, { days: 1 })
    const other = await inviteMobile(organisation, freshMobile(), { days: 1 })
    world.passMinutes(dayMinutes + 1)
    const late = await invitee.client.acceptInvitation({ invite_ticket: first.invite_ticket })
    expect(late).toMatchObject({ code: 'invitation_over', data: { state: 'expired' } })
    const second = await inviteMobile(organisation, invitee.mobile)
    await expireInvitations(world.service)
    const listed = async (state: 'expired' | 'pending') => {
      const { invitations } = dataOf(await manager.client.listInvitations({ sec_subject_uid, page: 1, state }))
      return invitations.map(({ invite_id }) => invite_id)
    }
    expect(await listed('expired')).toEqual([other.invite_id, first.invite_id])
    expect(await listed('pending')).toEqual([second.invite_id])
    const fresh = await world.secondSession(manager)
    expect(await fresh.resendInvitation({ sec_subject_uid, invite_id: other.invite_id })).toMatchObject({ ok: true })
    expect(await listed('expired')).toEqual([first.invite_id])
    const blocked = await fresh.resendInvitation({ sec_subject_uid, invite_id: first.invite_id })
    expect(blocked).toMatchObject({ code: 'already_invited', data: { invite_id: second.invite_id } })
  })

  it('happy: pages of the list are found by number and by the key of the previous entry', async () => {
    const { organisation, sec_subject_uid, manager } = await openOrganisation(world)
    for (let made = 0; made < 5; made++) await inviteByLink(organisation, 1)
    const asked = { sec_subject_uid, page: 1, page_size: 2 }
    const walked = (state?: 'pending') => walk((after) => manager.client.listInvitations({ ...asked, state, after }))
    const pages = await walked()
    const ids = pages.flatMap(({ invitations }) => invitations.map(({ invite_id }) => invite_id))
    expect(ids).toHaveLength(5)
    expect(await walked('pending')).toEqual(pages)
    const after = pages[0]?.next ?? ''
    const named = (page: { page: number; after?: string }) => manager.client.listInvitations({ ...asked, ...page })
    for (const page of [{ page: 2 }, { page: 2, after }])
      expect(await named(page)).toMatchObject({ data: { invitations: [{ invite_id: ids[2] }, { invite_id: ids[3] }] } })
    expect(await named({ page: 3 })).toMatchObject({ data: { invitations: [{ invite_id: ids[4] }], next: null } })
    expect(await named({ page: 4 })).toMatchObject({ data: { invitations: [], next: null } })
  })

  it('happy: a search finds invitations by a word of the name or a whole address, in one state or in all', async () => {
    const { organisation, sec_subject_uid, manager } = await openOrganisation(world)
    const [zoe, bo, lee] = [freshMobile(), freshMobile(), freshMobile()]
    const named = (mobile: string, deputy_name: string) => inviteMobile(organisation, mobile, { deputy_name })
    const [first, second, third] = [await named(zoe, 'Zoë Bo'), await named(bo, 'Bo Bosch'), await named(lee, 'Lee')]
    const { client } = manager
    await client.cancelInvitation({ sec_subject_uid, invite_id: first.invite_id })
    await client.updateInvitation({ sec_subject_uid, invite_id: third.invite_id, deputy_name: 'Bob Lee' })
    type Asked = { search: string; state?: 'pending' | 'cancelled'; page_size?: number }
    const found = async (asked: Asked) => {
      const pages = await walk((after) => client.listInvitations({ sec_subject_uid, page: 1, ...asked, after }))
      return pages.map(({ invitations }) => invitations.map(({ invite_id }) => invite_id))
    }
    expect(await found({ search: 'zoe' })).toEqual([[first.invite_id]])
    const both = [second.invite_id, third.invite_id]
    expect(await found({ search: 'BO', page_size: 1 })).toEqual([[first.invite_id], ...both.map((id) => [id])])
    expect(await found({ search: 'bo', state: 'pending', page_size: 1 })).toEqual(both.map((id) => [id]))
    expect(await found({ search: 'lee' })).toEqual([[third.invite_id]])
    expect(await found({ search: lee })).toEqual([[third.invite_id]])
    expect(await found({ search: zoe, state: 'cancelled' })).toEqual([[first.invite_id]])
    expect(await found({ search: zoe, state: 'pending' })).toEqual([[]])
    const asked = { sec_subject_uid, page: 1, search: 'bo', after: 'W10' }
    expect(await client.listInvitations(asked)).toMatchObject({ code: 'invalid_input' })
  })

  it('security: a search by address is for those who may invite, and shows no other organisation', async () => {
    const { organisation, sec_subject_uid, manager } = await openOrganisation(world)
    const other = await openOrganisation(world)
    const mobile = freshMobile()
    await inviteMobile(organisation, mobile, { deputy_name: 'Bo' })
    const reader = await joinOrganisation(world, organisation, 'Reader')
    await giveRole(organisation, 'invitation.read', ['invitation.read'], reader)
    const found = async ({ client }: { client: typeof manager.client }, where: string, search: string) =>
      dataOf(await client.listInvitations({ sec_subject_uid: where, page: 1, search })).invitations.length
    expect(await found(manager, sec_subject_uid, mobile)).toBe(1)
    expect(await found(reader, sec_subject_uid, mobile)).toBe(0)
    expect(await found(reader, sec_subject_uid, 'bo')).toBe(1)
    for (const search of [mobile, 'bo']) expect(await found(other.manager, other.sec_subject_uid, search)).toBe(0)
  })

  it('security: only the address’s owner can accept or decline an invitation, or find it by its id', async () => {
    const organisation = await openOrganisation(world)
    const invitee = await world.registerBoth()
    const other = await world.registerMobile()
    const { invite_id, invite_ticket } = await inviteMobile(organisation, invitee.mobile)
    const checked = await other.client.checkInvitation({ invite_ticket })
    expect(checked).toMatchObject({ data: { fit: 'other', invitation: { address: expect.stringContaining('****') } } })
    expect(JSON.stringify(checked)).not.toContain(invitee.mobile)
    for (const call of ['acceptInvitation', 'declineInvitation'] as const)
      await refused(other.client[call]({ invite_ticket }), 'invited_address_required', { field: 'mobile' })
    await refused(other.client.checkInvitation({ invite_id }), 'no_such_invitation')
    await refused(other.client.acceptInvitation({ invite_id }), 'no_such_invitation')
    await refused(world.person().checkInvitation({ invite_id }), 'no_such_invitation')
    expect(await world.person().checkInvitation({ invite_ticket })).toMatchObject({ data: { fit: 'signed_out' } })
    expect(await invitee.client.acceptInvitation({ invite_id })).toMatchObject({ ok: true })
  })

  it.each(['cancelled', 'declined'] as const)(
    'security: an invitation that is %s cannot be accepted, changed or sent',
    async (state) => {
      const { organisation, sec_subject_uid, manager, invitee, invite_id, invite_ticket } = await invited()
      const named = { sec_subject_uid, invite_id }
      const cancel = () => manager.client.cancelInvitation(named)
      const ended = state === 'cancelled' ? await cancel() : await invitee.client.declineInvitation({ invite_ticket })
      expect(ended).toMatchObject({ ok: true })
      for (const act of [
        () => invitee.client.acceptInvitation({ invite_ticket }),
        cancel,
        () => manager.client.updateInvitation({ ...named, note: 'x' }),
        () => manager.client.resendInvitation(named),
      ])
        expect(await act()).toMatchObject({ code: 'invitation_over', data: { state } })
      expect(await invitee.client.myInvitations({})).toMatchObject({ data: { invitations: [] } })
      expect(await stateOf(organisation, invite_id)).toBe(state)
      // The address can be invited again.
      await inviteMobile(organisation, invitee.mobile)
    },
  )

  it('security: inviting a member’s hidden address works as for anybody, and reveals nothing', async () => {
    const { organisation, sec_subject_uid, manager } = await openOrganisation(world)
    const member = await world.registerBoth()
    await joinByMobile(organisation, member)
    const invite = async (email: string) => dataOf(await manager.client.inviteByEmail({ sec_subject_uid, email }))
    const [known, unknown] = [await invite(member.email), await invite(freshEmail())]
    expect(Object.keys(known)).toEqual(Object.keys(unknown))
    await refused(member.client.acceptInvitation({ invite_id: known.invite_id }), 'already_member')
  })

  it('security: a suspended organisation admits nobody', async () => {
    const { organisation, invitee, invite_ticket } = await invited()
    const frozen = (by: string) =>
      writeInto(world.place, `update organisations set frozen_by = ${by} where id = $1`, [organisation.id])
    await frozen("'manager'")
    await refused(invitee.client.acceptInvitation({ invite_ticket }), 'subject_frozen', { by: 'manager' })
    expect(await invitee.client.checkInvitation({ invite_ticket })).toMatchObject({ data: { fit: 'subject_frozen' } })
    await frozen('null')
    expect(await invitee.client.acceptInvitation({ invite_ticket })).toMatchObject({ ok: true })
  })

  /** What a link of the page of an invitation names. */
  const namedIn = (link: string) => {
    const query = new URL(link).searchParams
    return { invite_ticket: query.get('invite_ticket') ?? '', invite_proof: query.get('invite_proof') ?? undefined }
  }

  /** An invitation by email: what its mail links to, and what its inviter is answered. */
  const invitedByMail = async (email = freshEmail()) => {
    const { sec_subject_uid, manager } = await openOrganisation(world)
    const { link, invite_id } = dataOf(await manager.client.inviteByEmail({ sec_subject_uid, email }))
    const mail = await world.toldLast(email)
    return { email, manager, sec_subject_uid, invite_id, shown: namedIn(link), mailed: namedIn(mail?.link ?? '') }
  }

  const register = (email: string, named: ReturnType<typeof namedIn>, person = world.person()) =>
    person.registerByEmail({ email, password: goodPassword, ...named })

  it('happy: an invitation link proves the mailbox, so its reader needs no code for an account, and then accepts', async () => {
    const { email, mailed, sec_subject_uid } = await invitedByMail()
    const person = world.person()
    expect(dataOf(await person.checkInvitation(mailed))).toMatchObject({ fit: 'signed_out', mailbox: 'free' })
    expect(await register(email, mailed, person)).toMatchObject({ ok: true })
    expect(dataOf(await person.accountInfo({}))).toMatchObject({ email_verified: true })
    const accepted = await person.acceptInvitation({ invite_ticket: mailed.invite_ticket, deputy_name: 'Bo' })
    expect(accepted).toMatchObject({ ok: true, data: { sec_subject_uid } })
  })

  it('security: a link without the proof of its mailbox, which its inviter gets, or of an ended invitation, registers nobody', async () => {
    const { email, shown, mailed, manager, sec_subject_uid, invite_id } = await invitedByMail()
    expect(shown).toEqual({ ...mailed, invite_proof: undefined })
    expect(dataOf(await world.person().checkInvitation(shown)).mailbox).toBeNull()
    expect(await register(email, shown)).toMatchObject({ code: 'invalid_input' })
    const other = await invitedByMail()
    const mixed = { ...shown, invite_proof: other.mailed.invite_proof }
    expect(await register(email, mixed)).toMatchObject({ code: 'ticket_refused' })
    expect(await register(freshEmail(), mailed)).toMatchObject({ code: 'ticket_refused' })
    dataOf(await manager.client.cancelInvitation({ sec_subject_uid, invite_id }))
    expect(await register(email, mailed)).toMatchObject({ code: 'ticket_refused' })
  })

  it('security: a thief of the mail gets no access to the account with that address', async () => {
    const { email } = await world.registerEmail()
    const { mailed } = await invitedByMail(email)
    expect(dataOf(await world.person().checkInvitation(mailed)).mailbox).toBe('bound')
    const refused = await register(email, mailed)
    expect(refused).toMatchObject({ code: 'already_registered' })
    expect(refused).toHaveProperty('data', { field: 'email' })
  })
})

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

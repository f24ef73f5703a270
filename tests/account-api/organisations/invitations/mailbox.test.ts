import { expect, it } from 'vitest'
import { openOrganisation } from '#tests/account-api/organisations/members/members'
import { dataOf, describeWorlds, freshEmail, goodPassword } from '#tests/account-api/worlds/worlds'

describeWorlds('the link in the mail of an invitation on $name', (world) => {
  /** What a link of the page of an invitation names. */
  const namedIn = (link: string) => {
    const query = new URL(link).searchParams
    return { invite_ticket: query.get('invite_ticket') ?? '', invite_proof: query.get('invite_proof') ?? undefined }
  }

  /** An invitation by email: what its mail links to, and what its inviter is answered. */
  const invitedByMail = async (email = freshEmail()) => {
    const { sec_subject_uid, manager } = await openOrganisation(world)
    const { link, invite_id } = dataOf(await manager.client.inviteByEmail({ sec_subject_uid, email }))
    const [mail] = await world.storage.outbox.newest(email, 1)
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

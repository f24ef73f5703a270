import { expect, it } from 'vitest'
import { emailPurpose, mobilePurpose } from '#contract/terms/purposes'
import {
  joinOrganisation,
  logOf,
  type Member,
  type Organisation,
  openBy,
  openWithMember,
} from '#tests/account-api/organisations/members/members'
import {
  codeOf,
  dataOf,
  describeWorlds,
  goodPassword,
  refused,
  verifyByPassword,
} from '#tests/account-api/worlds/worlds'
import { isManager, newTicket, offer, oldTicket } from './handover'

describeWorlds('a member whom the manager chooses on $name', (world) => {
  const type = mobilePurpose.newManager

  /** Names a member in a manager’s call. */
  const choose = ({ sec_subject_uid }: Organisation, { identityId }: Member) => ({
    sec_subject_uid,
    identity_id: identityId,
  })

  /** The code that the manager has sent to a member. */
  const codeTo = async (organisation: Organisation, member: Member, ticket: string) => {
    world.passMinutes(1.1)
    const { client } = organisation.manager
    dataOf(await client.orgSendCode({ ...choose(organisation, member), type, ticket }))
    return world.codeTo(member.mobile)
  }

  /** Types a member’s code, with the manager’s password if a second factor is required. */
  const prove = async (organisation: Organisation, member: Member, typed: { code: string; ticket: string }) => {
    const { client } = organisation.manager
    const verify = () => client.verifyNewManager({ ...choose(organisation, member), ...typed })
    const first = await verify()
    if (first.ok || first.code !== 'second_verification_required') return first
    dataOf(await verifyByPassword(client, first))
    return verify()
  }

  it('happy: a manager transfers the organisation to a member by three calls, and everybody is notified', async () => {
    const { organisation, manager, bo } = await openWithMember(world)
    world.passMinutes(16)
    const ticket = await oldTicket(world, organisation)
    const code = await codeTo(organisation, bo, ticket)
    // The code of the manager is one factor; the password is the other.
    const first = await manager.client.verifyNewManager({ ...choose(organisation, bo), code, ticket })
    expect(first).toMatchObject({ code: 'second_verification_required' })
    const proven = dataOf(await prove(organisation, bo, { code, ticket }))
    expect(await world.newsTo(bo.mobile)).toEqual(['transfer_offered'])
    expect(await isManager(organisation, manager)).toBe(true)
    dataOf(await manager.client.transferManager({ ...choose(organisation, bo), ticket: proven.ticket }))
    expect([await isManager(organisation, manager), await isManager(organisation, bo)]).toEqual([false, true])
    for (const { mobile } of [manager, bo]) expect(await world.newsTo(mobile)).toEqual(['transfer_done'])
    const entries = await logOf(world, organisation)
    expect(entries.map(({ kind }) => kind)).toEqual(['transfer_started', 'transfer_done'])
  })

  it('error: a wrong code, another member and a second transfer leave the tickets valid', async () => {
    const { organisation, manager, bo } = await openWithMember(world)
    const cy = await joinOrganisation(world, organisation, 'Cy')
    const ticket = await oldTicket(world, organisation)
    const code = await codeTo(organisation, bo, ticket)
    const wrong = code === '111111' ? '222222' : '111111'
    await refused(prove(organisation, bo, { code: wrong, ticket }), 'code_wrong', { tries_left: 4 })
    expect(await prove(organisation, cy, { code, ticket })).toMatchObject({ code: 'code_expired' })
    const self = { ...choose(organisation, manager), type, ticket }
    await refused(manager.client.orgSendCode(self), 'transfer_refused', { reason: 'oneself' })
    const mailed = { ...choose(organisation, bo), type: emailPurpose.newManager, ticket }
    expect(await manager.client.orgSendEmailCode(mailed)).toMatchObject({ code: 'nothing_bound' })
    const proven = dataOf(await prove(organisation, bo, { code, ticket }))
    const other = { ...choose(organisation, cy), ticket: proven.ticket }
    expect(await manager.client.transferManager(other)).toMatchObject({ code: 'no_such_transfer' })

    const second = await oldTicket(world, organisation)
    const codeOfCy = await codeTo(organisation, cy, second)
    await refused(prove(organisation, cy, { code: codeOfCy, ticket: second }), 'transfer_pending')
  })

  it('security: a manager with a single factor waits for 48 hours, in which the transfer can be stopped', async () => {
    const { organisation, sec_subject_uid, manager } = await openBy(await world.registerMobileOnly())
    const bo = await joinOrganisation(world, organisation)
    const chain = async () => {
      const ticket = await oldTicket(world, organisation)
      const proven = dataOf(await prove(organisation, bo, { code: await codeTo(organisation, bo, ticket), ticket }))
      return manager.client.transferManager({ ...choose(organisation, bo), ticket: proven.ticket })
    }
    // The wait is announced before anything is sent.
    expect(dataOf(await manager.client.transferInfo({ sec_subject_uid })).waits).toBe(true)
    expect(await chain()).toMatchObject({ code: 'transfer_waits' })
    expect((await world.toldLast(bo.mobile))?.body).toMatch(/You can accept from .*, until /)
    const { transfer } = dataOf(await manager.client.transferInfo({ sec_subject_uid }))
    expect(transfer?.accept_from).toMatch(/^\d{4}-/)
    world.passMinutes(48 * 60)
    expect(await chain()).toMatchObject({ ok: true })
    expect(await isManager(organisation, bo)).toBe(true)
  })

  it('security: without the manager’s ticket no code is sent, and no other person’s code counts', async () => {
    const { organisation, sec_subject_uid, manager, bo } = await openWithMember(world)
    const named = choose(organisation, bo)
    const before = await world.messagesTo(bo.mobile)
    const { client } = manager
    for (const ticket of [undefined, 'an invented ticket here'])
      expect(await client.orgSendCode({ ...named, type, ticket })).toMatchObject({ code: 'ticket_refused' })
    expect(await world.messagesTo(bo.mobile)).toBe(before)
    const ticket = await oldTicket(world, organisation)
    const code = await codeTo(organisation, bo, ticket)
    // Another session of the manager has neither the ticket nor the code.
    const thief = world.person()
    dataOf(await thief.accountLoginV2({ account: manager.mobile, password: goodPassword }))
    expect(await thief.orgSendCode({ ...named, type, ticket })).toMatchObject({ code: 'ticket_refused' })
    expect((await thief.verifyNewManager({ ...named, code, ticket })).ok).toBe(false)
    // A member names nobody.
    expect((await bo.client.verifyNewManager({ ...named, code, ticket })).ok).toBe(false)
    const proven = dataOf(await prove(organisation, bo, { code, ticket }))
    for (const by of [bo.client, thief])
      expect((await by.transferManager({ ...named, ticket: proven.ticket })).ok).toBe(false)
    // The ticket of the code is used up.
    expect(await prove(organisation, bo, { code, ticket })).toMatchObject({ code: 'ticket_refused' })
    expect(await client.transferManager({ sec_subject_uid, ticket: proven.ticket })).toMatchObject({
      code: 'no_such_transfer',
    })
  })

  it('error: the chosen member must send the transfer’s id, and another member’s id in the same call changes nothing', async () => {
    const { organisation, sec_subject_uid, bo } = await openWithMember(world)
    const cy = await joinOrganisation(world, organisation, 'Cy')
    const transfer_id = await offer(world, organisation, bo)
    const ticket = await newTicket(world, organisation, bo, transfer_id)
    const named = { sec_subject_uid, identity_id: cy.identityId }
    expect(await bo.client.transferManager({ ...named, ticket })).toMatchObject({ code: 'no_such_transfer' })

    world.passMinutes(2)
    const before = await world.messagesTo(cy.mobile)
    dataOf(await bo.client.orgSendCode({ ...named, type: mobilePurpose.newManager }))
    expect(await world.messagesTo(cy.mobile)).toBe(before)
    const typed = { code: await world.codeTo(bo.mobile), way: 'mobile' as const }
    const proven = dataOf(await bo.client.verifyNewManager({ sec_subject_uid, ...typed, transfer_id }))
    dataOf(await bo.client.transferManager({ ...named, transfer_id, ticket: proven.ticket }))
    expect(codeOf(await cy.client.verifyOldManager({ sec_subject_uid, ...typed }))).toBe('permission_required')
    expect(await bo.client.subjectInfo({ sec_subject_uid })).toMatchObject({ data: { subject: { is_manager: true } } })
  })
})

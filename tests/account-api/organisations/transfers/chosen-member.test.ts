import { expect, it } from 'vitest'
import { emailPurpose, mobilePurpose } from '#contract/terms/purposes'
import {
  joinOrganisation,
  kindsOf,
  type Member,
  type Organisation,
  openBy,
  openWithMember,
} from '#tests/account-api/organisations/members/members'
import { codeOf, dataOf, describeWorlds, refused, withPassword } from '#tests/account-api/worlds/worlds'
import { otherThan } from '#tests/fixtures/messages/post-office'
import { isManager, offered, oldTicket } from './handover'

describeWorlds('a member whom the manager chooses on $name', (world) => {
  const type = mobilePurpose.newManager

  /** The code that the manager has sent to a member. */
  const codeTo = async ({ manager }: Organisation, { place, mobile }: Member, ticket: string) => {
    world.passMinutes(1.1)
    dataOf(await manager.client.orgSendCode({ ...place, type, ticket }))
    return world.codeTo(mobile)
  }

  /** Types a member’s code, with the manager’s password if a second factor is required. */
  const prove = ({ client }: Member, { place }: Member, typed: { code: string; ticket: string }) =>
    withPassword(client, () => client.verifyNewManager({ ...place, ...typed }))

  it('happy: a manager transfers the organisation to a member by three calls, and everybody is notified', async () => {
    const { organisation, manager, bo } = await openWithMember(world)
    world.passMinutes(16)
    const ticket = await oldTicket(world, organisation)
    const code = await codeTo(organisation, bo, ticket)
    // The code of the manager is one factor; the password is the other.
    await refused(manager.client.verifyNewManager({ ...bo.place, code, ticket }), 'second_verification_required')
    const proven = dataOf(await prove(manager, bo, { code, ticket }))
    expect(await world.newsTo(bo.mobile)).toEqual(['transfer_offered'])
    expect(await isManager(organisation, manager)).toBe(true)
    dataOf(await manager.client.transferManager({ ...bo.place, ticket: proven.ticket }))
    expect([await isManager(organisation, manager), await isManager(organisation, bo)]).toEqual([false, true])
    for (const { mobile } of [manager, bo]) expect(await world.newsTo(mobile)).toEqual(['transfer_done'])
    expect(await kindsOf(world, organisation)).toEqual(['transfer_started', 'transfer_done'])
  })

  it('error: a wrong code, another member and a second transfer leave the tickets valid', async () => {
    const { organisation, manager, bo } = await openWithMember(world)
    const cy = await joinOrganisation(world, organisation, 'Cy')
    const ticket = await oldTicket(world, organisation)
    const code = await codeTo(organisation, bo, ticket)
    const { client, place } = manager
    await refused(prove(manager, bo, { code: otherThan(code), ticket }), 'code_wrong', { tries_left: 4 })
    await refused(prove(manager, cy, { code, ticket }), 'code_expired')
    await refused(client.orgSendCode({ ...place, type, ticket }), 'transfer_refused', { reason: 'oneself' })
    const mailed = { ...bo.place, type: emailPurpose.newManager, ticket }
    await refused(client.orgSendEmailCode(mailed), 'nothing_bound')
    const proven = dataOf(await prove(manager, bo, { code, ticket }))
    await refused(client.transferManager({ ...cy.place, ticket: proven.ticket }), 'no_such_transfer')

    const second = await oldTicket(world, organisation)
    const codeOfCy = await codeTo(organisation, cy, second)
    await refused(prove(manager, cy, { code: codeOfCy, ticket: second }), 'transfer_pending')
  })

  it('security: a manager with a single factor waits for 48 hours, in which the transfer can be stopped', async () => {
    const { organisation, sec_subject_uid, manager } = await openBy(await world.registerMobileOnly())
    const bo = await joinOrganisation(world, organisation)
    const chain = async () => {
      const ticket = await oldTicket(world, organisation)
      const proven = dataOf(await prove(manager, bo, { code: await codeTo(organisation, bo, ticket), ticket }))
      return manager.client.transferManager({ ...bo.place, ticket: proven.ticket })
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
    const { client } = manager
    const named = bo.place
    const before = await world.messagesTo(bo.mobile)
    for (const ticket of [undefined, 'an invented ticket here'])
      await refused(client.orgSendCode({ ...named, type, ticket }), 'ticket_refused')
    expect(await world.messagesTo(bo.mobile)).toBe(before)
    const ticket = await oldTicket(world, organisation)
    const code = await codeTo(organisation, bo, ticket)
    // Another session of the manager has neither the ticket nor the code.
    const thief = await world.secondSession(manager)
    await refused(thief.orgSendCode({ ...named, type, ticket }), 'ticket_refused')
    expect((await thief.verifyNewManager({ ...named, code, ticket })).ok).toBe(false)
    // A member names nobody.
    expect((await bo.client.verifyNewManager({ ...named, code, ticket })).ok).toBe(false)
    const proven = dataOf(await prove(manager, bo, { code, ticket }))
    for (const by of [bo.client, thief])
      expect((await by.transferManager({ ...named, ticket: proven.ticket })).ok).toBe(false)
    // The ticket of the code is used up.
    await refused(prove(manager, bo, { code, ticket }), 'ticket_refused')
    await refused(client.transferManager({ sec_subject_uid, ticket: proven.ticket }), 'no_such_transfer')
  })

  it('error: the chosen member must send the transfer’s id, and another member’s id in the same call changes nothing', async () => {
    const { organisation, sec_subject_uid, bo, named, ticket } = await offered(world)
    const cy = await joinOrganisation(world, organisation, 'Cy')
    await refused(bo.client.transferManager({ ...cy.place, ticket }), 'no_such_transfer')

    world.passMinutes(2)
    const before = await world.messagesTo(cy.mobile)
    dataOf(await bo.client.orgSendCode({ ...cy.place, type }))
    expect(await world.messagesTo(cy.mobile)).toBe(before)
    const typed = { code: await world.codeTo(bo.mobile), way: 'mobile' as const }
    const proven = dataOf(await bo.client.verifyNewManager({ ...named, ...typed }))
    dataOf(await bo.client.transferManager({ ...cy.place, ...named, ticket: proven.ticket }))
    expect(codeOf(await cy.client.verifyOldManager({ sec_subject_uid, ...typed }))).toBe('permission_required')
    expect(await bo.client.subjectInfo({ sec_subject_uid })).toMatchObject({ data: { subject: { is_manager: true } } })
  })
})

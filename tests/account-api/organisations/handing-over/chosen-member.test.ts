import { expect, it } from 'vitest'
import { emailPurpose, mobilePurpose } from '../../../../contract/terms/purposes'
import { codeOf, dataOf } from '../../worlds/world'
import { describeWorlds } from '../../worlds/worlds'
import { joinOrganisation, openWithMember } from '../members/members'
import { newTicket, offer, oldTicket } from './handover'

describeWorlds('a member who is named in the place of a transfer on $name', (world) => {
  const refused = { ok: false, code: 'no_such_transfer' }

  it('security: no code goes to them, and the manager proves nothing for them', async () => {
    const { organisation, sec_subject_uid, manager, bo } = await openWithMember(world)
    const ticket = await oldTicket(world, organisation)
    const before = await world.messagesTo(bo.mobile)
    const named = { sec_subject_uid, identity_id: bo.identityId }
    const { client } = manager
    expect(await client.orgSendCode({ ...named, type: mobilePurpose.newManager, ticket })).toMatchObject(refused)
    expect(await client.orgSendEmailCode({ ...named, type: emailPurpose.newManager, ticket })).toMatchObject({
      code: 'nothing_bound',
    })
    expect(await world.messagesTo(bo.mobile)).toBe(before)

    world.passMinutes(2)
    dataOf(await client.orgSendCode({ ...named, type: mobilePurpose.verifyOld }))
    const typed = { code: await world.codeTo(manager.mobile) }
    expect(await client.verifyNewManager({ ...named, ...typed, ticket })).toMatchObject(refused)
    expect(await client.transferManager({ ...named, ticket })).toMatchObject(refused)
    // Nothing was judged, so the code works where it belongs.
    expect(await client.verifyOldManager({ sec_subject_uid, ...typed })).toMatchObject({ ok: true })
    expect(await bo.client.subjectInfo({ sec_subject_uid })).toMatchObject({ data: { subject: { is_manager: false } } })
  })

  it('error: the member whom a transfer names has to name it, and then another name changes nothing', async () => {
    const { organisation, sec_subject_uid, bo } = await openWithMember(world)
    const cy = await joinOrganisation(world, organisation, 'Cy')
    const transfer_id = await offer(world, organisation, bo)
    const ticket = await newTicket(world, organisation, bo, transfer_id)
    const named = { sec_subject_uid, identity_id: cy.identityId }
    expect(await bo.client.transferManager({ ...named, ticket })).toMatchObject(refused)

    world.passMinutes(2)
    const before = await world.messagesTo(cy.mobile)
    dataOf(await bo.client.orgSendCode({ ...named, type: mobilePurpose.newManager }))
    expect(await world.messagesTo(cy.mobile)).toBe(before)
    const typed = { code: await world.codeTo(bo.mobile) }
    expect(await bo.client.verifyNewManager({ ...named, ...typed })).toMatchObject(refused)
    const proven = dataOf(await bo.client.verifyNewManager({ ...named, ...typed, transfer_id }))
    dataOf(await bo.client.transferManager({ ...named, transfer_id, ticket: proven.ticket }))
    expect(codeOf(await cy.client.verifyOldManager({ sec_subject_uid, ...typed }))).toBe('permission_required')
    expect(await bo.client.subjectInfo({ sec_subject_uid })).toMatchObject({ data: { subject: { is_manager: true } } })
  })
})

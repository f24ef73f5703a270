import { expect, it } from 'vitest'
import { days } from '#account-api/kernel/time'
import { mostManaged } from '#account-api/organisations/organisation/create'
import { tellingRule } from '#account-api/organisations/organisation/tell'
import { administratorKey } from '#account-api/organisations/records/permissions'
import { emailPurpose, mobilePurpose } from '#contract/terms/purposes'
import { proveMobile } from '#tests/account-api/addresses/binding/bindings'
import {
  bindEmail,
  joinAll,
  joinOrganisation,
  kindsOf,
  type Member,
  type Organisation,
  openBy,
  openOrganisation,
  openWithMember,
} from '#tests/account-api/organisations/members/members'
import { codeOf, dataOf, describeWorlds, freshMobile, isInvalid, refused } from '#tests/account-api/worlds/worlds'
import { writeInto } from '#tests/fixtures/databases/look-into'
import { changeForTest } from '#tests/fixtures/hooks'
import { otherThan } from '#tests/fixtures/messages/post-office'
import {
  handOver,
  isManager,
  makeAdministrator,
  newTicket,
  offer,
  offered,
  oldTicket,
  proveByPassword,
  startByBoth,
} from './handover'

describeWorlds('a transfer on $name', (world) => {
  const transferOf = async ({ sec_subject_uid }: Organisation, { client }: Member) => {
    const info = await client.transferInfo({ sec_subject_uid })
    return info.ok ? info.data.transfer : undefined
  }

  /** Freezes a member, as an administrator would. */
  const freezePlace = ({ identityId }: Member) =>
    writeInto(world.place, 'update identities set is_frozen = 1 where public_id = $1', [identityId])

  /** A member who manages as many organisations as an account may. */
  const manageMany = async ({ client }: Member) => {
    for (let owned = 0; owned < mostManaged; owned += 1) await client.createSubject({ subject_name: 'Another' })
  }

  it('happy: after both have proven themselves the new manager takes over, and the old one stays as administrator', async () => {
    const { organisation, sec_subject_uid, manager, bo } = await openWithMember(world)
    expect(dataOf(await manager.client.transferInfo({ sec_subject_uid })).waits).toBe(false)
    const transfer_id = await offer(world, organisation, bo)
    expect([await isManager(organisation, manager), await isManager(organisation, bo)]).toEqual([true, false])
    expect(await world.newsTo(bo.mobile)).toEqual(['transfer_offered'])
    const listed = await bo.client.listSubjects({ page: 1 })
    expect(listed.ok && listed.data.subjects[0]?.offered_until).toMatch(/^\d{4}-/)

    const ticket = await newTicket(world, organisation, bo, transfer_id)
    expect(await bo.client.transferManager({ sec_subject_uid, transfer_id, ticket })).toMatchObject({ ok: true })
    expect([await isManager(organisation, manager), await isManager(organisation, bo)]).toEqual([false, true])
    const former = await manager.client.ownPermissions({ sec_subject_uid })
    expect(former).toMatchObject({ ok: true, data: { roles: [{ role_key: administratorKey }] } })
    for (const { mobile } of [manager, bo]) expect(await world.newsTo(mobile)).toEqual(['transfer_done'])
    expect(await kindsOf(world, organisation)).toEqual(['transfer_started', 'transfer_done'])
    const after = await bo.client.listSubjects({ page: 1 })
    expect(after).toMatchObject({ data: { subjects: [{ is_manager: true, offered_until: null }] } })
  })

  it('happy: the email proves the manager too, and each side sees only its own part', async () => {
    const { organisation, sec_subject_uid, manager, bo } = await openWithMember(world)
    const other = await joinOrganisation(world, organisation, 'Cy')
    // The address is not the one of the registration.
    world.passMinutes(2)
    const email = await bindEmail(world, manager)
    const send = () => manager.client.orgSendEmailCode({ sec_subject_uid, type: emailPurpose.verifyOld })
    expect(await send()).toMatchObject({ code: 'address_too_new' })
    world.passMinutes(72 * 60 + 1)
    expect(await send()).toMatchObject({ ok: true })
    const typed = { sec_subject_uid, way: 'email' as const, code: await world.codeTo(email) }
    const { ticket } = dataOf(await manager.client.verifyOldManager(typed))
    dataOf(await startByBoth(manager, { ...bo.place, ticket }))
    expect(await transferOf(organisation, manager)).toMatchObject({ state: 'pending', is_from: true, is_to: false })
    expect(await transferOf(organisation, bo)).toMatchObject({ state: 'pending', is_from: false, is_to: true })
    expect(await transferOf(organisation, other)).toBeNull()
  })

  it('happy: either side can end a transfer, and then another can be started', async () => {
    const { organisation, sec_subject_uid, manager, bo } = await openWithMember(world)
    const first = { sec_subject_uid, transfer_id: await offer(world, organisation, bo) }
    expect(await bo.client.declineTransfer(first)).toMatchObject({ ok: true })
    expect(await transferOf(organisation, manager)).toMatchObject({ state: 'declined' })
    expect(await world.newsTo(manager.mobile)).toEqual(['transfer_declined'])
    const second = { sec_subject_uid, transfer_id: await offer(world, organisation, bo) }
    await refused(manager.client.withdrawTransfer(first), 'no_such_transfer')
    expect(await manager.client.withdrawTransfer(second)).toMatchObject({ ok: true })
    expect(await transferOf(organisation, bo)).toMatchObject({ state: 'withdrawn' })
    expect(await world.newsTo(bo.mobile)).toEqual(['transfer_withdrawn'])
    for (const named of [first, second]) {
      await refused(bo.client.declineTransfer(named), 'no_such_transfer')
      await refused(bo.client.verifyNewManager({ ...named, code: '123456' }), 'no_such_transfer')
    }
  })

  it('happy: all administrators are notified of start and end, even more than fit in one transaction', async () => {
    changeForTest(tellingRule, { atOnce: 2 })
    const { organisation, bo } = await openWithMember(world)
    const deputies = await joinAll(world, organisation, 'A', 'B', 'C', 'D', 'E')
    for (const deputy of deputies) await makeAdministrator(world, organisation, deputy)
    await handOver(world, organisation, bo)
    for (const { mobile } of deputies)
      expect(await world.newsTo(mobile, 2)).toEqual(['transfer_done', 'transfer_started'])
  })

  it('error: a member who cannot take over is not asked, and the ticket stays valid', async () => {
    const { organisation, sec_subject_uid, manager, bo } = await openWithMember(world)
    const elsewhere = await openOrganisation(world)
    const ticket = await oldTicket(world, organisation)
    const ask = (identity_id: string) => manager.client.startTransfer({ sec_subject_uid, identity_id, ticket })
    await refused(ask(manager.identityId), 'transfer_refused', { reason: 'oneself' })
    // A member of another organisation counts as unknown.
    await refused(ask(elsewhere.manager.identityId), 'no_such_identity')
    await refused(ask('A'.repeat(22)), 'no_such_identity')
    const cy = await joinOrganisation(world, organisation, 'Cy')
    await freezePlace(cy)
    await refused(ask(cy.identityId), 'transfer_refused', { reason: 'frozen' })
    const leaving = await joinOrganisation(world, organisation, 'Di')
    await world.storage.standing.cancel(leaving.userId, world.deployment.now() + 60_000)
    await refused(ask(leaving.identityId), 'transfer_refused', { reason: 'unavailable' })
    const busy = await joinOrganisation(world, organisation, 'Ed')
    await manageMany(busy)
    await refused(ask(busy.identityId), 'transfer_refused', { reason: 'unavailable' })
    expect(await ask(bo.identityId)).toMatchObject({ ok: true })
    // The ticket is used up, and a transfer is pending.
    await refused(ask(bo.identityId), 'transfer_pending')
  })

  it('error: after seven days nobody can accept a transfer, and another can be started', async () => {
    const { organisation, sec_subject_uid, manager, bo, named, ticket } = await offered(world)
    world.passMinutes(7 * 24 * 60)
    await refused(bo.client.transferManager({ ...named, ticket }), 'no_such_transfer')
    expect(await transferOf(organisation, manager)).toMatchObject({ state: 'expired' })
    await refused(bo.client.orgSendCode({ sec_subject_uid, type: mobilePurpose.newManager }), 'no_such_transfer')
    await handOver(world, organisation, bo)
    expect(await isManager(organisation, bo)).toBe(true)
  })

  it('error: a member who is suspended or manages too many organisations does not become the manager', async () => {
    const { organisation, bo, named, ticket } = await offered(world)
    await manageMany(bo)
    const accept = () => bo.client.transferManager({ ...named, ticket })
    await refused(accept(), 'too_many_subjects', { most: mostManaged })
    await freezePlace(bo)
    await refused(accept(), 'identity_frozen')
    expect(await isManager(organisation, organisation.manager)).toBe(true)
  })

  it('error: a code for a transfer goes only to the account’s own address', async () => {
    const { sec_subject_uid, manager, bo } = await openWithMember(world)
    const old = mobilePurpose.verifyOld
    const send = (client: Member['client'], type: number, mobile?: string) =>
      client.orgSendCode({ sec_subject_uid, type, ...(mobile && { mobile }) })
    expect(await send(manager.client, old, freshMobile())).toMatchObject(isInvalid('mobile', 'invalid'))
    expect(await send(manager.client, old, bo.mobile)).toMatchObject(isInvalid('mobile', 'invalid'))
    expect(await send(manager.client, mobilePurpose.login)).toMatchObject(isInvalid('type', 'unsupported'))
    await refused(send(manager.client, mobilePurpose.newManager), 'no_such_transfer')
    await refused(send(bo.client, old), 'permission_required', { needed: 'manager' })
    const mailed = manager.client.orgSendEmailCode({ sec_subject_uid, type: emailPurpose.verifyOld })
    await refused(mailed, 'nothing_bound', { field: 'email' })
    world.passMinutes(2)
    expect(await send(manager.client, old, manager.mobile)).toMatchObject({ ok: true })
    expect(await send(manager.client, old)).toMatchObject({ code: 'resend_too_soon' })
    const outside = await manager.client.sendCode({ type: mobilePurpose.newManager })
    expect(outside).toMatchObject(isInvalid('type', 'unsupported'))
  })

  /** A manager with a ticket that proves their mobile, by default for an organisation. */
  const withTicket = async (act: 'organisation' | 'binding' = 'organisation') => {
    const opened = await openWithMember(world)
    const { client, mobile } = opened.manager
    world.passMinutes(2)
    const ticket = await proveMobile(world, client, mobile, act)
    world.passMinutes(2)
    const asked = { sec_subject_uid: opened.sec_subject_uid, type: mobilePurpose.verifyOld }
    return { ...opened, client, asked, ticket }
  }

  it.each(['ticket', 'verify_ticket'] as const)(
    'happy: a ticket for a code is accepted as %s, and stays valid',
    async (name) => {
      const { client, manager, sec_subject_uid, asked, ticket } = await withTicket()
      for (const _ of [1, 2]) {
        expect(await client.orgSendCode({ ...asked, [name]: ticket })).toMatchObject({ ok: true })
        world.passMinutes(2)
      }
      const code = await world.codeTo(manager.mobile)
      expect(await client.verifyOldManager({ sec_subject_uid, code })).toMatchObject({ ok: true })
    },
  )

  it('happy: a ticket is accepted for a code by email, too', async () => {
    const { client, manager, sec_subject_uid, ticket } = await withTicket()
    // The address has to be older than three days.
    await bindEmail(world, manager, { at: world.deployment.now() - days(4) })
    const asked = { sec_subject_uid, type: emailPurpose.verifyOld }
    await refused(client.orgSendEmailCode({ ...asked, ticket: 'an invented ticket here' }), 'ticket_refused')
    expect(await client.orgSendEmailCode({ ...asked, ticket })).toMatchObject({ ok: true })
  })

  it('error: an invented ticket for a code sends nothing, under either name', async () => {
    const { client, manager, asked, ticket } = await withTicket()
    const before = await world.messagesTo(manager.mobile)
    const invented = 'an invented ticket here'
    for (const given of [{ ticket: invented }, { verify_ticket: invented }, { ticket, verify_ticket: invented }])
      await refused(client.orgSendCode({ ...asked, ...given }), 'ticket_refused')
    expect(await world.messagesTo(manager.mobile)).toBe(before)
  })

  it('security: a ticket for another act, an expired one, another session’s and a plain member’s send no code', async () => {
    const { client, manager, bo, asked, ticket } = await withTicket('binding')
    await refused(client.orgSendCode({ ...asked, ticket }), 'ticket_refused')
    const own = await proveMobile(world, client, manager.mobile, 'organisation')
    const second = await world.secondSession(manager)
    await refused(second.orgSendCode({ ...asked, ticket: own }), 'ticket_refused')
    world.passMinutes(16)
    await refused(client.orgSendCode({ ...asked, ticket: own }), 'ticket_refused')
    // A ticket makes nobody a manager.
    const ofMember = await proveMobile(world, bo.client, bo.mobile, 'organisation')
    const byMember = bo.client.orgSendCode({ ...asked, ticket: ofMember })
    await refused(byMember, 'permission_required', { needed: 'manager' })
  })

  it('security: a thief with the manager’s session transfers nothing without the code', async () => {
    const { organisation, sec_subject_uid, manager, bo } = await openWithMember(world)
    const { client } = manager
    world.passMinutes(2)
    await client.orgSendCode({ sec_subject_uid, type: mobilePurpose.verifyOld })
    const wrong = otherThan(await world.codeTo(manager.mobile))
    await refused(client.verifyOldManager({ sec_subject_uid, code: wrong }), 'code_wrong', { tries_left: 4 })
    // An address that the thief binds does not count for three days, and its owner is told.
    const email = await bindEmail(world, manager)
    await refused(client.orgSendEmailCode({ sec_subject_uid, type: emailPurpose.verifyOld }), 'address_too_new')
    world.passMinutes(1.1)
    await client.sendEmailCode({ type: emailPurpose.verifyOld })
    const code = await world.codeTo(email)
    expect(codeOf(await client.verifyOldManager({ sec_subject_uid, code, way: 'email' }))).toBe('address_too_new')
    // A proof for another act is no ticket of a transfer.
    world.passMinutes(1.1)
    const ticket = await proveMobile(world, client, manager.mobile)
    await refused(startByBoth(manager, { ...bo.place, ticket }), 'ticket_refused')
    expect(await kindsOf(world, organisation)).toEqual([])
  })

  it('security: a thief with the new manager’s session accepts nothing without the code', async () => {
    const { organisation, sec_subject_uid, manager, bo } = await openWithMember(world)
    const transfer_id = await offer(world, organisation, bo)
    await bo.client.orgSendCode({ sec_subject_uid, type: mobilePurpose.newManager })
    const code = await world.codeTo(bo.mobile)
    const named = { sec_subject_uid, transfer_id }
    await refused(bo.client.verifyNewManager({ ...named, code: otherThan(code) }), 'code_wrong')
    // A session’s code and ticket are useless in another session.
    const thief = await world.secondSession(bo)
    await refused(thief.verifyNewManager({ ...named, code }), 'code_expired')
    const { ticket } = dataOf(await bo.client.verifyNewManager({ ...named, code }))
    await refused(thief.transferManager({ ...named, ticket }), 'ticket_refused')
    await refused(manager.client.transferManager({ ...named, ticket }), 'no_such_transfer')
    expect(await bo.client.transferManager({ ...named, ticket })).toMatchObject({ ok: true })
  })

  it('security: a ticket is for one organisation and one transfer, and ends with the address that it was issued for', async () => {
    const { organisation, manager, bo } = await openWithMember(world)
    const { sec_subject_uid, ...second } = await openBy(manager, 'Second')
    const cy = await joinOrganisation(world, second.organisation, 'Cy')
    const ticket = await oldTicket(world, organisation)
    await refused(manager.client.startTransfer({ ...cy.place, ticket }), 'ticket_refused')
    const first = await offer(world, organisation, bo)
    const accepting = await newTicket(world, organisation, bo, first)
    await manager.client.withdrawTransfer({ sec_subject_uid: organisation.sec_subject_uid, transfer_id: first })
    const again = { sec_subject_uid: organisation.sec_subject_uid, transfer_id: await offer(world, organisation, bo) }
    await refused(bo.client.transferManager({ ...again, ticket: accepting }), 'ticket_refused')
    // The transfer of one organisation does not work in another.
    await refused(cy.client.declineTransfer({ sec_subject_uid, transfer_id: again.transfer_id }), 'no_such_transfer')
    await bo.client.declineTransfer(again)
    const { userId: accountId, mobile: value } = manager
    const late = await oldTicket(world, organisation)
    await world.storage.accounts.unbind({ kind: 'mobile', value, accountId })
    await refused(manager.client.startTransfer({ ...bo.place, ticket: late }), 'ticket_refused')
  })

  it('security: suspending or removing the member, or cancelling their account, ends the transfer, and the manager sees no reason', async () => {
    const { organisation, manager, bo, named, ticket } = await offered(world)
    for (const is_frozen of [1, 0]) dataOf(await manager.client.freezeDeputy({ ...bo.place, is_frozen }))
    await refused(bo.client.transferManager({ ...named, ticket }), 'no_such_transfer')
    expect(await transferOf(organisation, manager)).toMatchObject({ state: 'withdrawn' })
    await offer(world, organisation, bo)
    dataOf(await manager.client.deleteDeputy(bo.place))
    expect(await world.newsTo(manager.mobile)).toEqual(['transfer_ended'])
    expect(await kindsOf(world, organisation)).toContain('transfer_ended')
    const cy = await joinOrganisation(world, organisation, 'Cy')
    await offer(world, organisation, cy)
    expect(await cy.client.cancelConfirm({ cancel_ticket: await proveByPassword(cy) })).toMatchObject({ ok: true })
    expect(await transferOf(organisation, manager)).toMatchObject({ state: 'withdrawn' })
    expect(await world.toldLast(manager.mobile)).toMatchObject({
      purpose: 'transfer_ended',
      body: expect.not.stringMatching(/cancel|delet/),
    })
  })
})

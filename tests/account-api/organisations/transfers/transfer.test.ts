import { expect, it } from 'vitest'
import { days } from '#account-api/kernel/time'
import { mostManaged } from '#account-api/organisations/organisation/create'
import { tellingRule } from '#account-api/organisations/organisation/tell'
import { administratorKey } from '#account-api/organisations/records/permissions'
import { emailPurpose, mobilePurpose } from '#contract/terms/purposes'
import { proveMobile } from '#tests/account-api/addresses/binding/bindings'
import { operate } from '#tests/account-api/applications/services/services'
import {
  bindEmail,
  joinAll,
  joinOrganisation,
  kindsOf,
  logOf,
  type Member,
  type Organisation,
  openBy,
  openOrganisation,
  openWithMember,
} from '#tests/account-api/organisations/members/members'
import {
  atOnce,
  codeOf,
  dataOf,
  describeWorlds,
  freshMobile,
  isInvalid,
  refused,
  withPassword,
} from '#tests/account-api/worlds/worlds'
import { lookInto, writeInto } from '#tests/fixtures/databases/look-into'
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

  /** A manager with a ticket that proves their mobile for an organisation. */
  const withTicket = async () => {
    const opened = await openWithMember(world)
    const { client, mobile } = opened.manager
    world.passMinutes(2)
    const ticket = await proveMobile(world, client, mobile, 'organisation')
    world.passMinutes(2)
    const asked = { sec_subject_uid: opened.sec_subject_uid, type: mobilePurpose.verifyOld }
    return { ...opened, client, asked, ticket }
  }

  it('happy: a ticket for a code is accepted under either name, and stays valid', async () => {
    const { client, manager, sec_subject_uid, asked, ticket } = await withTicket()
    for (const name of ['ticket', 'verify_ticket']) {
      expect(await client.orgSendCode({ ...asked, [name]: ticket })).toMatchObject({ ok: true })
      world.passMinutes(2)
    }
    const code = await world.codeTo(manager.mobile)
    expect(await client.verifyOldManager({ sec_subject_uid, code })).toMatchObject({ ok: true })
  })

  it('happy: a ticket is accepted for a code by email, too', async () => {
    const { client, manager, sec_subject_uid, ticket } = await withTicket()
    // The address has to be older than three days.
    await bindEmail(world, manager, { at: world.deployment.now() - days(4) })
    const asked = { sec_subject_uid, type: emailPurpose.verifyOld }
    await refused(client.orgSendEmailCode({ ...asked, ticket: 'an invented ticket here' }), 'ticket_refused')
    expect(await client.orgSendEmailCode({ ...asked, ticket })).toMatchObject({ ok: true })
  })

  it('security: an invented ticket for a code, or one for another act, sends nothing, under either name', async () => {
    const { client, manager, asked, ticket } = await withTicket()
    const ofBinding = await proveMobile(world, client, manager.mobile, 'binding')
    const before = await world.messagesTo(manager.mobile)
    for (const wrong of ['an invented ticket here', ofBinding])
      for (const given of [{ ticket: wrong }, { verify_ticket: wrong }, { ticket, verify_ticket: wrong }])
        await refused(client.orgSendCode({ ...asked, ...given }), 'ticket_refused')
    expect(await world.messagesTo(manager.mobile)).toBe(before)
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

const reason = 'she has shown the papers of the company'

describeWorlds('a manager set by an operator on $name', (world) => {
  const set = ({ sec_subject_uid }: Organisation, { userId }: Pick<Member, 'userId'>, why = reason) =>
    operate(world, 'organisations', 'manager', sec_subject_uid, userId, '--reason', why)

  const managersOf = async ({ id }: Organisation) =>
    lookInto(world.place, `select identity_id from organisation_managers where organisation_id = '${id}'`)

  it.each(['removed', 'suspended'])(
    'security: a thief who manages an organisation %s its owner: the owner gets it back, the thief keeps no role',
    async (act) => {
      const { organisation, sec_subject_uid, manager: thief, bo: owner } = await openWithMember(world)
      const deputy = await joinOrganisation(world, organisation, 'Di')
      await makeAdministrator(world, organisation, deputy)
      const transferId = await offer(world, organisation, deputy)
      if (act === 'removed') await thief.client.deleteDeputy(owner.place)
      else await thief.client.freezeDeputy({ ...owner.place, is_frozen: 1 })
      expect(await set(organisation, owner)).toMatchObject({ ok: true })

      expect([await isManager(organisation, owner), await isManager(organisation, thief)]).toEqual([true, false])
      expect(await managersOf(organisation)).toHaveLength(1)
      const kept = dataOf(await thief.client.ownPermissions({ sec_subject_uid }))
      expect(kept).toMatchObject({ roles: [], permissions: [] })
      const late = { sec_subject_uid, transfer_id: transferId, ticket: 'x'.repeat(22) }
      await refused(deputy.client.transferManager(late), 'no_such_transfer')
      for (const { mobile } of [owner, thief, deputy]) expect(await world.newsTo(mobile)).toEqual(['manager_set'])
      expect((await logOf(world, organisation)).at(-1)).toMatchObject({ kind: 'manager_set', after: { reason } })
      for (const { userId } of [owner, thief])
        expect((await world.activityOf(userId))[0]).toEqual(['organisation_manager_set', 'Orchard'])
    },
  )

  it('error: a person who cannot manage is not set as manager, and the manager stays', async () => {
    const { organisation, manager, bo } = await openWithMember(world)
    expect(await set(organisation, manager)).toMatchObject({ ok: false })
    expect(await set(organisation, { userId: 'nobody' })).toMatchObject({ ok: false })
    expect(await set({ ...organisation, sec_subject_uid: 'none' }, bo)).toMatchObject({ ok: false })
    expect(await set(organisation, bo, '')).toMatchObject({ ok: false })
    await operate(world, 'users', 'freeze', bo.userId, '--reason', reason)
    expect(await set(organisation, bo)).toMatchObject({ ok: false, text: expect.stringContaining('frozen') })
    expect(await isManager(organisation, manager)).toBe(true)
  })

  it('security: after two operators set two managers at the same time, exactly one of them manages the organisation', async () => {
    const { organisation, bo } = await openWithMember(world)
    const di = await joinOrganisation(world, organisation, 'Di')
    let nth = 0
    await atOnce(6, () => set(organisation, nth++ % 2 === 0 ? bo : di))
    expect(await managersOf(organisation)).toHaveLength(1)
    expect([await isManager(organisation, bo), await isManager(organisation, di)].filter(Boolean)).toHaveLength(1)
  })
})

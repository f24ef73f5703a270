import { expect, it } from 'vitest'
import { joinOrganisation, type Organisation, openBy } from '#tests/account-api/organisations/members/members'
import { press, registeredSettled, signInByCode, ticketsTo, ticketTo } from '#tests/account-api/worlds/attacks'
import { codeOf, dataOf, describeWorlds, refused, verifyByPassword } from '#tests/account-api/worlds/worlds'
import { handOver, newTicket, offer, oldTicket, startByBoth } from './handover'

const twoDays = 48 * 60

describeWorlds('thieves of an organisation on $name', (world) => {
  /** The organisation of somebody who signs in again, with an accomplice of the thief among its members. */
  const openedBy = async (...owner: Parameters<typeof openBy>) => {
    const opened = await openBy(...owner)
    return { ...opened, accomplice: await joinOrganisation(world, opened, 'Eve') }
  }

  /** An owner with a mobile, an email and a password, whose SIM a thief has. */
  const withTwoAddresses = async () => {
    const { email, ...owner } = await registeredSettled(world)
    const opened = await openedBy({ ...owner, client: await signInByCode(world, email) })
    const thief = { ...opened.organisation.manager, client: await signInByCode(world, owner.mobile) }
    return { ...opened, owner: { ...owner, email }, thief, stolen: { ...opened.organisation, manager: thief } }
  }

  /** An owner who has nothing but a mobile, whose SIM a thief has too. The thief has asked the accomplice. */
  const withOneFactor = async () => {
    const owner = await world.registerMobileOnly()
    const { organisation, ...opened } = await openedBy(owner)
    world.passMinutes(2)
    const thief = { ...organisation.manager, client: await signInByCode(world, owner.mobile) }
    const transfer_id = await offer(world, { ...organisation, manager: thief }, opened.accomplice)
    return { ...opened, organisation, owner, thief, transfer_id }
  }

  const isManager = async ({ sec_subject_uid }: Organisation, userId: string) =>
    (await world.storage.members.acting(userId, sec_subject_uid))?.isManager

  it('security: a SIM thief cannot start a transfer if the account has another factor', async () => {
    const { stolen, thief, sec_subject_uid, accomplice, owner } = await withTwoAddresses()
    const ticket = await oldTicket(world, stolen)
    const asked = { ...accomplice.place, ticket }
    const started = await thief.client.startTransfer(asked)
    expect(started).toMatchObject({ code: 'second_verification_required' })
    const ways = started.ok || started.code !== 'second_verification_required' ? [] : started.data.ways
    expect(ways.map(({ way }) => way).sort()).toEqual(['email', 'password'])
    expect(codeOf(await thief.client.closeSubject({ sec_subject_uid }))).toBe('second_verification_required')
    // The owner, who proves one more, needs no other step.
    dataOf(await verifyByPassword(thief.client, started, owner.password))
    expect(await thief.client.startTransfer(asked)).toMatchObject({ ok: true, data: { accept_from: null } })
  })

  it('security: with a single factor, nobody can accept for 48 hours, and the owner stops the transfer', async () => {
    const { organisation, sec_subject_uid, accomplice, owner, transfer_id } = await withOneFactor()
    const accept = async () => {
      const ticket = await newTicket(world, organisation, accomplice, transfer_id)
      return accomplice.client.transferManager({ sec_subject_uid, transfer_id, ticket })
    }
    expect(await accept()).toMatchObject({ code: 'transfer_waits' })
    const { transfer } = dataOf(await accomplice.client.transferInfo({ sec_subject_uid }))
    expect(transfer).toMatchObject({ state: 'pending', accept_from: expect.stringMatching(/^\d{4}-/) })
    world.passMinutes(twoDays - 10)
    expect(await accept()).toMatchObject({ code: 'transfer_waits' })
    expect(await press(world, await ticketTo(world, owner.mobile))).toMatchObject({ ok: true })
    world.passMinutes(twoDays)
    const late = await accomplice.client.transferInfo({ sec_subject_uid })
    expect(late).toMatchObject({ data: { transfer: { state: 'withdrawn' } } })
    expect(await isManager(organisation, owner.userId)).toBe(true)
  })

  it('security: ending the other sessions ends what a thief has begun in the owner’s name', async () => {
    const { organisation, sec_subject_uid, accomplice, owner } = await withOneFactor()
    expect(await owner.client.endOtherSessions({})).toMatchObject({ ok: true })
    const info = await accomplice.client.transferInfo({ sec_subject_uid })
    expect(info).toMatchObject({ data: { transfer: { state: 'withdrawn' } } })
    expect(await isManager(organisation, owner.userId)).toBe(true)
  })

  it('security: a thief with two factors transfers the organisation, and the owner takes it back and keeps it', async () => {
    const { organisation, sec_subject_uid, accomplice, owner, thief } = await withTwoAddresses()
    dataOf(await verifyByPassword(thief.client, await thief.client.closeSubject({ sec_subject_uid }), owner.password))
    await handOver(world, { ...organisation, manager: thief }, accomplice)
    expect(await isManager(organisation, accomplice.userId)).toBe(true)
    // For 72 hours the new manager keeps the former one out in no way.
    const { place, identityId } = organisation.manager
    await refused(accomplice.client.freezeDeputy({ ...place, is_frozen: 1 }), 'was_manager')
    await refused(accomplice.client.deleteDeputy(place), 'was_manager')
    const removed = await accomplice.client.removeMembers({ sec_subject_uid, sec_user_identity_ids: [identityId] })
    expect(removed).toMatchObject({ ok: true, data: { refused: [{ reason: 'was_manager' }] } })
    expect(await accomplice.client.closeSubject({ sec_subject_uid })).toMatchObject({ ok: true })
    world.passMinutes(twoDays)
    expect(await press(world, await ticketTo(world, owner.email))).toMatchObject({ ok: true })
    expect(await isManager(organisation, owner.userId)).toBe(true)
    const own = await signInByCode(world, owner.email)
    expect(await own.subjectInfo({ sec_subject_uid })).toMatchObject({ data: { subject: { frozen_by: null } } })
    expect(await own.deleteDeputy(accomplice.place)).toMatchObject({ ok: true })
  })

  it('happy: three days after a transfer, the former manager is an ordinary member', async () => {
    const { organisation, sec_subject_uid, accomplice, thief } = await withTwoAddresses()
    await handOver(world, { ...organisation, manager: thief }, accomplice)
    world.passMinutes(72 * 60 + 1)
    const fresh = await world.secondSession(accomplice)
    await refused(fresh.leaveSubject({ sec_subject_uid }), 'is_manager')
    expect(await fresh.deleteDeputy(organisation.manager.place)).toMatchObject({ ok: true })
  })

  it('security: a SIM thief cannot take back what the owner transferred earlier', async () => {
    const { organisation, accomplice: heir, owner, thief } = await withTwoAddresses()
    await handOver(world, { ...organisation, manager: thief }, heir)
    world.passMinutes(24 * 60)
    const before = await ticketsTo(world, owner.mobile)
    // Any message to the number brings a link.
    const reader = await signInByCode(world, owner.mobile)
    dataOf(await reader.exportData({}))
    const newer = (await ticketsTo(world, owner.mobile)).slice(before.length)
    expect(newer).toHaveLength(1)
    expect(await press(world, newer[0] ?? '')).toMatchObject({ ok: true })
    expect(await isManager(organisation, heir.userId)).toBe(true)
  })

  it('security: after “this was not me” the SIM thief can neither transfer nor close without the guarding address', async () => {
    const { organisation, sec_subject_uid, accomplice, owner, thief } = await withTwoAddresses()
    await handOver(world, { ...organisation, manager: thief }, accomplice)
    expect(await press(world, await ticketTo(world, owner.email))).toMatchObject({ ok: true })
    const again = { ...thief, client: await signInByCode(world, owner.mobile) }
    const onlyEmail = { code: 'second_verification_required', data: { ways: [{ way: 'email' }] } }
    const ticket = await oldTicket(world, { ...organisation, manager: again })
    const asked = { ...accomplice.place, ticket }
    expect(await startByBoth(again, asked).catch(({ message }) => message)).toBe('refused: wrong_credentials')
    expect(await again.client.startTransfer(asked)).toMatchObject(onlyEmail)
    expect(await again.client.closeSubject({ sec_subject_uid })).toMatchObject(onlyEmail)
  })
})

import { expect, it } from 'vitest'
import { inviteByLink, joinByMobile } from '#tests/account-api/organisations/invitations/invitations'
import { dataOf, describeWorlds, freshEmail, freshMobile, refused } from '#tests/account-api/worlds/worlds'
import { lookInto } from '#tests/fixtures/databases/look-into'
import {
  activateBy,
  bindEmail,
  logOf,
  type Member,
  type Organisation,
  openOrganisation,
  openWithMember,
} from './members'

describeWorlds('leaving an organisation and coming back on $name', (world) => {
  const accept = async (client: Member['client'], organisation: Organisation) => {
    const { invite_ticket } = await inviteByLink(organisation, 1)
    return dataOf(await client.acceptInvitation({ invite_ticket })).identity_id
  }
  /** The same by an invitation to their mobile. */
  const acceptOwn = (person: Parameters<typeof joinByMobile>[1], organisation: Organisation) => {
    world.passMinutes(1)
    return joinByMobile(organisation, person)
  }
  /** The ids of a person in an organisation, as its manager sees them. */
  const idsOf = async ({ manager, sec_subject_uid }: Organisation, identity_id: string) => {
    const { member } = dataOf(await manager.client.memberInfo({ sec_subject_uid, identity_id }))
    return { sec_user_id: member.sec_user_id, is_frozen: member.is_frozen }
  }
  const formerRows = (userId: string) =>
    lookInto<{ id: string }>(world.place, `select id from former_members where account_id = '${userId}'`)
  const entriesOf = async (client: Member['client']) =>
    dataOf(await client.listActivity({}))
      .entries.filter(({ kind }) => kind.startsWith('organisation'))
      .map(({ kind, detail, address }) => ({ kind, detail, isFromSomewhere: address !== '' }))

  it('happy: the organisation knows a returning person by the same id, and another organisation by another', async () => {
    const [orchard, meadow] = [await openOrganisation(world), await openOrganisation(world)]
    const person = await world.registerMobile()
    const { client, userId } = person
    const first = await accept(client, orchard)
    const { sec_user_id } = await idsOf(orchard, first)
    dataOf(await client.leaveSubject({ sec_subject_uid: orchard.sec_subject_uid }))
    expect(await formerRows(userId)).toEqual([{ id: sec_user_id }])

    const second = await accept(client, orchard)
    expect(second).not.toBe(first)
    expect(await idsOf(orchard, second)).toEqual({ sec_user_id, is_frozen: 0 })
    expect(await formerRows(userId)).toEqual([])
    dataOf(await orchard.manager.client.deleteDeputy({ sec_subject_uid: orchard.sec_subject_uid, identity_id: second }))
    expect(await idsOf(orchard, await acceptOwn(person, orchard))).toMatchObject({ sec_user_id })

    expect((await idsOf(meadow, await accept(client, meadow))).sec_user_id).not.toBe(sec_user_id)
  })

  it('happy: an account created for a returning person gets that person’s previous id when activated', async () => {
    const { organisation, sec_subject_uid, manager } = await openOrganisation(world)
    const { client, mobile } = await world.registerMobile()
    const { sec_user_id } = await idsOf(organisation, await accept(client, organisation))
    await client.leaveSubject({ sec_subject_uid })
    const created = dataOf(await manager.client.createUserWithRole({ sec_subject_uid, mobile, deputy_name: 'Bo' }))
    expect(created.sec_user_id).not.toBe(sec_user_id)
    world.passMinutes(2)
    expect(await activateBy(world, world.person(), { mobile })).toMatchObject({ code: 'already_registered' })
    expect(await idsOf(organisation, created.sec_user_identity_id)).toMatchObject({ sec_user_id })
  })

  it('security: a suspended member can leave, which is logged, and is suspended again after coming back', async () => {
    const { organisation, manager, sec_subject_uid } = await openOrganisation(world, 'Riverside School')
    const { client } = await world.registerMobile()
    const identity_id = await accept(client, organisation)
    await manager.client.freezeDeputy({ sec_subject_uid, identity_id, is_frozen: 1 })
    expect(await client.listSubjects({ page: 1 })).toMatchObject({ data: { subjects: [{ is_kept_out: true }] } })
    await refused(client.memberInfo({ sec_subject_uid, identity_id }), 'identity_frozen')
    await manager.client.freezeSubject({ sec_subject_uid, is_frozen: 1 })
    expect(await client.listSubjects({ page: 1 })).toMatchObject({ data: { subjects: [{ is_kept_out: false }] } })
    await manager.client.freezeSubject({ sec_subject_uid, is_frozen: 0 })
    dataOf(await client.leaveSubject({ sec_subject_uid }))
    expect(await client.listSubjects({ page: 1 })).toMatchObject({ data: { subjects: [] } })
    const left = (await logOf(world, organisation)).find(({ kind }) => kind === 'member_left')
    expect(left).toMatchObject({ actor: identity_id, before: { is_frozen: true } })

    const again = await accept(client, organisation)
    expect(await idsOf(organisation, again)).toMatchObject({ is_frozen: 1 })
    await refused(client.subjectInfo({ sec_subject_uid }), 'identity_frozen')
    await manager.client.freezeDeputy({ sec_subject_uid, identity_id: again, is_frozen: 0 })
    expect(await client.subjectInfo({ sec_subject_uid })).toMatchObject({ ok: true })
  })

  it('happy: the account’s activity shows acts in organisations, but not who else took part', async () => {
    const { organisation, manager, sec_subject_uid } = await openOrganisation(world, 'Riverside School')
    const person = await world.registerMobile()
    const { client } = person
    const identity_id = await accept(client, organisation)
    for (const is_frozen of [1, 0, 0]) await manager.client.freezeDeputy({ sec_subject_uid, identity_id, is_frozen })
    await manager.client.removeMembers({ sec_subject_uid, sec_user_identity_ids: [identity_id] })
    await acceptOwn(person, organisation)
    await client.leaveSubject({ sec_subject_uid })
    const named = { detail: 'Riverside School' }
    expect(await entriesOf(client)).toEqual([
      { kind: 'organisation_left', ...named, isFromSomewhere: true },
      { kind: 'organisation_joined', ...named, isFromSomewhere: true },
      { kind: 'organisation_removed', ...named, isFromSomewhere: false },
      { kind: 'organisation_unfrozen', ...named, isFromSomewhere: false },
      { kind: 'organisation_frozen', ...named, isFromSomewhere: false },
      { kind: 'organisation_joined', ...named, isFromSomewhere: true },
    ])
    expect(await entriesOf(manager.client)).toEqual([{ kind: 'organisation_created', ...named, isFromSomewhere: true }])
  })

  it('happy: an account removed before its activation can be created again at once', async () => {
    const { manager, sec_subject_uid } = await openOrganisation(world)
    const asked = { sec_subject_uid, mobile: freshMobile(), deputy_name: 'Bo' }
    const { sec_user_identity_id: identity_id } = dataOf(await manager.client.createUserWithRole(asked))
    await refused(manager.client.createUserWithRole(asked), 'activation_pending')
    expect(await manager.client.deleteDeputy({ sec_subject_uid, identity_id })).toMatchObject({ ok: true })
    expect(await manager.client.createUserWithRole(asked)).toMatchObject({ ok: true })
  })

  it('security: a removed member can return only by a new invitation to their address, not by earlier links or invitations', async () => {
    const { organisation, sec_subject_uid, manager, bo } = await openWithMember(world)
    const { invite_ticket } = await inviteByLink(organisation, 1000)
    const [other, email] = [await world.registerMobile(), freshEmail()]
    const { invite_id } = dataOf(await manager.client.inviteByEmail({ sec_subject_uid, email }))
    dataOf(await manager.client.deleteDeputy(bo.place))
    // The address that was invited before is theirs by now.
    await bindEmail(world, bo, { email })
    const isKeptOut = () =>
      world.storage.mailDomains.isKeptOut({ organisationId: organisation.id, accountId: bo.userId, email: '' })
    expect(await isKeptOut()).toBe(true)
    for (const named of [{ invite_ticket }, { invite_id }]) {
      expect(await bo.client.checkInvitation(named)).toMatchObject({ ok: true, data: { fit: 'removed' } })
      await refused(bo.client.acceptInvitation(named), 'was_removed')
    }
    expect(await isKeptOut()).toBe(true)
    expect(await other.client.acceptInvitation({ invite_ticket })).toMatchObject({ ok: true })

    await acceptOwn(bo, organisation)
    expect(await isKeptOut()).toBe(false)
  })

  it('security: a removed member cannot use an account created for them before the removal, only one created later', async () => {
    const { sec_subject_uid, manager, bo } = await openWithMember(world)
    const created = { sec_subject_uid, mobile: bo.mobile, deputy_name: 'Bo' }
    const activate = async () => {
      world.passMinutes(1.1)
      await activateBy(world, world.person(), { mobile: bo.mobile })
      return bo.client.subjectInfo({ sec_subject_uid })
    }
    dataOf(await manager.client.createUserWithRole(created))
    world.passMinutes(1)
    dataOf(await manager.client.deleteDeputy(bo.place))
    await refused(activate(), 'no_such_subject')
    dataOf(await manager.client.createUserWithRole(created))
    expect(await activate()).toMatchObject({ ok: true })
  })
})

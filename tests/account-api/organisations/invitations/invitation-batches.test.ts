import { expect, it } from 'vitest'
import type { Service } from '#account-api/closing/service'
import { tally } from '#account-api/kernel/limits/rolling'
import { linesAtOnce } from '#account-api/organisations/invitation-batches/batch'
import { workOnBatches } from '#account-api/organisations/invitation-batches/work'
import { invitationLimits } from '#account-api/organisations/invitations/limits'
import { smsInvitations } from '#contract/organisations/invitations/sms-invitations'
import { usualPolicy } from '#settings/policy/policy'
import {
  giveRole,
  joinOrganisation,
  type Member,
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
  refused,
  serviceWith,
} from '#tests/account-api/worlds/worlds'
import { lookInto } from '#tests/fixtures/databases/look-into'
import { inviteMobile, joinByMobile } from './invitations'

/** What new organisations may send to a region together, of its cap. */
const regionMost = 3
const capFor = (most: number) => most / smsInvitations.ofARegion.newFew

describeWorlds('invitations from a list on $name', (world) => {
  type Making = Partial<Parameters<Member['client']['createInvitationBatch']>[0]>

  /** Makes a batch of lines. */
  const make = async (
    { sec_subject_uid, manager }: Organisation,
    lines: readonly string[],
    { by = manager, ...more }: Making & { by?: Member } = {},
  ) => {
    const list = lines.join('\n')
    const made = await by.client.createInvitationBatch({ sec_subject_uid, list, format: 'csv', ...more })
    return { sec_subject_uid, batch_id: dataOf(made).batch_id }
  }
  type Named = Awaited<ReturnType<typeof make>>

  const reportOf = async ({ manager }: Organisation, named: Named) =>
    dataOf(await manager.client.invitationBatch({ ...named, page: 1, page_size: 1000 }))
  const statesOf = async (organisation: Organisation, named: Named) =>
    (await reportOf(organisation, named)).lines.map(({ state }) => state)

  /** Invites the people of a batch, and waits until that is done. */
  const send = async ({ manager }: Organisation, named: Named) => {
    const sent = await manager.client.sendInvitationBatch(named)
    await workOnBatches(world.service)
    return sent
  }

  const emails = (count: number) => Array.from({ length: count }, freshEmail)

  const invitedTo = (address: string) =>
    lookInto<{ id: string }>(world.place, `select id from invitations where address = '${address}'`)

  it('happy: the report says what would happen to each line, and nobody is invited', async () => {
    const [organisation, other] = [await openOrganisation(world), await openOrganisation(world)]
    await giveRole(organisation, 'clerk', ['member.read'], await joinOrganisation(world, organisation))
    await giveRole(other, 'theirs', [])
    const shown = await world.registerMobile()
    await joinByMobile(organisation, shown)
    const [invited, fresh] = [freshMobile(), freshEmail()]
    await inviteMobile(organisation, invited)
    const named = await make(organisation, [
      'address;role;note;name',
      `Bo Li <${fresh}>;Clerk;See you`,
      `${fresh.toUpperCase()};clerk;`,
      `${shown.mobile};;`,
      `${invited};;`,
      '=cmd|calc!A1;;;Di Xu',
      `${freshEmail()};theirs;`,
      `${'x'.repeat(61)} <${freshEmail()}>;;`,
      `${freshEmail()};;${'x'.repeat(301)}`,
      `${freshEmail()};;;Cy Wu`,
    ])
    const { batch, counts, lines, next } = await reportOf(organisation, named)
    expect(lines.map(({ number, state, same_as }) => [number, state, same_as])).toEqual([
      [2, 'new', null],
      [3, 'twice', 2],
      [4, 'already_member', null],
      [5, 'already_invited', null],
      [6, 'wrong_form', null],
      [7, 'no_such_role', null],
      [8, 'bad_text', null],
      [9, 'bad_text', null],
      [10, 'new', null],
    ])
    expect(lines[0]).toMatchObject({ deputy_name: 'Bo Li', role: { role_key: 'clerk' }, address: fresh })
    expect(lines[4]).toMatchObject({ typed: '=cmd|calc!A1', address: '', channel: null, deputy_name: 'Di Xu' })
    expect(lines.slice(6).map(({ deputy_name }) => deputy_name)).toEqual(['', '', 'Cy Wu'])
    expect(batch).toMatchObject({ state: 'checked', lines: 9, checked: 9, days: 7, region: 'CN' })
    expect(counts.lines).toMatchObject({ new: 2, bad_text: 2, twice: 1, wrong_form: 1 })
    expect([next, await invitedTo(fresh), await world.messagesTo(fresh)]).toEqual([null, [], 0])
  })

  it('happy: one organisation’s member export works as another’s invitation list, in either language', async () => {
    const organisation = await openOrganisation(world)
    const mobile = freshMobile()
    const named = await make(organisation, [
      '"姓名","手机号或邮箱","角色","加入时间（UTC）"',
      `"Bo","'${mobile}","成员",""`,
      ...['Member', 'Manager', '管理员'].map((role) => `"'=Cy","${freshEmail()}","${role}",""`),
    ])
    const { lines, asks_check } = await reportOf(organisation, named)
    expect(lines.map(({ state, deputy_name, role }) => [state, deputy_name, role?.role_key])).toEqual([
      ['new', 'Bo', undefined],
      ...[undefined, undefined, 'administrator'].map((role) => ['new', '=Cy', role]),
    ])
    expect(asks_check).toBe(false)
  })

  it('happy: people on new lines are invited with their roles and names, and the report follows', async () => {
    const { organisation, manager, sec_subject_uid } = await openOrganisation(world)
    const [{ client, email }, other] = [await world.registerEmail(), freshMobile()]
    const standard = { role_key: 'administrator', note: 'Welcome', days: 3 }
    const named = await make(organisation, [`Bo <${email}>`, other, 'nobody'], standard)
    expect(await send(organisation, named)).toMatchObject({ ok: true, data: { people: 2 } })
    const { batch, counts, lines } = await reportOf(organisation, named)
    expect(batch.state).toBe('done')
    expect(counts).toEqual({ lines: { invited: 2, wrong_form: 1 }, invitations: { pending: 2 } })
    expect(lines.map(({ invitation }) => invitation?.state ?? null)).toEqual(['pending', 'pending', null])
    expect(await world.newsTo(email, 5)).toContain('invitation')
    const invite_id = lines[0]?.invitation?.invite_id ?? ''
    const info = await manager.client.invitationInfo({ sec_subject_uid, invite_id })
    const role = { role_key: 'administrator' }
    expect(info).toMatchObject({ data: { invitation: { deputy_name: 'Bo', role, note: 'Welcome' } } })
    expect(await client.acceptInvitation({ invite_id })).toMatchObject({ ok: true })
    expect((await reportOf(organisation, named)).counts.invitations).toEqual({ accepted: 1, pending: 1 })
    const log = await manager.client.listSubjectLog({ sec_subject_uid, kind: 'invitation_list_sent' })
    expect(log).toMatchObject({ data: { entries: [{ target: { id: named.batch_id }, after: { people: 2 } }] } })
    const next = await make(organisation, ['nobody'])
    const pages = await walk((after) =>
      manager.client.listInvitationBatches({ sec_subject_uid, page: 1, page_size: 1, after }),
    )
    expect(pages.map(({ batches }) => batches)).toMatchObject([
      [{ batch_id: next.batch_id }],
      [{ batch_id: named.batch_id, state: 'done' }],
    ])
  })

  it('happy: a long list is checked by the job, and read in pages', async () => {
    const { organisation, manager } = await openOrganisation(world)
    const named = await make(organisation, emails(linesAtOnce + 50))
    expect((await reportOf(organisation, named)).batch).toMatchObject({ state: 'checking', checked: 0 })
    await refused(manager.client.sendInvitationBatch(named), 'batch_not_ready', { state: 'checking' })
    await workOnBatches(world.service)
    for (const state of ['new', undefined] as const) {
      const asked = { ...named, page: 1, page_size: 100, state }
      const { next } = dataOf(await manager.client.invitationBatch(asked))
      const second = dataOf(await manager.client.invitationBatch({ ...asked, after: next ?? '' }))
      expect(second.lines.map(({ number }) => number).slice(0, 2)).toEqual([101, 102])
      expect(second.counts.lines).toEqual({ new: linesAtOnce + 50 })
    }
  })

  it('error: failed work is set aside and resumed: nobody is invited twice or left out', async () => {
    const organisation = await openOrganisation(world)
    const addresses = emails(2 * linesAtOnce + 50)
    const named = await make(organisation, addresses)
    let begun = 0
    /** The second transaction of a run fails when its work is done. */
    const failing: Service = {
      ...world.service,
      storage: {
        ...world.storage,
        transaction: (work) => {
          begun += 1
          const fails = begun === 2
          return world.storage.transaction(async (stores) => {
            const worked = await work(stores)
            if (fails) throw new Error('the power failed')
            return worked
          })
        },
      },
    }
    expect(await workOnBatches(failing)).toBe(0)
    expect((await reportOf(organisation, named)).batch).toMatchObject({ state: 'checking', checked: linesAtOnce })
    expect(await workOnBatches(world.service)).toBe(0)
    world.passMinutes(1.1)
    expect(await workOnBatches(world.service)).toBe(1)
    expect(await organisation.manager.client.sendInvitationBatch(named)).toMatchObject({ ok: true })
    begun = 0
    await workOnBatches(failing)
    expect((await reportOf(organisation, named)).counts.lines).toEqual({ invited: 200, waiting: 250 })
    world.passMinutes(1.1)
    await Promise.all([workOnBatches(world.service), workOnBatches(world.service)])
    const { batch, counts } = await reportOf(organisation, named)
    expect([batch.state, counts]).toEqual(['done', { lines: { invited: 450 }, invitations: { pending: 450 } }])
    const messages = await lookInto<{ recipient: string }>(
      world.place,
      `select recipient from outbox where is_bulk = 1 and recipient in (${addresses.map((each) => `'${each}'`)})`,
    )
    expect(messages.map(({ recipient }) => recipient).sort()).toEqual(addresses.toSorted())
  })

  it('security: one of 20 concurrent clicks sends the batch, and an address invited meanwhile is not invited again', async () => {
    const { organisation, manager, sec_subject_uid } = await openOrganisation(world)
    const [email, ...others] = emails(3)
    const named = await make(organisation, [email ?? '', ...others])
    expect(endsOf(await atOnce(20, () => manager.client.sendInvitationBatch(named)))).toMatchObject({ ok: 1 })
    const other = await make(organisation, others)
    await manager.client.sendInvitationBatch(other)
    await Promise.all([
      workOnBatches(world.service),
      manager.client.inviteByEmail({ sec_subject_uid, email: email ?? '' }),
      workOnBatches(world.service),
    ])
    for (const address of [email ?? '', ...others]) expect(await invitedTo(address)).toHaveLength(1)
    const made = [...(await statesOf(organisation, named)), ...(await statesOf(organisation, other))]
    expect(made.filter((state) => state !== 'invited' && state !== 'already_invited')).toEqual([])
  })

  it('security: the granter’s permissions are checked again when a line is processed', async () => {
    const { organisation, sec_subject_uid, manager, bo: deputy } = await openWithMember(world)
    const ban = async (role_key: string) =>
      dataOf(await manager.client.banRole({ sec_subject_uid, role_key, is_banned: 1 }))
    const permissions = ['invitation.send', 'invitation.read', 'role.assign', 'role.read'] as const
    await giveRole(organisation, 'inviter', permissions, deputy)
    await giveRole(organisation, 'banned', [])
    const beyond = await make(organisation, [`${freshEmail()},administrator`], { by: deputy })
    expect(await statesOf(organisation, beyond)).toEqual(['role_refused'])
    const lines = [`${freshEmail()},banned`, freshEmail()]
    const named = await make(organisation, lines, { by: deputy })
    expect(await statesOf(organisation, named)).toEqual(['new', 'new'])
    await ban('banned')
    await send(organisation, named)
    expect(await statesOf(organisation, named)).toEqual(['role_refused', 'invited'])
    const later = await make(organisation, [freshEmail()], { by: deputy })
    expect(await deputy.client.sendInvitationBatch(later)).toMatchObject({ ok: true })
    await ban('inviter')
    await workOnBatches(world.service)
    const { batch, lines: left } = await reportOf(organisation, later)
    expect([batch.state, left.map(({ state }) => state)]).toEqual(['stopped', ['left_out']])
  })

  it('security: an address gets few invitations a day, and a region few SMS', async () => {
    const [often, email] = [freshEmail(), freshEmail()]
    const used = { name: 'invitationsToAnAddress' as const, subject: `email:${often}`, part: 'new' }
    await tally(world.storage, { add: [{ ...used, by: invitationLimits.toAnAddress }] }, world.deployment.now())
    const organisation = await openOrganisation(world)
    const named = await make(organisation, [often, email])
    await send(organisation, named)
    expect(await statesOf(organisation, named)).toEqual(['too_often', 'invited'])
    const capped = serviceWith(world, { smsDailyCap: capFor(regionMost) })
    const numbers = Array.from({ length: 5 }, (_, nth) => `+4474001234${50 + nth}`)
    const abroad = await make(organisation, numbers)
    await organisation.manager.client.sendInvitationBatch(abroad)
    await workOnBatches(capped)
    const states = await statesOf(organisation, abroad)
    expect(states.filter((state) => state === 'invited')).toHaveLength(regionMost)
    expect(states.slice(regionMost)).toEqual(['sms_limit', 'sms_limit'])
    // What was not sent does not count.
    const again = await make(organisation, numbers.slice(regionMost))
    await organisation.manager.client.sendInvitationBatch(again)
    await workOnBatches(serviceWith(world, { smsDailyCap: capFor(5) }))
    expect(await statesOf(organisation, again)).toEqual(['invited', 'invited'])
  })

  it('security: an organisation invites a limited number of people from lists per day', async () => {
    const { organisation, id, manager } = await openOrganisation(world)
    const name = 'listedInvitationsOfAnOrganisation' as const
    const most = usualPolicy.limits.listed_invitations
    await tally(world.storage, { add: [{ name, subject: id, by: most - 2 }] }, world.deployment.now())
    const named = await make(organisation, emails(3))
    for (let time = 0; time < 2; time++)
      await refused(manager.client.sendInvitationBatch(named), 'too_many_invitations', { most, left: 2 })
    const fewer = await make(organisation, emails(2))
    expect(await manager.client.sendInvitationBatch(fewer)).toMatchObject({ ok: true })
    for (let count = 2; count < 20; count++) await make(organisation, [freshEmail()])
    const input = { ...named, list: freshEmail(), format: 'lines' as const }
    const waits = { retry_after: expect.any(Number) }
    await refused(manager.client.createInvitationBatch(input), 'too_many_requests', waits)
  })

  it('error: an unreadable list is refused as a whole', async () => {
    const { manager, sec_subject_uid } = await openOrganisation(world)
    const refused = await manager.client.createInvitationBatch({ sec_subject_uid, list: '\n \n', format: 'csv' })
    expect(refused).toMatchObject({ code: 'invitation_list_refused', data: { reason: 'empty', most: 10_000 } })
  })

  it('security: erasing an account removes its address from lists, and nobody invites it', async () => {
    const organisation = await openOrganisation(world)
    const { mobile } = await world.registerMobile()
    const named = await make(organisation, [`Bo <${mobile}>`])
    await world.storage.transaction((stores) => stores.cancellations.eraseAddress('sms', mobile))
    await send(organisation, named)
    const { lines } = await reportOf(organisation, named)
    expect(lines).toMatchObject([{ state: 'erased', address: '', deputy_name: '', invitation: null }])
  })

  it('happy: a report is kept for 30 days, and a batch until it has no lines', async () => {
    const organisation = await openOrganisation(world)
    const { batch_id } = await make(organisation, [freshEmail()])
    const found = `select id from invitation_batches where public_id = '${batch_id}'`
    const [batch] = await lookInto<{ id: string }>(world.place, found)
    const kept = async () => {
      await world.storage.sweep(world.deployment.now())
      const lines = await lookInto(world.place, `select id from invitation_lines where batch_id = '${batch?.id}'`)
      return [lines.length, (await world.storage.invitationBatches.read(batch?.id ?? '')) !== undefined]
    }
    const day = 24 * 60
    world.passMinutes(30 * day - 5)
    expect(await kept()).toEqual([1, true])
    world.passMinutes(10)
    expect(await kept()).toEqual([0, true])
    world.passMinutes(day)
    expect(await kept()).toEqual([0, false])
  })
})

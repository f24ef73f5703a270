import { expect, it } from 'vitest'
import { eraseDue } from '#account-api/closing/cancellation/erasure'
import { batchRule } from '#account-api/kernel/queue/batches'
import { largeOrganisationTables } from '#account-api/organisations/closing/closing-store'
import { eraseDueOrganisations } from '#account-api/organisations/closing/erasure'
import { lastManager } from '#account-api/organisations/closing/last-manager'
import { proveMobile } from '#tests/account-api/addresses/binding/bindings'
import { operate } from '#tests/account-api/applications/services/services'
import {
  joinOrganisation,
  kindsOf,
  type Member,
  type Organisation,
  openOrganisation,
  openWithMember,
} from '#tests/account-api/organisations/members/members'
import {
  handOver,
  makeAdministrator,
  offer,
  proveByPassword,
} from '#tests/account-api/organisations/transfers/handover'
import {
  dataOf,
  describeWorldsWith,
  freshMobile,
  refused,
  serviceWith,
  withPassword,
} from '#tests/account-api/worlds/worlds'
import { lookInto } from '#tests/fixtures/databases/look-into'
import { everyRow } from '#tests/fixtures/databases/tables'
import { changeForTest } from '#tests/fixtures/hooks'

const month = 30 * 24 * 60

describeWorldsWith({ blockers: [lastManager] })('freezing and closing on $name', (world) => {
  const command = async (...words: string[]) => (await operate(world, 'organisations', ...words)).text

  /** The reason that the operator gives. */
  const why = ['--reason', 'A complaint']

  const close = async ({ sec_subject_uid, manager }: Organisation) =>
    dataOf(await manager.client.closeSubject({ sec_subject_uid }))

  const infoOf = ({ sec_subject_uid }: Organisation, { client }: Member) => client.subjectInfo({ sec_subject_uid })

  const isThere = async ({ sec_subject_uid }: Organisation) =>
    (await world.storage.organisations.find(sec_subject_uid)) !== undefined

  /** Cancels a member’s account, with the password. */
  const cancelAccountOf = async (member: Member) =>
    member.client.cancelConfirm({ cancel_ticket: await proveByPassword(member) })

  it('happy: an administrator suspends the organisation, and only its manager can unsuspend it', async () => {
    const { organisation, sec_subject_uid, manager } = await openOrganisation(world)
    const [bo, cy] = [await joinOrganisation(world, organisation), await joinOrganisation(world, organisation)]
    const freeze = ({ client }: Member, is_frozen: number) => client.freezeSubject({ sec_subject_uid, is_frozen })
    await makeAdministrator(world, organisation, bo)
    expect(await freeze(bo, 1)).toMatchObject({ ok: true, data: { is_frozen: 1 } })
    for (const member of [bo, cy]) {
      await refused(infoOf(organisation, member), 'subject_frozen', { by: 'manager' })
      await refused(freeze(member, 0), 'subject_frozen', { by: 'manager' })
    }
    expect(await infoOf(organisation, manager)).toMatchObject({ ok: true, data: { subject: { frozen_by: 'manager' } } })
    // Asked for twice, it is done and logged once.
    for (const is_frozen of [0, 0]) expect(await freeze(manager, is_frozen)).toMatchObject({ ok: true })
    expect(await infoOf(organisation, cy)).toMatchObject({ ok: true, data: { subject: { is_frozen: 0 } } })
    expect(await kindsOf(world, organisation)).toEqual(['organisation_frozen', 'organisation_unfrozen'])
  })

  it('security: an organisation suspended by the operator, which ends its closing, cannot be unsuspended, closed or transferred by others', async () => {
    const { organisation, sec_subject_uid, manager, bo } = await openWithMember(world, 'Orchard')
    const transfer_id = await offer(world, organisation, bo)
    expect(await command('freeze', sec_subject_uid, ...why)).toContain('Orchard is frozen. Only you can unfreeze it.')
    expect(await command('freeze', sec_subject_uid, ...why)).toContain('already')
    expect(await world.newsTo(manager.mobile)).toEqual(['organisation_frozen'])
    for (const act of [
      () => manager.client.freezeSubject({ sec_subject_uid, is_frozen: 0 }),
      () => manager.client.freezeSubject({ sec_subject_uid, is_frozen: 1 }),
      () => manager.client.closeSubject({ sec_subject_uid }),
      () => manager.client.orgSendCode({ sec_subject_uid, type: 22 }),
      () => bo.client.verifyNewManager({ sec_subject_uid, transfer_id, code: '123456' }),
    ])
      expect(await act()).toMatchObject({ code: 'subject_frozen', data: { by: 'operator' } })
    expect(await command('show', sec_subject_uid)).toMatch(/frozen by\toperator/)
    expect(await command('unfreeze', sec_subject_uid, ...why)).toContain('Orchard is no longer frozen')
    expect(await command('unfreeze', sec_subject_uid, ...why)).toContain('The operator has not frozen it')
    expect(await infoOf(organisation, bo)).toMatchObject({ ok: true })
    await close(organisation)
    expect(await command('freeze', sec_subject_uid, ...why)).toContain('It was being closed, which has ended.')
    world.passMinutes(month + 1)
    expect(await eraseDueOrganisations(world.service)).toBe(0)
    expect(await isThere(organisation)).toBe(true)
    for (const words of [['show'], ['freeze', ...why], ['unfreeze', ...why]]) {
      const [word = '', ...reason] = words
      expect(await command(word, 'A'.repeat(22), ...reason)).toContain('There is no organisation')
    }
  })

  it('happy: a closed organisation keeps its members out until the manager reopens it', async () => {
    const { organisation, sec_subject_uid, manager } = await openOrganisation(world)
    const [bo, cy] = [await joinOrganisation(world, organisation), await joinOrganisation(world, organisation)]
    await makeAdministrator(world, organisation, bo)
    const transfer_id = await offer(world, organisation, cy)
    world.passMinutes(11)
    const closing = () => manager.client.closeSubject({ sec_subject_uid })
    await refused(closing(), 'second_verification_required')
    const { closes_at } = dataOf(await withPassword(manager.client, closing))
    expect(new Date(closes_at).getTime() - world.deployment.now()).toBeGreaterThan((month - 1) * 60_000)
    expect(await world.newsTo(manager.mobile)).toEqual(['closing_started'])
    expect(await world.newsTo(bo.mobile)).toEqual(['organisation_closing'])
    await refused(infoOf(organisation, bo), 'subject_frozen', { by: 'closing' })
    await refused(closing(), 'subject_frozen')
    await refused(manager.client.freezeSubject({ sec_subject_uid, is_frozen: 1 }), 'subject_frozen')
    world.passMinutes(month - 20)
    expect(await eraseDueOrganisations(world.service)).toBe(0)
    const again = await world.secondSession(manager)
    expect(await again.reopenSubject({ sec_subject_uid })).toMatchObject({ ok: true })
    await refused(again.reopenSubject({ sec_subject_uid }), 'not_closing')
    for (const { mobile } of [manager, bo]) expect(await world.newsTo(mobile)).toEqual(['organisation_reopened'])
    // The pending transfer has ended with the closing.
    const ofCy = await world.secondSession(cy)
    await refused(ofCy.declineTransfer({ sec_subject_uid, transfer_id }), 'no_such_transfer')
    world.passMinutes(30)
    expect(await eraseDueOrganisations(world.service)).toBe(0)
    expect(await isThere(organisation)).toBe(true)
  })

  it('security: closing needs a proof for a closing, and refuses a proof for another act', async () => {
    const { sec_subject_uid, manager } = await openOrganisation(world)
    world.passMinutes(2)
    const { client, mobile } = manager
    const wrong = await proveMobile(world, client, mobile, 'cancellation')
    await refused(client.closeSubject({ sec_subject_uid, verify_ticket: wrong }), 'ticket_refused')
    world.passMinutes(12)
    const right = await proveMobile(world, client, mobile, 'closing')
    expect(await client.closeSubject({ sec_subject_uid, verify_ticket: right })).toMatchObject({ ok: true })
    expect(await client.reopenSubject({ sec_subject_uid })).toMatchObject({ ok: true })
  })

  it('happy: on its day the organisation is erased in batches, and nothing of it is left', async () => {
    const [organisation, kept] = [await openOrganisation(world), await openOrganisation(world)]
    // More rows of members and of the log than three batches have.
    for (let member = 0; member < 7; member += 1)
      await makeAdministrator(world, organisation, await joinOrganisation(world, organisation))
    const { manager, sec_subject_uid } = organisation
    dataOf(await manager.client.createUserWithRole({ sec_subject_uid, mobile: freshMobile(), deputy_name: 'Cy' }))
    await close(organisation)
    world.passMinutes(month + 1)
    changeForTest(batchRule, { rows: 3 })
    const ofIt = `select id from identities where organisation_id = '${organisation.id}'
      union all select id from organisation_log where organisation_id = '${organisation.id}'`
    const rowsLeft = async () => (await lookInto(world.place, ofIt)).length
    const before = await rowsLeft()
    // A stop after the first batch leaves the rest for the next time.
    let looks = 0
    const stopped = {
      get aborted() {
        looks += 1
        return looks > 1
      },
    } as AbortSignal
    expect(await eraseDueOrganisations(world.service, stopped)).toBe(0)
    expect(await rowsLeft()).toBe(before - 3)
    expect(await world.storage.overdue(world.deployment.now())).toMatchObject({ organisations: { count: 1 } })
    expect(await eraseDueOrganisations(world.service)).toBe(1)
    expect(await world.newsTo(manager.mobile)).toEqual(['organisation_erased'])
    // The account that waited for its owner.
    expect(await eraseDue(world.service)).toBe(1)
    // Events name it by its id alone, until they are as old as events get.
    const { events: _, ...tables } = await everyRow(world.place)
    const rows = JSON.stringify(tables)
    expect(rows).not.toContain(organisation.id)
    expect(rows).toContain(kept.id)
  })

  it('error: an organisation whose erasure has begun cannot be kept, and is erased by another copy if the first one dies', async () => {
    const organisation = await openOrganisation(world)
    const { manager, sec_subject_uid } = organisation
    await close(organisation)
    world.passMinutes(month + 1)
    const at = world.deployment.now()
    expect(await world.storage.closings.claim(at, at + 60_000, 5)).toHaveLength(1)
    await refused((await world.secondSession(manager)).reopenSubject({ sec_subject_uid }), 'not_closing')
    expect(await command('freeze', sec_subject_uid, ...why)).toContain('being erased')
    expect(await eraseDueOrganisations(world.service)).toBe(0)
    world.passMinutes(1.1)
    expect(await eraseDueOrganisations(world.service)).toBe(1)
  })

  it('security: either an erasure or a concurrent reopening succeeds, never both', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { organisation, sec_subject_uid, manager } = await openOrganisation(world)
      await close(organisation)
      // Of two copies, the clock of one is ahead.
      const late = serviceWith(world, { now: () => world.deployment.now() + (month + 1) * 60_000 })
      const erase = () => eraseDueOrganisations(late)
      const reopen = () => manager.client.reopenSubject({ sec_subject_uid })
      const [reopened, erased] =
        round % 2 === 0
          ? await Promise.all([reopen(), erase()])
          : await Promise.all([erase(), reopen()]).then(([count, answer]) => [answer, count] as const)
      expect(erased).toBe(reopened.ok ? 0 : 1)
      expect(await isThere(organisation)).toBe(reopened.ok)
    }
  })

  it('happy: the manager cancels the account after transferring one organisation and closing the other', async () => {
    const first = await openOrganisation(world, 'First')
    const { manager } = first
    const created = dataOf(await manager.client.createSubject({ subject_name: 'Second' }))
    const second = { ...first, sec_subject_uid: created.sec_subject_uid, id: created.subject_uid }
    const check = async () => {
      const checked = dataOf(await manager.client.cancelCheck({}))
      return { blockers: checked.blockers, names: checked.subjects.map(({ subject_name }) => subject_name) }
    }
    expect(await check()).toEqual({ blockers: ['last_manager'], names: ['First', 'Second'] })
    const { losses } = dataOf(await manager.client.cancelCheck({}))
    expect(losses.slice(-2)).toEqual(['First', 'Second'].map((text) => ({ kind: 'organisation', text })))
    // The ticket is not used up.
    const cancel_ticket = await proveByPassword(manager)
    const blockers = ['last_manager']
    for (const _ of ['first', 'again'])
      await refused(manager.client.cancelConfirm({ cancel_ticket }), 'cancellation_blocked', { blockers })
    expect(await world.messagesTo(manager.mobile)).toBe(0)
    await handOver(world, first, await joinOrganisation(world, first))
    expect(await check()).toEqual({ blockers: ['last_manager'], names: ['Second'] })
    world.passMinutes(2)
    await proveByPassword(manager)
    await close(second)
    expect(await check()).toEqual({ blockers: [], names: [] })
    expect(await cancelAccountOf(manager)).toMatchObject({ ok: true })

    // The account waits for the organisation, and both are gone in the end.
    world.passMinutes(month + 5)
    expect(await eraseDue(world.service)).toBe(0)
    expect(await eraseDueOrganisations(world.service)).toBe(1)
    world.passMinutes(1.1)
    expect(await eraseDue(world.service)).toBe(1)
    expect(await world.storage.accounts.profile(manager.userId)).toBeUndefined()
    expect(await isThere(first)).toBe(true)
  })

  it('error: an account that is due for erasure closes the organisations it manages, and is erased after them', async () => {
    const { organisation, manager, bo } = await openWithMember(world)
    await makeAdministrator(world, organisation, bo)
    // As no call can: the account is cancelled past the blocker.
    await world.storage.standing.cancel(manager.userId, world.deployment.now())
    expect(await eraseDue(world.service)).toBe(0)
    expect(world.logged()).toContain('a cancelled account still manages an organisation')
    expect(await world.newsTo(bo.mobile)).toEqual(['organisation_closing'])
    world.passMinutes(month - 10)
    expect(await eraseDue(world.service)).toBe(0)
    world.passMinutes(11)
    expect(await eraseDueOrganisations(world.service)).toBe(1)
    expect(await eraseDue(world.service)).toBe(1)
    expect(await world.storage.accounts.profile(manager.userId)).toBeUndefined()
    expect(await world.storage.accounts.profile(bo.userId)).toBeDefined()
  })

  it('happy: deleting an organisation empties every table of it, and growing tables in batches', async () => {
    const tables = await everyRow(world.place)
    const ofMembers = ['organisation_managers', 'roles', 'identity_roles', 'name_parts', 'transfers', 'activations']
    const small = [...ofMembers, 'invitation_name_parts']
    const ofOrganisations = Object.entries(tables).flatMap(([table, [row]]) =>
      row && 'organisation_id' in row && table !== 'events' ? [table] : [],
    )
    expect(ofOrganisations.length).toBeGreaterThan(3)
    expect([...small, ...largeOrganisationTables]).toEqual(expect.arrayContaining(ofOrganisations))
  })
})

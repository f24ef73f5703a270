import { expect, it } from 'vitest'
import { mobilePurpose } from '#contract/terms/purposes'
import { CookieJar } from '#contract/wire/cookie-jar'
import { sessionCookie } from '#contract/wire/headers'
import {
  atOnce,
  dataOf,
  describeWorlds,
  endsOf,
  freshMobile,
  goodPassword,
  isInvalid,
  refused,
  verifyByPassword,
} from '#tests/account-api/worlds/worlds'
import { lookInto, writeInto } from '#tests/fixtures/databases/look-into'
import { recordStatements } from '#tests/fixtures/databases/plans'
import { openOrganisation, openWithMember } from './members'

const told = { subject_name: 'Riverside School', base_infos: { region: 'CN' } }

describeWorlds('an account registered with an organisation on $name', (world) => {
  /** A client with a code to a new mobile. */
  const withCode = async () => {
    const [mobile, client] = [freshMobile(), world.person()]
    return { mobile, client, code: await world.codeFor(mobile, mobilePurpose.register, client) }
  }

  const byUsername = (username: string) =>
    world.insist({ jar: new CookieJar() }, (client) =>
      client.createSubjectByUsername({ username, password: goodPassword, ...told }),
    )

  const countOf = async (table: 'accounts' | 'organisations') => {
    const [row] = await lookInto<{ rows: number }>(world.place, `select count(*) as rows from ${table}`)
    return Number(row?.rows)
  }
  /** The numbers of accounts and organisations. */
  const counts = async () => [await countOf('accounts'), await countOf('organisations')]

  it('happy: the manager who registers an organisation by mobile is signed in and acts for it', async () => {
    const { mobile, client, code } = await withCode()
    const created = dataOf(await client.createSubjectByMobile({ mobile, code, ...told }))
    const { sec_subject_uid, subject_uid, identity_id, is_new_user } = created
    expect(is_new_user).toBe(true)
    const { subject } = dataOf(await client.subjectInfo({ sec_subject_uid }))
    expect(subject).toMatchObject({ subject_uid, ...told, is_manager: true })
    expect(await client.subjectLoginList({})).toMatchObject({ data: { acting: { sec_subject_uid, identity_id } } })
    const { entries } = dataOf(await client.listSubjectLog({ sec_subject_uid }))
    expect(entries).toMatchObject([{ kind: 'organisation_created', actor: { id: identity_id } }])
  })

  it('happy: a manager registered by username can sign in with it, and the username becomes their name', async () => {
    const created = await byUsername('Wren.of.the.River')
    expect(created).toMatchObject({ ok: true, data: { username: 'wren.of.the.river', is_sensitive: 0 } })
    const later = world.person()
    await later.passwordLogin({ username: 'wren.of.the.river', password: goodPassword })
    const { subjects } = dataOf(await later.listSubjects({ page: 1 }))
    expect(subjects).toMatchObject([{ deputy_name: 'wren.of.the.river' }])
  })

  it('happy: a username that needs a review waits for it, and the answer names the username valid until then', async () => {
    const created = await byUsername('school-support')
    expect(created).toMatchObject({ ok: true, data: { is_sensitive: 1, username: expect.stringMatching(/^user-/) } })
    const username = (created.ok && created.data.username) || ''
    expect(await world.person().passwordLogin({ username, password: goodPassword })).toMatchObject({ ok: true })
  })

  it('error: a username that is taken or looks taken creates neither account nor organisation', async () => {
    await byUsername('gentle-heron')
    const before = await counts()
    const refusedFor = (username: string, reason: string) =>
      refused(byUsername(username), 'username_refused', { reason })
    await refusedFor('gentle-heron', 'taken')
    await refusedFor('gent1e-heron', 'looks_taken')
    await refusedFor('a', 'too_short')
    expect(await counts()).toEqual(before)
  })

  it('error: a refused name or field creates nothing and uses up no code', async () => {
    const { mobile, client, code } = await withCode()
    const before = await counts()
    const create = (odd: object) => client.createSubjectByMobile({ mobile, code, ...told, ...odd })
    for (const odd of [{ subject_name: ' ' }, { base_infos: { is_frozen: '0' } }])
      await refused(create(odd), 'invalid_input')
    expect(await create({ subject_name: '官方客服' })).toMatchObject(isInvalid('subject_name', 'name_official'))
    expect(await counts()).toEqual(before)
    expect(await create({})).toMatchObject({ ok: true })
  })

  it('security: without a captcha, nobody learns whether a username is taken, and no account is created', async () => {
    await byUsername('brisk-otter-bay')
    const before = await counts()
    for (const username of ['brisk-otter-bay', 'steady-maple-bay']) {
      const asked = { username, password: goodPassword, ...told }
      expect(await world.person().createSubjectByUsername(asked)).toMatchObject({ code: 'captcha_required' })
    }
    expect(await counts()).toEqual(before)
  })

  it('security: a username in several concurrent calls creates one account and one organisation', async () => {
    const before = await counts()
    expect(endsOf(await atOnce(4, () => byUsername('lively-cedar-dune')))).toMatchObject({ ok: 1 })
    expect(await counts()).toEqual(before.map((count) => count + 1))
  })
})

describeWorlds('acting as an identity, on $name', (world) => {
  /** A person who manages two organisations. */
  const withTwo = async () => {
    const person = await world.registerMobile()
    const open = async (subject_name: string) => dataOf(await person.client.createSubject({ subject_name }))
    return { ...person, one: await open('Orchard'), two: await open('Meadow') }
  }

  const chosen = async ({ client }: Pick<Awaited<ReturnType<typeof withTwo>>, 'client'>) => {
    const listed = await client.subjectLoginList({})
    return listed.ok ? (listed.data.acting?.sec_subject_uid ?? null) : listed.code
  }

  const write = (statement: string, ...values: string[]) => writeInto(world.place, statement, values)

  it('happy: the session remembers the chosen organisation, and a person with a single one need not choose', async () => {
    const person = await withTwo()
    const { client, one, two } = person
    expect(await chosen(person)).toBeNull()
    expect(await client.subjectLogin(one)).toMatchObject({ ok: true, data: { is_new_user: false } })
    expect(await chosen(person)).toBe(one.sec_subject_uid)
    const to_sec_member_id = two.identity_id
    const switched = await client.switchMember({ to_sec_member_id, login_subject_uid: one.subject_uid })
    expect(switched).toMatchObject({ ok: true, data: { sec_subject_uid: two.sec_subject_uid } })
    expect(await chosen(person)).toBe(two.sec_subject_uid)
    const { manager, sec_subject_uid } = await openOrganisation(world)
    expect(await chosen(manager)).toBe(sec_subject_uid)
  })

  it('happy: the organisations are sorted by name once, and listed in pages', async () => {
    const { client, one, two } = await withTwo()
    const recording = recordStatements()
    const first = await client.subjectLoginList({ page_size: 1 })
    const ofPlaces = recording.stop().filter(({ text }) => /^select .* from "identities"/.test(text))
    expect(ofPlaces.map(({ text }) => text.includes('order by'))).toEqual([true, false])
    expect(first).toMatchObject({ data: { subjects: [{ subject_uid: two.subject_uid }], has_more: true } })
    const second = await client.subjectLoginList({ page_size: 1, page: 2 })
    expect(second).toMatchObject({ data: { subjects: [{ subject_uid: one.subject_uid }], has_more: false } })
    expect(await client.subjectLoginList({ page: 0 })).toMatchObject({ code: 'invalid_input' })
    expect(await client.subjectLoginList({ page_size: 1_000_000 })).toMatchObject({ code: 'invalid_input' })
  })

  it('happy: choosing twice, as by a double click, keeps the person signed in', async () => {
    const { one, jar } = await withTwo()
    const before = jar.get(sessionCookie) ?? ''
    const choose = () => {
      // The first answer never arrives, so the second request has the old token too.
      const other = new CookieJar({ ...jar.toJSON(), [sessionCookie]: before })
      return { other, answer: world.person({ jar: other }).subjectLogin(one) }
    }
    await choose().answer
    const { other, answer } = choose()
    expect(await answer).toMatchObject({ ok: true })
    world.passMinutes(5)
    expect(await world.person({ jar: other }).accountInfo({})).toMatchObject({ ok: true })
    expect(await world.person({ jar }).accountInfo({})).toMatchObject({ code: 'not_signed_in' })
  })

  it('error: a suspended membership cannot be chosen, but the manager of a suspended organisation can act', async () => {
    const { organisation, bo } = await openWithMember(world)
    const login = { subject_uid: organisation.id, identity_id: bo.identityId }
    expect(await bo.client.subjectLogin(login)).toMatchObject({ ok: true })
    await write('update identities set is_frozen = 1 where public_id = $1', bo.identityId)
    expect(await chosen(bo)).toBeNull()
    await refused(bo.client.subjectLogin(login), 'identity_frozen')
    const there = { to_sec_member_id: bo.identityId, login_subject_uid: organisation.id }
    await refused(bo.client.switchMember(there), 'identity_frozen')
    await write('update identities set is_frozen = 0 where public_id = $1', bo.identityId)
    await write("update organisations set frozen_by = 'manager' where id = $1", organisation.id)
    expect(await chosen(bo)).toBeNull()
    expect(await bo.client.subjectLogin(login)).toMatchObject({ code: 'subject_frozen', data: { by: 'manager' } })
    const { manager } = organisation
    const own = { subject_uid: organisation.id, identity_id: manager.identityId }
    expect(await manager.client.subjectLogin(own)).toMatchObject({ ok: true })
  })

  it('error: a membership that no longer exists is forgotten', async () => {
    const { organisation, bo } = await openWithMember(world)
    await bo.client.subjectLogin({ subject_uid: organisation.id, identity_id: bo.identityId })
    await write('delete from identities where public_id = $1', bo.identityId)
    expect(await bo.client.subjectLoginList({})).toMatchObject({ ok: true, data: { subjects: [], acting: null } })
  })

  it('security: other people’s ids are answered like unknown ones, and nobody can act by them', async () => {
    const mine = await withTwo()
    const theirs = await openOrganisation(world)
    const { client, one } = mine
    const foreign = { subject_uid: theirs.id, identity_id: theirs.manager.identityId }
    const unknown = { subject_uid: 'x'.repeat(32), identity_id: 'y'.repeat(22) }
    for (const login of [foreign, unknown, { ...foreign, identity_id: one.identity_id }])
      await refused(client.subjectLogin(login), 'no_such_subject', {})
    const { subject_uid } = one
    for (const identity_id of [theirs.manager.identityId, unknown.identity_id, mine.two.identity_id])
      await refused(client.subjectLogin({ subject_uid, identity_id }), 'no_such_identity', {})
    const change = (to_sec_member_id: string, login_subject_uid: string) =>
      client.switchMember({ to_sec_member_id, login_subject_uid })
    for (const id of [theirs.manager.identityId, unknown.identity_id])
      await refused(change(id, subject_uid), 'no_such_identity')
    await refused(change(one.identity_id, theirs.id), 'no_such_subject')
    expect(await chosen(mine)).toBeNull()
    // The column alone gives no access: another person’s membership in it is ignored.
    const stolen =
      'update sessions set identity_id = (select id from identities where public_id = $1) where account_id = $2'
    await write(stolen, theirs.manager.identityId, mine.userId)
    expect(await chosen(mine)).toBeNull()
  })

  it('security: two tabs that act in two organisations never mix them up', async () => {
    const { client, one, two } = await withTwo()
    await client.subjectLogin(one)
    await atOnce(6, (turn) => {
      const { sec_subject_uid } = turn % 2 === 0 ? one : two
      return client.updateSubject({ sec_subject_uid, subject_name: `Name ${turn % 2}` })
    })
    for (const [nth, { sec_subject_uid }] of [one, two].entries()) {
      const { subject } = dataOf(await client.subjectInfo({ sec_subject_uid }))
      expect(subject).toMatchObject({ subject_name: `Name ${nth}`, sec_subject_uid })
    }
  })

  it('security: acting with the token from before a second verification gives no fresh proof and no longer life', async () => {
    const { jar, one } = await withTwo()
    world.passMinutes(15)
    const stolen = new CookieJar(jar.toJSON())
    const client = world.person({ jar })
    const asked = await client.accountInfo({ need_plaintext: 1 })
    expect(asked).toMatchObject({ code: 'second_verification_required' })
    expect(await verifyByPassword(client, asked)).toMatchObject({ ok: true })
    const thief = world.person({ jar: stolen })
    expect(await thief.subjectLogin(one)).toMatchObject({ code: 'not_signed_in' })
    expect(await thief.accountInfo({ need_plaintext: 1 })).toMatchObject({ code: 'second_verification_required' })
    world.passMinutes(2)
    expect(await thief.accountInfo({})).toMatchObject({ code: 'not_signed_in' })
    expect(await client.subjectLogin(one)).toMatchObject({ ok: true })
  })
})

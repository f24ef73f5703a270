import { join } from 'node:path'
import { Kysely, Migrator, sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { approveUsername, refuseUsername } from '../../account-api/domain/username/review'
import { skeletonOf } from '../../account-api/domain/username/skeleton'
import { migrations } from '../../account-api/storage/migrations'
import { postgresDialect } from '../../account-api/storage/postgres'
import type { Schema } from '../../account-api/storage/schema'
import { sqliteDialect } from '../../account-api/storage/sqlite'
import { openStorage } from '../../account-api/storage/storage'
import { databases } from '../fixtures/databases'
import { freshMobile, goodPassword, registerEmail, registerMobile, worldOn } from './world'

let names = 0

/** A username that no other test of this run uses or resembles. */
const freshName = (): string => `person.${(names++).toString(2).replaceAll('0', 'a').replaceAll('1', 'b')}`

describe.each(databases)('a profile on $name', (database) => {
  const world = worldOn(database)

  const usernameOf = async (userId: string) => (await world.storage.accounts.profile(userId))?.username
  const kindsOf = async (userId: string) =>
    (await world.storage.activity.list(userId, { limit: 100 })).map(({ kind }) => kind)
  const people = (count: number) => Promise.all(Array.from({ length: count }, () => registerMobile(world)))

  /** A person with a chosen username. */
  const named = async (username = freshName()) => {
    const person = await registerMobile(world)
    expect(await person.client.accountSet({ username })).toMatchObject({ ok: true })
    return { ...person, username }
  }

  it('happy: a chosen username signs in at once, is recorded, and a message is sent', async () => {
    const { client, mobile, userId } = await registerMobile(world)
    const username = freshName()
    expect(await client.accountSet({ username: ` ${username.toUpperCase()} ` })).toMatchObject({
      data: { username, is_sensitive: 0 },
    })
    expect(await client.accountInfo({})).toMatchObject({ data: { username, held_username: null } })
    expect(await world.person().passwordLogin({ username, password: goodPassword })).toMatchObject({
      data: { user_id: userId },
    })
    expect(await kindsOf(userId)).toContain('username_changed')
    const [told] = await world.storage.outbox.newest(mobile, 1)
    expect(told).toMatchObject({ purpose: 'username_changed' })
    expect(told?.body).toContain(username)
  })

  it('happy: birthday and language change without a message, and the birthday can be cleared', async () => {
    const { client, mobile, userId } = await registerMobile(world)
    const messages = await world.messagesTo(mobile)
    await client.accountSet({ birthday: '2000-02-29', language: 'zh-Hans' })
    expect(await client.accountInfo({})).toMatchObject({ data: { birthday: '2000-02-29', language: 'zh-Hans' } })
    await client.accountSet({ birthday: '' })
    expect(await client.accountInfo({})).toMatchObject({ data: { birthday: null, language: 'zh-Hans' } })
    expect(await world.messagesTo(mobile)).toBe(messages)
    expect((await kindsOf(userId)).filter((kind) => kind === 'profile_changed')).toHaveLength(2)
  })

  it('happy: the message about a change is in the language that was chosen with it', async () => {
    const { client, mobile } = await registerMobile(world)
    await client.accountSet({ username: freshName(), language: 'zh-Hans' })
    expect((await world.storage.outbox.newest(mobile, 1))[0]?.body).toContain('你的用户名已改为')
  })

  it.each(['2023-02-30', '2999-01-01', '1800-01-01', '1.2.2000'])(
    'error: the birthday %s is refused, and nothing changes',
    async (birthday) => {
      const { client } = await registerMobile(world)
      expect(await client.accountSet({ birthday, language: 'zh-Hans', username: freshName() })).toMatchObject({
        code: 'invalid_input',
        data: { fields: [{ field: 'birthday', reason: 'invalid' }] },
      })
      expect(await client.accountInfo({})).toMatchObject({
        data: { birthday: null, language: 'en', username: expect.stringMatching(/^user-/) },
      })
    },
  )

  it('error: a refused username leaves the other fields unchanged', async () => {
    const { client } = await registerMobile(world)
    expect(await client.accountSet({ username: 'a b', birthday: '2000-01-01' })).toMatchObject({
      code: 'username_refused',
      data: { reason: 'characters' },
    })
    expect(await client.accountInfo({})).toMatchObject({ data: { birthday: null } })
  })

  it('happy: updateUserInfo changes one field at a time', async () => {
    const { client } = await registerMobile(world)
    const username = freshName()
    const change = (field_namespace: string, field: string, value: string) =>
      client.updateUserInfo({ field_namespace, field, value })
    expect(await change('account', 'username', username)).toMatchObject({ data: { is_sensitive: 0 } })
    expect(await change('account', 'birthday', '1999-12-31')).toMatchObject({ ok: true })
    expect(await change('preference', 'language', 'zh-Hans')).toMatchObject({ ok: true })
    expect(await client.accountInfo({})).toMatchObject({
      data: { username, birthday: '1999-12-31', language: 'zh-Hans' },
    })
    expect(await change('account', 'birthday', '')).toMatchObject({ ok: true })
    expect(await client.accountInfo({})).toMatchObject({ data: { birthday: null } })
  })

  it.each([
    ['account', 'password', 'x', 'field', 'unsupported'],
    ['preference', 'username', 'x', 'field', 'unsupported'],
    ['account', 'birthday', '2999-01-01', 'value', 'invalid'],
    ['account', 'birthday', 'yesterday', 'value', 'invalid'],
    ['preference', 'language', 'fr', 'value', 'invalid'],
  ])('error: %s/%s cannot become %s', async (field_namespace, field, value, refused, reason) => {
    const { client } = await registerMobile(world)
    expect(await client.updateUserInfo({ field_namespace, field, value })).toMatchObject({
      code: 'invalid_input',
      data: { fields: [{ field: refused, reason }] },
    })
  })

  it('security: the profile calls need a session', async () => {
    const stranger = world.person()
    expect(await stranger.accountSet({ birthday: '2000-01-01' })).toMatchObject({ code: 'not_signed_in' })
    expect(
      await stranger.updateUserInfo({ field_namespace: 'account', field: 'username', value: freshName() }),
    ).toMatchObject({ code: 'not_signed_in' })
    for (const answer of [
      await stranger.checkDefaultInfo({}),
      await stranger.recommendedName({}),
      await stranger.remainingUpdateTimes({}),
    ])
      expect(answer).toMatchObject({ code: 'not_signed_in' })
  })

  it('error: a username in use is refused as taken, in any case and with spaces around it', async () => {
    const { username } = await named()
    const { client } = await registerMobile(world)
    for (const typed of [username, username.toUpperCase(), ` ${username} `])
      expect(await client.accountSet({ username: typed })).toMatchObject({
        code: 'username_refused',
        data: { reason: 'taken' },
      })
  })

  it('security: a username that looks like one in use is refused', async () => {
    await named('mick.rouse')
    const { client } = await registerMobile(world)
    for (const username of ['rnick.rouse', 'mick.r0use', 'míck.rouse'])
      expect(await client.accountSet({ username }), username).toMatchObject({
        code: 'username_refused',
        data: { reason: 'looks_taken' },
      })
  })

  it('security: a username in another script that looks like one in use is refused', async () => {
    await named('scope.pie')
    const { client } = await registerMobile(world)
    // Every letter is Cyrillic.
    expect(await client.accountSet({ username: 'ѕсоре.ріе' })).toMatchObject({
      code: 'username_refused',
      data: { reason: 'looks_taken' },
    })
  })

  it('security: a username that looks like a generated one is refused', async () => {
    const { userId } = await registerMobile(world)
    const { client } = await registerMobile(world)
    const alike = (await usernameOf(userId))?.replace('user', 'usér') ?? ''
    expect(await client.accountSet({ username: alike })).toMatchObject({ data: { reason: 'looks_taken' } })
  })

  it('happy: a username can change to one that looks like it', async () => {
    const { client } = await named('lilo.person')
    expect(await client.accountSet({ username: '1ilo.person' })).toMatchObject({ ok: true })
  })

  it('security: of 20 accounts that choose one username at once, one gets it and the others keep theirs', async () => {
    const everybody = await people(20)
    const username = freshName()
    const answers = await Promise.all(everybody.map(({ client }) => client.accountSet({ username })))
    expect(answers.filter((answer) => answer.ok)).toHaveLength(1)
    for (const answer of answers.filter((answer) => !answer.ok))
      expect(answer).toMatchObject({ code: 'username_refused', data: { reason: 'taken' } })
    const now = await Promise.all(everybody.map(({ userId }) => usernameOf(userId)))
    expect(now.filter((name) => name === username)).toHaveLength(1)
    expect(now.filter((name) => name?.startsWith('user-'))).toHaveLength(19)
  })

  it('security: of 20 accounts that choose lookalike usernames at once, one succeeds', async () => {
    const everybody = await people(20)
    // The letters differ by their accents only: 20 usernames with one skeleton.
    const alike = everybody.map(({ userId }, index) => {
      const bits = [...index.toString(2).padStart(5, '0')]
      const letters = ['oö', 'lł', 'oø', 'aá', 'eé'].map((pair, place) => [...pair][Number(bits[place])])
      return { userId, username: `race.${letters.join('')}` }
    })
    expect(new Set(alike.map(({ username }) => username)).size).toBe(20)
    const answers = await Promise.all(
      everybody.map(({ client }, index) => client.accountSet({ username: alike[index]?.username ?? '' })),
    )
    expect(answers.filter((answer) => answer.ok)).toHaveLength(1)
    const now = await Promise.all(everybody.map(({ userId }) => usernameOf(userId)))
    expect(now.filter((name) => name?.startsWith('race.'))).toHaveLength(1)
  })

  it('security: two changes of one account at once both count, and one username remains', async () => {
    const { client, jar, userId } = await named()
    const [first, second] = [freshName(), freshName()]
    const answers = await Promise.all([
      client.accountSet({ username: first }),
      world.person({ jar }).accountSet({ username: second }),
    ])
    expect(answers.map((answer) => answer.ok)).toEqual([true, true])
    expect([first, second]).toContain(await usernameOf(userId))
    expect(await client.remainingUpdateTimes({})).toMatchObject({ data: { username: { remaining: 1 } } })
  })

  it('happy: the first choice does not count, and three changes in 365 days are allowed after it', async () => {
    const { client } = await registerMobile(world)
    const left = async () => {
      const answer = await client.remainingUpdateTimes({})
      return answer.ok ? answer.data.username : undefined
    }
    expect(await client.checkDefaultInfo({})).toMatchObject({ data: { name_is_default: true } })
    await client.accountSet({ username: freshName() })
    expect(await client.checkDefaultInfo({})).toMatchObject({ data: { name_is_default: false } })
    expect(await left()).toEqual({ remaining: 3, resets_at: null })

    for (const remaining of [2, 1, 0]) {
      expect(await client.accountSet({ username: freshName() })).toMatchObject({ ok: true })
      expect(await left()).toMatchObject({ remaining })
    }
    const resetsAt = (await left())?.resets_at ?? ''
    const inDays = (Date.parse(resetsAt) - world.setting.now()) / 86_400_000
    expect(inDays).toBeGreaterThan(364.9)
    expect(inDays).toBeLessThan(365)

    const refused = await client.accountSet({ username: freshName(), birthday: '2000-01-01' })
    expect(refused).toMatchObject({ code: 'changed_too_often', data: { field: 'username' } })
    expect(!refused.ok && refused.code === 'changed_too_often' && refused.data.retry_after / 86_400).toBeCloseTo(365, 1)
    expect(await client.accountInfo({})).toMatchObject({ data: { birthday: null } })
  })

  it('happy: a change stops counting after 365 days', async () => {
    const { userId, mobile } = await named()
    const account = await world.storage.accounts.profile(userId)
    const at = world.setting.now()
    const day = 86_400_000
    for (const [index, agoDays] of [365, 300, 200].entries())
      await world.storage.usernames.insertChange({
        id: `${userId}-${index}`,
        accountId: userId,
        value: freshName(),
        skeleton: freshName(),
        at: at - agoDays * day,
      })
    expect(account?.usernameIsChosen).toBe(true)
    const client = world.person()
    await client.passwordLogin({ mobile, password: goodPassword })
    expect(await client.remainingUpdateTimes({})).toMatchObject({
      data: { username: { remaining: 1, resets_at: new Date(at - 300 * day + 365 * day).toISOString() } },
    })
    expect(await client.accountSet({ username: freshName() })).toMatchObject({ ok: true })
    expect(await client.accountSet({ username: freshName() })).toMatchObject({ code: 'changed_too_often' })
  })

  it('happy: choosing the current username is no change', async () => {
    const { client, mobile, username } = await named()
    const messages = await world.messagesTo(mobile)
    expect(await client.accountSet({ username: username.toUpperCase() })).toMatchObject({
      data: { username, is_sensitive: 0 },
    })
    expect(await client.remainingUpdateTimes({})).toMatchObject({ data: { username: { remaining: 3 } } })
    expect(await world.messagesTo(mobile)).toBe(messages)
  })

  it('happy: a former username is reserved for its account for 14 days, then free', async () => {
    const { client, username, mobile } = await named()
    await client.accountSet({ username: freshName() })
    const other = await registerMobile(world)
    expect(await other.client.accountSet({ username })).toMatchObject({ data: { reason: 'taken' } })
    expect(await other.client.accountSet({ username: username.replace('person', 'pérson') })).toMatchObject({
      data: { reason: 'looks_taken' },
    })
    expect(await client.accountSet({ username })).toMatchObject({ ok: true })
    await client.accountSet({ username: freshName() })

    world.passMinutes(14 * 24 * 60 + 1)
    const later = await registerMobile(world)
    expect(await later.client.accountSet({ username })).toMatchObject({ ok: true })
    expect(await world.person().passwordLogin({ username, password: 'not theirs at all' })).toMatchObject({ ok: false })
    expect(await world.person().passwordLogin({ mobile, password: goodPassword })).toMatchObject({ ok: true })
  })

  it('security: nobody can take a username at the moment it is given up', async () => {
    const everybody = await people(8)
    for (let round = 0; round < 2; round++) {
      const { client, username } = await named()
      const [given, ...answers] = await Promise.all([
        client.accountSet({ username: freshName() }),
        ...everybody.map((person) => person.client.accountSet({ username })),
      ])
      expect(given).toMatchObject({ ok: true })
      for (const answer of answers) expect(answer).toMatchObject({ data: { reason: 'taken' } })
    }
  })

  it('happy: a sweep deletes changes that are too old to count', async () => {
    const { client, userId } = await named()
    await client.accountSet({ username: freshName() })
    const at = world.setting.now()
    await world.storage.usernames.insertChange({
      id: `${userId}-old`,
      accountId: userId,
      value: freshName(),
      skeleton: freshName(),
      at: at - 366 * 86_400_000,
    })
    expect(await world.storage.usernames.changesAfter(userId, 0)).toHaveLength(2)
    await world.storage.sweep(at)
    expect(await world.storage.usernames.changesAfter(userId, 0)).toHaveLength(1)
  })

  it('happy: a former username that was generated is free at once', async () => {
    const { client, userId } = await registerMobile(world)
    const madeUp = (await usernameOf(userId)) ?? ''
    await client.accountSet({ username: freshName() })
    const other = await registerMobile(world)
    expect(await other.client.accountSet({ username: madeUp })).toMatchObject({ ok: true })
  })

  it('security: the 51st attempt to choose a username is refused', async () => {
    const { username } = await named()
    const { client } = await registerMobile(world)
    const answers = []
    for (let tried = 0; tried < 51; tried++) answers.push(await client.accountSet({ username }))
    expect(answers.slice(0, 50).every((answer) => !answer.ok && answer.code === 'username_refused')).toBe(true)
    expect(answers[50]).toMatchObject({ code: 'too_many_requests' })
  })

  it('happy: recommended usernames are free, contain nothing personal, and can be chosen', async () => {
    const { client, email } = await registerEmail(world)
    const answer = await client.recommendedName({})
    const recommended = answer.ok ? answer.data.names : []
    expect(recommended).toHaveLength(3)
    expect(new Set(recommended).size).toBe(3)
    for (const name of recommended) {
      expect(name).toMatch(/^[a-z]+-[a-z]+-[2-9]{3}$/)
      expect(name).not.toContain(email.split('@')[0])
    }
    expect(await client.accountSet({ username: recommended[0] ?? '' })).toMatchObject({
      data: { username: recommended[0], is_sensitive: 0 },
    })
  })

  it('happy: recommended usernames are in the language of the request', async () => {
    const { jar } = await registerMobile(world)
    const answer = await world.person({ jar, language: 'zh-Hans' }).recommendedName({})
    expect(answer.ok && answer.data.names).toEqual(
      expect.arrayContaining([expect.stringMatching(/^\p{Script=Han}{4}[2-9]{3}$/u)]),
    )
  })

  describe('pending usernames', () => {
    const pending = async (username: string) => {
      const person = await registerEmail(world)
      expect(await person.client.accountSet({ username })).toMatchObject({ data: { is_sensitive: 1 } })
      return { ...person, username, before: await usernameOf(person.userId) }
    }
    const isListed = async (userId: string) =>
      (await world.storage.usernames.listPending(1000)).some(({ accountId }) => accountId === userId)

    it('security: a sensitive username does not take effect', async () => {
      const { client, before, userId, username } = await pending('the.admin')
      expect(before).toMatch(/^user-/)
      expect(await client.accountInfo({})).toMatchObject({ data: { username: before, held_username: username } })
      expect(await world.person().passwordLogin({ username, password: goodPassword })).toMatchObject({ ok: false })
      expect(await isListed(userId)).toBe(true)
    })

    it('happy: an approved username takes effect, is recorded, and a message is sent', async () => {
      const { email, userId, username } = await pending('butterfly.friends')
      expect(await approveUsername(world.service, userId)).toEqual({ ok: true, username })
      expect(await usernameOf(userId)).toBe(username)
      expect(await isListed(userId)).toBe(false)
      expect(await kindsOf(userId)).toContain('username_changed')
      expect((await world.storage.outbox.newest(email, 1))[0]?.body).toContain(username)
      expect(await approveUsername(world.service, userId)).toEqual({ ok: false, code: 'nothing_pending' })
    })

    it('happy: a refused username leaves the old one, a message is sent, and another can be chosen', async () => {
      const { client, email, userId, username, before } = await pending('support.team')
      expect(await refuseUsername(world.service, userId)).toEqual({ ok: true, username })
      expect(await usernameOf(userId)).toBe(before)
      expect(await client.accountInfo({})).toMatchObject({ data: { held_username: null } })
      expect((await world.storage.outbox.newest(email, 1))[0]).toMatchObject({ purpose: 'username_refused' })
      expect(await client.accountSet({ username: freshName() })).toMatchObject({ data: { is_sensitive: 0 } })
    })

    it('happy: another choice replaces the pending username', async () => {
      const { client, userId } = await pending('security.desk')
      await client.accountSet({ username: 'security.office' })
      expect(await client.accountInfo({})).toMatchObject({ data: { held_username: 'security.office' } })
      await client.accountSet({ birthday: '2001-01-01' })
      expect(await isListed(userId)).toBe(true)
      await client.accountSet({ username: freshName() })
      expect(await client.accountInfo({})).toMatchObject({ data: { held_username: null } })
    })

    it('error: of two pending usernames that look alike, only the first can be approved', async () => {
      const first = await pending('official.news')
      const second = await pending('0fficial.news')
      expect(await approveUsername(world.service, first.userId)).toMatchObject({ ok: true })
      expect(await approveUsername(world.service, second.userId)).toEqual({ ok: false, code: 'taken' })
      expect(await usernameOf(second.userId)).toBe(second.before)
      expect(await isListed(second.userId)).toBe(true)
    })

    it('security: of 10 approvals at once, one succeeds', async () => {
      const { userId, email } = await pending('webmaster.one')
      const messages = await world.messagesTo(email)
      const decided = await Promise.all(Array.from({ length: 10 }, () => approveUsername(world.service, userId)))
      expect(decided.filter(({ ok }) => ok)).toHaveLength(1)
      expect(await world.messagesTo(email)).toBe(messages + 1)
    })
  })
})

describe.each(databases)('usernames of an older database on $name', (database) => {
  it('happy: a migration adds skeletons, and of two usernames that look alike only the first gets one', async () => {
    const place = await database.open()
    const dialect = place.databaseUrl
      ? postgresDialect(place.databaseUrl)
      : sqliteDialect(join(place.dataDir, 'butterfly.db'))
    const older = new Kysely<Schema>({ dialect })
    // As the versions of that time did it.
    const origins = Object.entries(migrations).filter(([name]) => name <= '2026-11-21-origins')
    const provider = { getMigrations: async () => Object.fromEntries(origins) }
    const { error } = await new Migrator({ db: older, provider }).migrateToLatest()
    expect(error).toBeUndefined()
    const mobile = freshMobile()
    const olderNames = [
      ...Array.from({ length: 1203 }, (_, index) => `user-${String(index).padStart(8, 'x')}`),
      'user-mrnbbbbb',
      'user-rnmbbbbb',
    ]
    for (const [index, name] of olderNames.entries()) {
      const id = String(index)
      await sql`insert into accounts (id, account_type, language, created_at) values (${id}, 0, 'en', 0)`.execute(older)
      await sql`insert into identifiers (kind, value, account_id, bound_at) values ('username', ${name}, ${id}, 0)`.execute(
        older,
      )
    }
    await sql`insert into identifiers (kind, value, account_id, bound_at) values ('mobile', ${mobile}, '0', 0)`.execute(
      older,
    )
    const storage = openStorage(place)
    await storage.migrate()
    await storage.close()
    const rows = await older.selectFrom('identifiers').select(['kind', 'value', 'skeleton']).execute()
    expect(rows.find(({ kind }) => kind === 'mobile')?.skeleton).toBeNull()
    const kept = rows.filter(({ kind, value }) => kind === 'username' && value !== 'user-rnmbbbbb')
    expect(kept).toHaveLength(1204)
    for (const { value, skeleton } of kept) expect(skeleton).toBe(skeletonOf(value))
    expect(rows.find(({ value }) => value === 'user-rnmbbbbb')?.skeleton).toBeNull()
    await older.destroy()
    await place.close()
  })
})

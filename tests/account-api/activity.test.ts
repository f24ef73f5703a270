import { join } from 'node:path'
import { type CompiledQuery, Kysely } from 'kysely'
import { describe, expect, it } from 'vitest'
import { activityStore } from '../../account-api/storage/activity-store'
import type { Schema } from '../../account-api/storage/schema'
import { sqliteDialect } from '../../account-api/storage/sqlite'
import { openStorage } from '../../account-api/storage/storage'
import type { Client } from '../../contract/client'
import { databases } from '../fixtures/databases'
import { lookInto } from '../fixtures/look-into'
import { registerMobile, worldOn } from './world'

describe.each(databases)('activity on $name', (database) => {
  const world = worldOn(database)

  /** An account with this many entries. The first is the registration, and the details of the others count from 2. */
  const withEntries = async (most: number) => {
    const person = await registerMobile(world)
    const at = world.setting.now()
    await world.storage.transaction(async ({ activity }) => {
      for (let count = 2; count <= most; count += 1) {
        const id = (at + count).toString(16).padStart(12, '0') + person.userId.slice(12)
        const entry = {
          id,
          accountId: person.userId,
          at: at + count,
          clientAddress: '203.0.113.7',
          client: 'w3m/0.5.3',
        }
        await activity.insert({ ...entry, kind: 'profile_changed', detail: String(count) })
      }
    })
    return person
  }

  const detailsOf = async (client: Client, input = {}) => {
    const listed = await client.listActivity(input)
    if (!listed.ok) throw new Error(`no list: ${listed.code}`)
    return { ...listed.data, details: listed.data.entries.map(({ detail }) => detail) }
  }

  it('happy: lists the newest first, ten a page, with the total', async () => {
    const { client } = await withEntries(23)
    const first = await detailsOf(client)
    expect(first).toMatchObject({ total: 23, page: 1 })
    expect(first.details).toEqual(['23', '22', '21', '20', '19', '18', '17', '16', '15', '14'])
    const last = await detailsOf(client, { page: 3 })
    expect(last).toMatchObject({ total: 23, page: 3 })
    expect(last.details).toEqual(['3', '2', 'sms'])
  })

  it('happy: an entry has time, kind, detail, browser and client address', async () => {
    const { client } = await withEntries(2)
    expect((await detailsOf(client)).entries[0]).toEqual({
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      kind: 'profile_changed',
      detail: '2',
      client: { browser: 'w3m', system: '' },
      address: '203.0.113.7',
    })
  })

  it('happy: each page of 10,000 entries lists its own', async () => {
    const { client } = await withEntries(10_000)
    expect((await detailsOf(client, { page: 100, page_size: 100 })).details.slice(-2)).toEqual(['2', 'sms'])
    expect((await detailsOf(client, { page: 501 })).details[0]).toBe('5000')
  })

  it('happy: a page after the last is empty', async () => {
    const { client } = await withEntries(2)
    expect(await detailsOf(client, { page: 2 })).toMatchObject({ details: [], total: 2, page: 2 })
  })

  it.each([
    { page: 0 },
    { page: -1 },
    { page: 1.5 },
    { page: 'x' },
    { page: 1_000_001 },
    { page_size: 0 },
    { page_size: 101 },
  ])('error: %j is invalid input', async (input) => {
    const { client } = await registerMobile(world)
    expect(await client.listActivity(input as { page: number })).toMatchObject({ ok: false, code: 'invalid_input' })
  })

  it('happy: need_overview=1 answers the three newest entries and the sign-in methods', async () => {
    const { client, mobile, userId } = await withEntries(5)
    const at = world.setting.now()
    await world.storage.platforms.bind({ platform: 'example', openid: mobile, accountId: userId, name: 'Ann', at })
    const asked = await client.accountInfo({ need_overview: 1 })
    const overview = asked.ok ? asked.data.overview : undefined
    expect(overview?.ways).toEqual(['mobile', 'password', 'example'])
    expect(overview?.activity.map(({ detail }) => detail)).toEqual(['5', '4', '3'])
    const plain = await client.accountInfo({})
    expect(plain.ok && plain.data).not.toHaveProperty('overview')
  })

  it('security: the activity of another account is not listed', async () => {
    await withEntries(3)
    const { client } = await registerMobile(world)
    expect(await detailsOf(client)).toMatchObject({ details: ['sms'], total: 1 })
  })
})

it('happy: SQLite finds a page of the activity by its index', async () => {
  const [sqlite] = databases
  const place = await (sqlite ?? databases[0])?.open()
  if (!place) throw new Error('no database')
  const storage = openStorage(place)
  await storage.migrate()
  const asked: CompiledQuery[] = []
  const dialect = sqliteDialect(join(place.dataDir, 'butterfly.db'))
  const database = new Kysely<Schema>({ dialect, log: ({ query }) => void asked.push(query) })
  const activity = activityStore(database)
  await activity.newest('somebody', { offset: 20, limit: 10 })
  await activity.count('somebody')
  for (const { sql } of asked) {
    const plan = await lookInto<{ detail: string }>(place, `explain query plan ${sql.replaceAll('?', "''")}`)
    expect(plan.map(({ detail }) => detail)).toEqual([
      expect.stringMatching(/^SEARCH activity USING .*INDEX activity_by/),
    ])
  }
  expect(asked).toHaveLength(2)
  await database.destroy()
  await storage.close()
  await place.close()
})

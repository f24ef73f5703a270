import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Kysely, sql } from 'kysely'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { prepared } from '#account-api/database/prepared'
import type { Schema } from '#account-api/database/schema'
import { sqliteDialect } from '#account-api/database/sqlite'
import { openStorage } from '#account-api/start/storage'
import { databaseForTest, databaseNamed, databases } from '#tests/fixtures/databases/databases'
import { lookInto, writeInto } from '#tests/fixtures/databases/look-into'
import { untilTestEnds } from '#tests/fixtures/hooks'
import { folderForTest } from '#tests/fixtures/programs/own-folder'

const onPostgres = databaseNamed('PostgreSQL')

/** The storage of a database with all tables, closed with it after the test. */
const migrated = async (database: (typeof databases)[number], signatureClock?: () => number) => {
  const place = await databaseForTest(database.openMigrated)
  return { place, storage: untilTestEnds(openStorage({ ...place, ...(signatureClock && { signatureClock }) })) }
}

describe.each(databases)('storage on $name', (database) => {
  it('security: a used signature is refused after a restart', async () => {
    const place = await databaseForTest(database.open)
    const signature = { signedAt: Date.now() - 2000, expiresAt: Date.now() + 300_000 }
    const before = openStorage(place)
    await before.migrate()
    await before.nonces.add('a nonce', { ...signature, signedAt: Date.now() })
    await before.close()
    const after = untilTestEnds(openStorage(place))
    await after.migrate()
    expect(await after.nonces.add('a nonce', signature)).not.toBe('new')
    expect(await after.nonces.add('another nonce', { ...signature, signedAt: Date.now() })).toBe('new')
    expect(await after.nonces.add('another nonce', { ...signature, signedAt: Date.now() })).toBe('known')
  })

  it('happy: both databases find organisations and people by the beginning of a name or an email, in the same order', async () => {
    const { storage } = await migrated(database)
    await storage.transaction(async ({ organisations }) => {
      for (const name of ['quince', 'Quarry', 'QUINCE', 'Apple'])
        await organisations.insert({ id: name, publicId: name, name, baseInfos: {}, detailInfos: {}, createdAt: 1 })
    })
    const found = await storage.organisations.beginningWith('qu', 3)
    expect(found.map(({ name }) => name.toLowerCase())).toEqual(['quarry', 'quince', 'quince'])
    await storage.transaction(async ({ accounts }) => {
      for (const [id, name] of Object.entries({ one: 'Quentin', other: 'Ann' })) {
        const account = { id, accountType: 1, passwordHash: null, language: 'en', createdAt: 1 } as const
        await accounts.insert(account)
        await accounts.setProfile(id, { name }, 1)
        await accounts.bind({ kind: 'email', value: `${id}@example.com`, accountId: id, at: 1 })
      }
    })
    expect(await storage.search.named('qu', 3)).toEqual(['one'])
    expect(await storage.search.identified('email', 'oth', 3)).toEqual(['other'])
  })
})

describe('storage on PostgreSQL only', () => {
  it('security: after a crash that emptied the nonces, an older signature is refused and a newer one is accepted', async () => {
    let now = Date.now()
    const { place, storage } = await migrated(onPostgres, () => now)
    const signature = { signedAt: now, expiresAt: now + 300_000 }
    expect(await storage.nonces.add('used', signature)).toBe('new')
    const unlogged = `select relname as name from pg_class where relpersistence = 'u' and relkind = 'r' order by relname`
    const names = (await lookInto<{ name: string }>(place, unlogged)).map(({ name }) => name)
    expect(names).toEqual(['captchas', 'nonce_memory', 'nonces'])
    // What PostgreSQL does with unlogged tables after a crash.
    for (const name of names) await writeInto(place, `truncate ${name}`, [])
    now += 2000
    expect(await storage.nonces.add('used', signature)).toBe('forgotten')
    expect(await storage.nonces.add('used', signature)).toBe('forgotten')
    const later = { signedAt: now, expiresAt: now + 300_000 }
    expect(await storage.nonces.add('new', later)).toBe('new')
    expect(await storage.nonces.add('new', later)).toBe('known')
  })

  it('error: a connection that the server closes during a transaction fails only that transaction', async () => {
    const { place, storage } = await migrated(onPostgres)
    const operator = new pg.Client({ connectionString: place.databaseUrl })
    await operator.connect()
    const cutOff = storage.transaction(async ({ counters }) => {
      await counters.add('half', { subject: null, at: 1, durationMs: 1000, cap: 5 })
      await operator.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      )
      await pause(200)
      await counters.add('half', { subject: null, at: 2, durationMs: 1000, cap: 5 })
    })
    await expect(cutOff).rejects.toThrow()
    expect(await storage.counters.read('half', 3)).toBe(0)
    await storage.probe()
    await operator.end()
  })
})

it('security: another user of the machine copies the SQLite file', async () => {
  const folder = folderForTest('private')
  const dataDir = join(folder.path, 'new', 'data')
  const storage = openStorage({ dataDir })
  await storage.migrate()
  const modes = Object.fromEntries(
    ['.', ...readdirSync(dataDir)].map((name) => [name, (statSync(join(dataDir, name)).mode & 0o777).toString(8)]),
  )
  expect(modes).toEqual({ '.': '700', 'butterfly.db': '600', 'butterfly.db-wal': '600', 'butterfly.db-shm': '600' })
  await storage.close()
})

it('error: a statement that is built once cannot compute with a value', async () => {
  const folder = folderForTest('prepared')
  const database = new Kysely<Schema>({ dialect: sqliteDialect(folder.at('file')) })
  const later = prepared((connection, { until }: { until: number }) =>
    connection
      .selectFrom('leases')
      .select('name')
      .where('until', '>', until + 1),
  )
  await expect(later(database, { until: 1 })).rejects.toThrow('until is a value of a prepared statement')
  await database.destroy()
})

it('error: a transaction that SQLite ends on its own, for example on a full disk, fails with the reason', async () => {
  const folder = folderForTest('ended-transaction')
  const database = new Kysely<unknown>({ dialect: sqliteDialect(folder.at('file')) })
  const work = database.transaction().execute(async (transaction) => {
    await sql`rollback`.execute(transaction)
    throw new Error('database or disk is full')
  })
  await expect(work).rejects.toThrow('database or disk is full')
  await database.destroy()
})

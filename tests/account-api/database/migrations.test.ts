import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { migratePostgres, migrateSqlite } from '#account-api/database/migrate'
import { baselineStatements } from '#account-api/database/migrations/2026-11-25-baseline/baseline'
import { differences } from '#account-api/database/migrations/2026-11-25-baseline/differences'
import { migrations } from '#account-api/database/migrations/index'
import { createLargeIndex } from '#account-api/database/migrations/large-index'
import type { Migration } from '#account-api/database/migrations/migration'
import { sqliteDialect } from '#account-api/database/sqlite'
import { openStorage, sqliteFile } from '#account-api/start/storage'
import { environmentOf } from '#tests/account-api/worlds/world'
import {
  anyDatabase,
  databaseForTest,
  databaseHere,
  databaseNamed,
  databases,
} from '#tests/fixtures/databases/databases'
import { laterMigrations } from '#tests/fixtures/databases/later-release'
import { lookInto, serverUrlOf, writeInto } from '#tests/fixtures/databases/look-into'
import { untilTestEnds } from '#tests/fixtures/hooks'
import { freePort } from '#tests/fixtures/programs/free-port'
import { runProgram } from '#tests/fixtures/programs/program'
import { built } from '#tests/fixtures/programs/server'
import { eventually } from '#tests/fixtures/time/eventually'

const onPostgres = databaseNamed('PostgreSQL')

const newer = '2126-01-01-of-a-newer-version'
const unknown = [
  {
    what: 'of a newer version',
    names: [...Object.keys(migrations), newer],
    words: `the database belongs to a newer version of Butterfly, whose migrations this one does not know (${newer}). Start that version again, or restore the backup from before its first start`,
  },
  {
    what: 'of another program, or from before the first release',
    names: ['2026-11-20-accounts', '2026-11-21-captchas'],
    words:
      "the table kysely_migration of the database has migrations that are not Butterfly's (2026-11-20-accounts, 2026-11-21-captchas): another program uses the database, or it was created before the first release. Start with an empty one: name another database in DATABASE_URL, or another folder in DATA_DIR",
  },
]

it('security: the released baseline is never changed', () => {
  const statements = [false, true].map((onPostgres) => baselineStatements({ ...differences(onPostgres), now: 0 }))
  const hash = createHash('sha256').update(JSON.stringify(statements)).digest('hex')
  expect(hash, 'a change of the schema is a new migration').toBe(
    'f733950982ed132a2977cef4318908476972bfbf3333b21af8722e3ea7c16160',
  )
})

it.each(databases)(
  'error: a migrations table of another program, with other columns, stops a start on $name',
  async (database) => {
    const place = await databaseForTest(database.openMigrated)
    await writeInto(place, 'alter table kysely_migration rename column name to title', [])
    const storage = untilTestEnds(openStorage(place))
    await expect(storage.migrate()).rejects.toThrow(/^the table kysely_migration .* another program uses the database/)
  },
)

describe.each(databases)('a database with unknown migrations on $name', (database) => {
  describe.each(unknown)('$what', ({ names, words }) => {
    const place = databaseHere(database.openMigrated)
    beforeAll(async () => {
      await writeInto(place, 'delete from kysely_migration', [])
      for (const name of names)
        await writeInto(place, 'insert into kysely_migration (name, timestamp) values ($1, $2)', [name, '2126-01-01'])
    })

    it('error: a migration of an unknown database refuses it, and changes nothing', async () => {
      await expect(untilTestEnds(openStorage(place)).migrate()).rejects.toThrow(words)
      const noted = await lookInto<{ name: string }>(place, 'select name from kysely_migration order by name')
      expect(noted.map(({ name }) => name)).toEqual(names)
    })
  })
})

it.each([
  ['the account API', ['account-api.js']],
  ['the operator’s command line', ['admin.js', 'names']],
])(
  'error: %s prints in one line that the database is of a newer version, and exits with 1',
  async (_program, words) => {
    const place = await databaseForTest(anyDatabase.openMigrated)
    await writeInto(place, `insert into kysely_migration (name, timestamp) values ($1, '2126-01-01')`, [newer])
    const [file = '', ...rest] = words
    const at = { ...place, databaseUrl: serverUrlOf(place) }
    const settings = { ...environmentOf(at), ACCOUNT_API_PORT: String(await freePort()) }
    const ran = await runProgram(...built(file, rest, settings))
    expect(ran).toEqual({ ended: 1, said: `${unknown[0]?.words}\n` })
  },
)

describe.each(databases)('a later version on $name', (database) => {
  const silent = { info: () => undefined, warn: () => undefined }
  const place = databaseHere(database.openMigrated)
  beforeAll(() =>
    writeInto(
      place,
      `insert into accounts (id, account_type, language, created_at, last_used_at) values ('an account', 0, 'en', 0, 0)`,
      [],
    ),
  )

  /** Migrates like a start of a version with further migrations. */
  const migrate = async (further: Record<string, Migration>): Promise<void> => {
    const migrating = { migrations: { ...migrations, ...further }, log: silent }
    const url = serverUrlOf(place)
    if (url !== undefined) return migratePostgres(url, migrating)
    const file = new Kysely<unknown>({ dialect: sqliteDialect(join(place.dataDir, sqliteFile)) })
    await migrateSqlite(file, migrating).finally(() => file.destroy())
  }
  const indexNames = async () => {
    const select = place.databaseUrl
      ? `select indexname as name from pg_indexes where tablename = 'accounts'`
      : `select name from sqlite_master where type = 'index' and tbl_name = 'accounts'`
    return (await lookInto<{ name: string }>(place, select)).map(({ name }) => name)
  }

  it('error: an interrupted upgrade says why, and leaves the accounts unchanged', async () => {
    const failing: Migration = {
      up: async (connection) => {
        await sql`update accounts set language = 'zh-Hans'`.execute(connection)
        throw new Error('cut off')
      },
    }
    await expect(migrate({ ...laterMigrations, '2126-01-02-cut-off': failing })).rejects.toThrow('cut off')
    expect(await lookInto(place, 'select language from accounts')).toEqual([{ language: 'en' }])
  })

  it('happy: the next start continues the upgrade, and keeps existing rows', async () => {
    await migrate(laterMigrations)
    expect(await lookInto(place, 'select id, shoe_size from accounts')).toEqual([{ id: 'an account', shoe_size: 38 }])
    const names = await indexNames()
    expect(names).toEqual(expect.arrayContaining(['accounts_by_shoes', 'accounts_by_feet', 'accounts_erased_next']))
    expect(names).not.toContain('accounts_to_erase')
  })

  it('happy: a start with nothing to migrate changes nothing', async () => {
    const noted = () => lookInto(place, 'select * from kysely_migration order by name')
    const before = await noted()
    await migrate(laterMigrations)
    expect(await noted()).toEqual(before)
  })

  it('happy: rows derived from earlier ones are created once, even if the migration is interrupted and repeated', async () => {
    await writeInto(place, 'delete from kysely_migration where name = $1', ['2126-01-01-shoes-2'])
    await migrate(laterMigrations)
    expect(await lookInto(place, 'select account_id from shoes')).toEqual([{ account_id: 'an account' }])
  })
})

describe('migrations on PostgreSQL', () => {
  const place = databaseHere(onPostgres.open)
  let url: string
  let operator: pg.Client
  beforeAll(async () => {
    url = serverUrlOf(place) ?? ''
    operator = new pg.Client(url)
    await operator.connect()
    await operator.query('create table people (name text, age integer)')
  })
  afterAll(() => operator.end())

  const noted: Record<string, Migration> = {}
  /** The migration under its own name, with those of the tests before. */
  const named = (migration: Migration): Record<string, Migration> => {
    noted[`migration-${String(Object.keys(noted).length).padStart(3, '0')}`] = migration
    return { ...noted }
  }
  const told = () => {
    const lines: string[] = []
    const tell = (_fields: object, message: string) => void lines.push(message)
    return { lines, log: { info: () => undefined, warn: tell } }
  }
  const doing = (statement: string): Migration => ({
    up: async (database) => void (await sql.raw(statement).execute(database)),
  })
  const building = (index: Parameters<typeof createLargeIndex>[1]): Migration => ({
    outsideTransaction: true,
    up: (database) => createLargeIndex(database, index),
  })
  const silent = told().log

  it('happy: a migration may run longer than the database’s statement limit', async () => {
    await operator.query(`alter database ${new URL(url).pathname.slice(1)} set statement_timeout = '100ms'`)
    await migratePostgres(url, { migrations: named(doing('select pg_sleep(0.3)')), log: silent })
    await operator.query(`alter database ${new URL(url).pathname.slice(1)} reset statement_timeout`)
  })

  it('happy: a second copy waits for the lock, says so, and finds nothing left to migrate', async () => {
    await operator.query('select pg_advisory_lock(3853314791062309107)')
    const { lines, log } = told()
    const migrations = named(doing('create table made_once (id integer)'))
    const waiting = migratePostgres(url, { migrations, log, tellEveryMs: 1 })
    const said = 'waiting for another copy that migrates the database'
    await eventually('the line', () => lines.find((line) => line === said))
    await operator.query('select pg_advisory_unlock(3853314791062309107)')
    await Promise.all([waiting, migratePostgres(url, { migrations, log })])
    expect(await lookInto(place, 'select * from made_once')).toEqual([])
  })

  it('happy: copies that start together build a concurrent index once, and none waits forever', async () => {
    const migrations = named(building({ name: 'people_by_name', table: 'people', columns: ['name'] }))
    await Promise.all(Array.from({ length: 3 }, () => migratePostgres(url, { migrations, log: silent })))
    const select = `select indexdef from pg_indexes where indexname = 'people_by_name'`
    const [index] = await lookInto<{ indexdef: string }>(place, select)
    expect(index?.indexdef).toMatch(/ON public\.people USING btree \(name\)$/)
  })

  it('happy: an index whose build was interrupted is rebuilt', async () => {
    await operator.query(`insert into people values ('twin', 1), ('twin', 2)`)
    const age = { columns: ['name', 'age'], unique: true, where: 'age > 0' } as const
    const build = building({ name: 'people_of_a_name', table: 'people', ...age })
    await operator.query('create unique index concurrently people_of_a_name on people (name)').catch(() => undefined)
    const select = `select indisvalid as valid from pg_index where indexrelid = 'people_of_a_name'::regclass`
    const isValid = async () => (await lookInto<{ valid: boolean }>(place, select))[0]?.valid
    expect(await isValid()).toBe(false)
    await migratePostgres(url, { migrations: named(build), log: silent })
    expect(await isValid()).toBe(true)
  })

  it('happy: a migration yields to users of its table, and retries', async () => {
    await operator.query('begin')
    await operator.query(`insert into people values ('busy', 3)`)
    const { lines, log } = told()
    const migrations = named(doing('alter table people add column town text'))
    const migrating = migratePostgres(url, { migrations, log, tableMs: 50 })
    await eventually('the line', () => lines.find((line) => line.startsWith('the migration waits for a table')))
    await operator.query('commit')
    await migrating
    expect((await lookInto<{ town: null }>(place, 'select town from people'))[0]).toEqual({ town: null })
  })
})

it('security: a migration that removes what older copies use says that they must stop first', async () => {
  const place = await databaseForTest(onPostgres.open)
  const pool = new pg.Pool({ connectionString: serverUrlOf(place) })
  // A pool has ended before its connections are closed, and dropping the database ends those.
  pool.on('error', () => undefined)
  const statements: string[] = []
  const database = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => {
      statements.push(query.sql)
    },
  })
  const dropping = (table: string): Migration => ({
    up: async (connection) => void (await sql`drop table ${sql.table(table)}`.execute(connection)),
  })
  const [[, baseline], ...later] = Object.entries({
    ...migrations,
    '2126-01-01-silent': dropping('guesses'),
    '2126-01-02-told': {
      ...dropping('captchas'),
      stopFirst: 'Copies of the release before write to a table that ends.',
    },
  }) as [[string, Migration], ...[string, Migration][]]
  await baseline.up(database)
  const silently: string[] = []
  for (const [name, migration] of later) {
    statements.length = 0
    await migration.up(database)
    const takesAway = statements.filter((text) => takingAway.test(text))
    if (migration.stopFirst === undefined) silently.push(...takesAway.map((text) => `${name}: ${text}`))
  }
  await database.destroy()
  expect(silently).toEqual(['2126-01-01-silent: drop table "guesses"'])
  expect('alter table accounts drop column name').toMatch(takingAway)
})

const takingAway = /\b(drop\s+(table|column|default)|rename\s+(to|column)|set\s+not\s+null|\stype\s+\w+\s+using)\b/i

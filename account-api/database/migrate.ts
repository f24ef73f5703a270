import { setTimeout as pause } from 'node:timers/promises'
import { Kysely, sql } from 'kysely'
import { isPostgres } from './dialect'
import type { Migration } from './migrations/migration'
import { settingsInForce } from './pooler'
import { migrationDialect, migrationIdleMs } from './postgres'

/** The database has migrations that this build does not know. */
export class UnknownMigrations extends Error {}

/** A pooler lends the connection to others after each transaction. A migration needs its own connection. */
export class SharedSession extends Error {
  constructor() {
    super(
      'DATABASE_DIRECT_URL has to be set, because DATABASE_URL leads through a pooler: ' +
        'name the same database without it.',
    )
  }
}

const newer = (names: readonly string[]): string =>
  `the database belongs to a newer version of Butterfly, whose migrations this one does not know (${names.join(', ')}). ` +
  'Start that version again, or restore the backup from before its first start'

const foreign = (names: readonly string[]): string =>
  `the table kysely_migration of the database has migrations that are not Butterfly's (${names.slice(0, 3).join(', ')}): ` +
  'another program uses the database, or it was created before the first release. ' +
  'Start with an empty one: name another database in DATABASE_URL, or another folder in DATA_DIR'

export interface MigrationLog {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
}

interface Migrating {
  /** By name; they run in the order of their names. */
  migrations: Record<string, Migration>
  log: MigrationLog
}

type Connection = Kysely<unknown>

/**
 * How often a copy checks whether the lock is free, how often it logs that it waits, and how long it waits for a table.
 */
const waits = { lookEveryMs: 250, tellEveryMs: 10_000, tableMs: 3000 }

/**
 * Runs the migrations that have not run yet, on their own connection without time limit. One copy does it at a time,
 * and the others wait as long as it takes.
 * @throws UnknownMigrations
 * @throws SharedSession
 */
export const migratePostgres = async (
  databaseUrl: string,
  {
    migrations,
    log,
    timeoutMs,
    tellEveryMs = waits.tellEveryMs,
    tableMs = waits.tableMs,
  }: Migrating & Partial<typeof waits> & { timeoutMs?: number },
): Promise<void> => {
  const database = new Kysely<unknown>({ dialect: migrationDialect(databaseUrl, timeoutMs) })
  try {
    await database.connection().execute(async (connection) => {
      // Before the lock, because the newer version may hold it for hours.
      const names = (await hasRun(connection)) ? await namesOf(connection) : []
      refuseUnknown(names, migrations)
      if (pendingOf(names, migrations).length === 0) return
      const { idle_in_transaction_session_timeout: idleMs } = await settingsInForce(connection)
      if (idleMs !== migrationIdleMs) throw new SharedSession()
      // This lifts a limit that the operator has set for the role or the database.
      await sql`set statement_timeout = 0`.execute(connection)
      // The end of the connection releases the lock.
      await takeLock(connection, log, tellEveryMs)
      await runPending(connection, { migrations, log }, async (name, migration) => {
        if (!migration.outsideTransaction) return inOwnTransaction(connection, { name, migration, log, tableMs })
        await migration.up(connection)
        await note(connection, name)
      })
    })
  } finally {
    await database.destroy()
  }
}

/**
 * Runs the migrations that have not run yet, in one write transaction: a second process waits for it.
 * @throws UnknownMigrations
 */
export const migrateSqlite = (database: Kysely<unknown>, migrating: Migrating): Promise<void> =>
  database.connection().execute(async (connection) => {
    await sql`begin immediate`.execute(connection)
    try {
      await runPending(connection, migrating, async (name, migration) => {
        await migration.up(connection)
        await note(connection, name)
      })
      await sql`commit`.execute(connection)
    } catch (error) {
      // SQLite has already rolled back if the disk is full.
      await sql`rollback`.execute(connection).catch(() => undefined)
      throw error
    }
  })

/** True when the table has the name and the columns of Kysely's migration table. */
const runPending = async (
  connection: Connection,
  { migrations, log }: Migrating,
  run: (name: string, migration: Migration) => Promise<void>,
): Promise<void> => {
  await connection.schema
    .createTable('kysely_migration')
    .ifNotExists()
    .addColumn('name', 'varchar(255)', (column) => column.notNull().primaryKey())
    .addColumn('timestamp', 'varchar(255)', (column) => column.notNull())
    .execute()
  const names = await namesOf(connection)
  refuseUnknown(names, migrations)
  for (const [name, migration] of pendingOf(names, migrations)) {
    log.info({ migration: name }, 'migration begun')
    await run(name, migration)
  }
}

/**
 * Tries repeatedly to get the lock. A session that waits inside a statement would hold a snapshot: an index that the
 * other copy builds concurrently would wait for that session, and that session for the index. The number names the
 * lock, and stays the same in each release, so releases wait for each other.
 */
const takeLock = async (connection: Connection, log: MigrationLog, tellEveryMs: number): Promise<void> => {
  const since = performance.now()
  let told = 0
  for (;;) {
    const { rows } = await sql<{
      taken: boolean
    }>`select pg_try_advisory_lock(3853314791062309107) as taken`.execute(connection)
    if (rows[0]?.taken) return
    const waitedMs = performance.now() - since
    if (waitedMs >= (told + 1) * tellEveryMs) {
      told += 1
      log.warn({ seconds: Math.round(waitedMs / 1000) }, 'waiting for another copy that migrates the database')
    }
    await pause(waits.lookEveryMs)
  }
}

/** The migration waits for a table's lock, or is in a deadlock. */
const locked = ['55P03', '40P01']

/**
 * A migration that changes a table waits for the transactions on it, and all later ones wait behind it. So it gives up
 * after a short time, and tries again.
 */
const inOwnTransaction = async (
  connection: Connection,
  { name, migration, log, tableMs }: { name: string; migration: Migration; log: MigrationLog; tableMs: number },
): Promise<void> => {
  for (;;)
    try {
      return await connection.transaction().execute(async (transaction) => {
        await sql`set local lock_timeout = ${sql.lit(tableMs)}`.execute(transaction)
        await migration.up(transaction)
        await note(transaction, name)
      })
    } catch (error) {
      const { code } = error as { code?: string }
      if (code === undefined || !locked.includes(code)) throw error
      log.warn({ migration: name, code }, 'the migration waits for a table in use, and will be retried')
      await pause(waits.lookEveryMs)
    }
}

/** The migrations that have not run, in the order in which they will. */
const pendingOf = (names: readonly string[], migrations: Record<string, Migration>): [string, Migration][] =>
  Object.entries(migrations)
    .filter(([name]) => !names.includes(name))
    .sort(([one], [other]) => (one < other ? -1 : 1))

/** The state of a database, as a start would find it. */
export interface MigrationState {
  /** True when no migration has run yet. */
  isNew: boolean
  /** The pending migrations, by name, in their order. */
  pending: readonly (readonly [name: string, migration: Migration])[]
  /** Why this build cannot use the database. */
  refusal: string | undefined
}

/** Checks which migrations are pending, and runs none. */
export const migrationState = async (
  connection: Connection,
  migrations: Record<string, Migration>,
): Promise<MigrationState> => {
  const names = (await hasRun(connection)) ? await namesOf(connection) : []
  return {
    isNew: names.length === 0,
    pending: pendingOf(names, migrations),
    refusal: whyUnknown(names, migrations),
  }
}

const hasRun = async (connection: Connection): Promise<boolean> => {
  const { rows } = isPostgres(connection)
    ? await sql`select 1 where to_regclass('kysely_migration') is not null`.execute(connection)
    : await sql`select 1 from sqlite_master where name = 'kysely_migration'`.execute(connection)
  return rows.length > 0
}

/**
 * The migrations that have run, in their order.
 * @throws UnknownMigrations if another program's table has other columns
 */
export const namesOf = async (connection: Connection): Promise<string[]> => {
  const read = sql<{ name: string }>`select name from kysely_migration order by name`.execute(connection)
  const { rows } = await read.catch((error: unknown) => {
    const { code, message = '' } = error as { code?: string; message?: string }
    if (code === '42703' || message.startsWith('no such column'))
      throw new UnknownMigrations(foreign(['other columns']))
    throw error
  })
  return rows.map(({ name }) => name)
}

/** Why this build cannot use a database in which these migrations have run. */
export const whyUnknown = (names: readonly string[], migrations: Record<string, Migration>): string | undefined => {
  const unknown = names.filter((name) => !(name in migrations))
  if (unknown.length === 0) return undefined
  // Every release has the first migration.
  const [first = ''] = Object.keys(migrations).sort()
  return names.includes(first) ? newer(unknown) : foreign(unknown)
}

const refuseUnknown = (names: readonly string[], migrations: Record<string, Migration>): void => {
  const refusal = whyUnknown(names, migrations)
  if (refusal !== undefined) throw new UnknownMigrations(refusal)
}

const note = async (connection: Connection, name: string): Promise<void> => {
  const timestamp = new Date().toISOString()
  await sql`insert into kysely_migration (name, timestamp) values (${name}, ${timestamp})`.execute(connection)
}

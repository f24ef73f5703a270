import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Kysely, sql } from 'kysely'
import { type Manifest, parts } from '#account-api/custody/manifest'
import { runPostgresTool } from '#account-api/custody/postgres-tools'
import { migrationDialect } from '#account-api/database/postgres'
import type { Schema } from '#account-api/database/schema'
import { NotRun } from '#account-api/start/not-run'
import type { Moment } from './fates'
import { settle } from './settle'

/** Without rows in this table, no account API starts on the database. */
const migrationsTable = 'kysely_migration'

/** Fills an empty database. The names of its migrations come last: an earlier start is refused. */
export const restoreIntoPostgres = async (
  databaseUrl: string,
  { backup, manifest, moment, timeoutMs }: { backup: string; manifest: Manifest; moment: Moment; timeoutMs: number },
): Promise<Record<string, bigint>> => {
  const database = new Kysely<Schema>({ dialect: migrationDialect(databaseUrl, timeoutMs) })
  try {
    await checkEmpty(database)
    const dump = join(backup, parts.postgres)
    const list = (await runPostgresTool('pg_restore', ['--list', dump])).split('\n')
    const isLast = (line: string) => / TABLE DATA \S+ kysely_migration /.test(line)
    await restorePart(
      databaseUrl,
      dump,
      list.filter((line) => !isLast(line)),
    )
    const done = await settle(database, manifest, moment, migrationsTable)
    await restorePart(databaseUrl, dump, list.filter(isLast))
    await sql`analyze`.execute(database)
    return done
  } finally {
    await database.destroy()
  }
}

const checkEmpty = async (database: Kysely<Schema>): Promise<void> => {
  const { rows } = await sql`
    select 1 from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where relkind in ('r', 'p', 'v', 'm', 'S') and nspname <> 'information_schema' and nspname not like 'pg\\_%'
    limit 1`.execute(database)
  if (rows.length > 0)
    throw new NotRun(
      'The database is not empty, and a restore overwrites nothing: create a new one, for example with createdb.',
    )
}

/** In one transaction, so that an interrupted restore leaves the database empty. */
const restorePart = async (databaseUrl: string, dump: string, lines: readonly string[]): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'butterfly-restore-'))
  try {
    const file = join(folder, 'list')
    writeFileSync(file, lines.join('\n'))
    const words = [
      '--no-owner',
      '--no-privileges',
      '--single-transaction',
      '--exit-on-error',
      `--use-list=${file}`,
      dump,
    ]
    await runPostgresTool('pg_restore', words, databaseUrl)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

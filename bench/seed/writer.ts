import { join } from 'node:path'
import { DatabaseSync, type StatementSyncInstance } from '@photostructure/sqlite'
import pg from 'pg'
import { sqliteFiles } from '#account-api/start/storage'
import type { ApiDatabase } from '#tests/fixtures/databases/look-into'

type Value = string | number | null
export type Row = Record<string, Value>

/** Writes many rows at once, bypassing the stores, to a database with the current schema. */
export interface Writer {
  /** Rows with the same columns. */
  insert(table: string, rows: readonly Row[]): Promise<void>
  /** Runs one statement, and returns its rows. */
  run<Found>(statement: string): Promise<Found[]>
  close(): Promise<void>
}

/** @param isBulk the rows can be written again, so nothing waits for a disk, and foreign keys are not checked */
export const openWriter = ({ databaseUrl, dataDir }: ApiDatabase, { isBulk }: { isBulk: boolean }): Promise<Writer> =>
  databaseUrl === undefined
    ? sqliteWriter(join(dataDir, sqliteFiles[0] ?? ''), isBulk)
    : postgresWriter(databaseUrl, isBulk)

const sqliteWriter = async (file: string, isBulk: boolean): Promise<Writer> => {
  const database = new DatabaseSync(file, { timeout: 5000, enableForeignKeyConstraints: !isBulk })
  if (isBulk) {
    // An interrupted fill is started again. A journal of a million accounts would be as large as the database.
    database.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -1000000')
    database.exec('BEGIN IMMEDIATE')
  }
  const statements = new Map<string, StatementSyncInstance>()
  const statementFor = (table: string, [row = {}]: readonly Row[]): StatementSyncInstance => {
    const columns = Object.keys(row)
    const text = `insert into "${table}" (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`
    const statement = statements.get(text) ?? database.prepare(text)
    statements.set(text, statement)
    return statement
  }
  return {
    insert: async (table, rows) => {
      const statement = statementFor(table, rows)
      for (const row of rows) statement.run(...Object.values(row))
    },
    run: async <Found>(statement: string) => database.prepare(statement).all() as Found[],
    close: async () => {
      statements.clear()
      if (isBulk) database.exec('COMMIT; PRAGMA journal_mode = WAL; PRAGMA wal_checkpoint(TRUNCATE)')
      database.close()
    },
  }
}

const postgresWriter = async (url: string, isBulk: boolean): Promise<Writer> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  if (isBulk) {
    await client.query('set synchronous_commit = off')
    const { rows } = await client.query(`select current_setting('is_superuser') = 'on' as may`)
    // Triggers check foreign keys row by row.
    if (rows[0].may) await client.query('set session_replication_role = replica')
  }
  const { rows: columns } = await client.query<{ place: string; type: string }>(
    `select table_name || '.' || column_name as place, data_type as type from information_schema.columns
     where table_schema = current_schema()`,
  )
  const types = new Map(columns.map(({ place, type }) => [place, type]))
  return {
    insert: async (table, rows) => {
      const names = Object.keys(rows[0] ?? {})
      const arrays = names.map((name, at) => `$${at + 1}::${types.get(`${table}.${name}`)}[]`)
      const text = `insert into "${table}" (${names.join(', ')}) select * from unnest(${arrays.join(', ')})`
      await client.query({ name: `fill ${table}`, text, values: names.map((name) => rows.map((row) => row[name])) })
    },
    run: async <Found>(statement: string) => (await client.query(statement)).rows as Found[],
    close: () => client.end(),
  }
}

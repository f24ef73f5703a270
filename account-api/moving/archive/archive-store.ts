import { type Kysely, sql } from 'kysely'
import { isPostgres } from '#account-api/database/dialect'
import type { ArchivedRow, ArchivedTable } from './archive-format'
import { notCarried } from './archive-format'

/** A database whose tables are read from its catalogue. */
export type AnyDatabase = Kysely<Record<string, Record<string, string | number | null>>>

/** How many rows are read or written at once. */
const atOnce = 500

interface Found {
  name: string
  column: string
}

const ofPostgres = {
  columns: sql<Found>`
    select relname as name, attname as column from pg_class join pg_attribute on attrelid = pg_class.oid
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition
      and attnum > 0 and not attisdropped
    order by relname, attname`,
  references: sql<{ name: string; to: string }>`
    select child.relname as name, parent.relname as to from pg_constraint
    join pg_class child on child.oid = conrelid join pg_class parent on parent.oid = confrelid
    where contype = 'f' and child.relnamespace = current_schema()::regnamespace and not child.relispartition`,
}

const ofSqlite = {
  columns: sql<Found>`
    select m.name, c.name as "column" from sqlite_master m, pragma_table_info(m.name) c
    where m.type = 'table' and m.name not like 'sqlite%' order by m.name, c.name`,
  references: sql<{ name: string; to: string }>`
    select m.name, f."table" as "to" from sqlite_master m, pragma_foreign_key_list(m.name) f where m.type = 'table'`,
}

/** The tables in an archive: each after those that it refers to. */
export const carriedTables = async (database: AnyDatabase): Promise<ArchivedTable[]> => {
  const catalogue = isPostgres(database) ? ofPostgres : ofSqlite
  const { rows: columns } = await catalogue.columns.execute(database)
  const { rows: references } = await catalogue.references.execute(database)
  const names = [...new Set(columns.map(({ name }) => name))].filter(
    (name) => !(notCarried as readonly string[]).includes(name),
  )
  return inOrder(names, references).map((table) => ({
    name: table,
    columns: columns.flatMap(({ name, column }) => (name === table ? column : [])),
  }))
}

const inOrder = (names: readonly string[], references: readonly { name: string; to: string }[]): string[] => {
  const ordered: string[] = []
  while (ordered.length < names.length) {
    const next = names.filter(
      (name) =>
        !ordered.includes(name) &&
        references.every((each) => each.name !== name || each.to === name || ordered.includes(each.to)),
    )
    if (next.length === 0) throw new Error('the tables refer to each other in a circle')
    ordered.push(...next)
  }
  return ordered
}

/** The migrations that have made the schema. */
export const migrationsOf = async (database: AnyDatabase): Promise<string[]> => {
  const rows = await database.selectFrom('kysely_migration').select('name').orderBy('name').execute()
  return rows.map(({ name }) => String(name)).sort()
}

type FoundRow = Record<string, string | number | null>

/** Reads a table, some rows at a time. It has to be in a transaction. */
export const rowsIn = async function* (database: AnyDatabase, table: ArchivedTable): AsyncGenerator<ArchivedRow[]> {
  const inArray = (row: FoundRow): ArchivedRow => table.columns.map((each) => row[each] ?? null)
  for await (const rows of isPostgres(database) ? byCursor(database, table) : byRowId(database, table))
    yield rows.map(inArray)
}

const byCursor = async function* (database: AnyDatabase, { name, columns }: ArchivedTable): AsyncGenerator<FoundRow[]> {
  const query = database.selectFrom(name).select(columns)
  await sql`declare archived no scroll cursor for ${query}`.execute(database)
  for (;;) {
    const { rows } = await sql<FoundRow>`fetch ${sql.lit(atOnce)} from archived`.execute(database)
    if (rows.length === 0) break
    yield rows
  }
  await sql`close archived`.execute(database)
}

/** Each SQLite table has its own row ids. */
const byRowId = async function* (database: AnyDatabase, { name, columns }: ArchivedTable): AsyncGenerator<FoundRow[]> {
  const rowId = sql<number>`rowid`
  for (let after = 0; ; ) {
    const rows = await database
      .selectFrom(name)
      .select(columns)
      .select(rowId.as('archived_row'))
      .where(rowId, '>', after)
      .orderBy(rowId)
      .limit(atOnce)
      .execute()
    if (rows.length === 0) return
    yield rows
    after = Number(rows.at(-1)?.archived_row)
  }
}

export const writeRows = async (
  database: AnyDatabase,
  { name, columns }: ArchivedTable,
  rows: readonly ArchivedRow[],
): Promise<void> => {
  // A statement takes a limited number of values: SQLite 32,766.
  const most = Math.min(atOnce, Math.floor(30_000 / columns.length))
  for (let from = 0; from < rows.length; from += most)
    await database
      .insertInto(name)
      .values(
        rows
          .slice(from, from + most)
          .map((row) => Object.fromEntries(columns.map((column, index) => [column, row[index] ?? null]))),
      )
      .execute()
}

/**
 * Locks all others out of the tables until the transaction ends, and finds a table with rows. Undefined: all are empty.
 */
export const holdEmpty = async (
  database: AnyDatabase,
  tables: readonly ArchivedTable[],
): Promise<string | undefined> => {
  if (isPostgres(database)) {
    const names = sql.join(tables.map(({ name }) => sql.table(name)))
    await sql`lock table ${names} in access exclusive mode`.execute(database)
  }
  for (const { name } of tables)
    if (await database.selectFrom(name).select(sql<number>`1`.as('found')).limit(1).executeTakeFirst()) return name
  return undefined
}

/** Runs work in one read-only transaction that sees the database at one moment. */
export const atOneMoment = <Result>(
  database: AnyDatabase,
  work: (one: AnyDatabase) => Promise<Result>,
): Promise<Result> =>
  database.connection().execute(async (one) => {
    await sql.raw(isPostgres(one) ? 'begin isolation level repeatable read read only' : 'begin').execute(one)
    try {
      return await work(one)
    } finally {
      await sql`rollback`.execute(one)
    }
  })

/** Runs work in one transaction, and rolls it back if the work fails. */
export const allOrNothing = <Result>(
  database: AnyDatabase,
  work: (transaction: AnyDatabase) => Promise<Result>,
): Promise<Result> => database.transaction().execute(work)

import { type Kysely, sql } from 'kysely'
import { isPostgres } from '#account-api/database/dialect'

export interface LargeIndex {
  name: string
  table: string
  columns?: readonly string[]
  /** The indexed expressions, in SQL of both databases. Replaces `columns`. */
  expression?: string | readonly string[]
  unique?: true
  /** The condition of a partial index, in SQL of both databases. */
  where?: string
}

/**
 * Creates an index on a table that may be large. PostgreSQL builds it concurrently, so the table can be written
 * meanwhile. That needs a migration with `outsideTransaction: true`. An invalid index left by an interrupted build is
 * dropped and built again. An existing index stays.
 */
export const createLargeIndex = async (
  database: Kysely<unknown>,
  { name, table, columns = [], expression, unique, where }: LargeIndex,
): Promise<void> => {
  const onPostgres = isPostgres(database)
  const indexed =
    expression === undefined
      ? sql.join(columns.map((column) => sql.ref(column)))
      : sql.raw(
          [expression]
            .flat()
            .map((each) => `(${each})`)
            .join(', '),
        )
  if (onPostgres && (await isInvalid(database, name))) await dropLargeIndex(database, name)
  await sql`
    create ${sql.raw(unique ? 'unique index' : 'index')} ${sql.raw(onPostgres ? 'concurrently' : '')}
    if not exists ${sql.ref(name)} on ${sql.table(table)} (${indexed})
    ${sql.raw(where === undefined ? '' : `where ${where}`)}`.execute(database)
}

/** Drops an index, if it exists, without making readers and writers of its table wait. */
export const dropLargeIndex = async (database: Kysely<unknown>, name: string): Promise<void> => {
  const concurrently = sql.raw(isPostgres(database) ? 'concurrently' : '')
  await sql`drop index ${concurrently} if exists ${sql.ref(name)}`.execute(database)
}

const isInvalid = async (database: Kysely<unknown>, name: string): Promise<boolean> => {
  const { rows } = await sql`
    select 1 from pg_index where indexrelid = to_regclass(quote_ident(${name})) and not indisvalid`.execute(database)
  return rows.length > 0
}

import { type Kysely, sql } from 'kysely'
import { isPostgres } from './dialect'

/** The number of rows of each table, by name. It reads whole tables. */
export const rowCounts = async (connection: Kysely<unknown>): Promise<Record<string, number>> => {
  const counts: Record<string, number> = {}
  for (const table of await tablesIn(connection)) {
    const { rows } = await sql<{ rows: number }>`select count(*) as rows from ${sql.table(table)}`.execute(connection)
    counts[table] = rows[0]?.rows ?? 0
  }
  return counts
}

const tablesIn = async (connection: Kysely<unknown>): Promise<string[]> => {
  const { rows } = isPostgres(connection)
    ? await sql<{ name: string }>`
        select relname as name from pg_class
        where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition
        order by relname`.execute(connection)
    : await sql<{ name: string }>`
        select name from sqlite_master where type = 'table' and name not like 'sqlite\\_%' escape '\\' order by name`.execute(
        connection,
      )
  return rows.map(({ name }) => name)
}

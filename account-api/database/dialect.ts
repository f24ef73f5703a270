import { type Kysely, PostgresAdapter } from 'kysely'

/** Whether the database is PostgreSQL, and not SQLite. */
export const isPostgres = (database: Pick<Kysely<unknown>, 'getExecutor'>): boolean =>
  database.getExecutor().adapter instanceof PostgresAdapter

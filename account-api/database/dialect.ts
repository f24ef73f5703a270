import { type Kysely, PostgresAdapter } from 'kysely'

/** True when the database is PostgreSQL, false when it is SQLite. */
export const isPostgres = (database: Pick<Kysely<unknown>, 'getExecutor'>): boolean =>
  database.getExecutor().adapter instanceof PostgresAdapter

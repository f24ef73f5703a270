import { type Kysely, PostgresAdapter, sql } from 'kysely'

/** True when the database is PostgreSQL, false when it is SQLite. */
export const isPostgres = (database: Pick<Kysely<unknown>, 'getExecutor'>): boolean =>
  database.getExecutor().adapter instanceof PostgresAdapter

/**
 * Does work whose commit does not wait for the disk on SQLite. The next waiting commit writes it too. A power failure
 * can lose what was committed since; a crash of this process loses nothing. Work in a transaction is committed with it.
 */
export const committingSoon = <Database, Result>(
  connection: Kysely<Database>,
  work: (connection: Kysely<Database>) => Promise<Result>,
): Promise<Result> => {
  if (connection.isTransaction || isPostgres(connection)) return work(connection)
  return connection.connection().execute(async (one) => {
    await sql`pragma synchronous = normal`.execute(one)
    try {
      return await work(one)
    } finally {
      await sql`pragma synchronous = full`.execute(one)
    }
  })
}

import { type Kysely, PostgresAdapter, sql, type Transaction } from 'kysely'

/** True when the database is PostgreSQL, false when it is SQLite. */
export const isPostgres = (database: Pick<Kysely<unknown>, 'getExecutor'>): boolean =>
  database.getExecutor().adapter instanceof PostgresAdapter

/**
 * Runs a transaction whose commit does not wait for the disk. The next waiting commit writes it too. A power failure
 * can lose what was committed since; a crash of this process loses nothing.
 * @param connection outside of a transaction, of SQLite
 */
export const committingSoon = <Database, Result>(
  connection: Kysely<Database>,
  work: (transaction: Transaction<Database>) => Promise<Result>,
): Promise<Result> =>
  connection.connection().execute(async (one) => {
    await sql`pragma synchronous = normal`.execute(one)
    try {
      return await one.transaction().execute(work)
    } finally {
      await sql`pragma synchronous = full`.execute(one)
    }
  })

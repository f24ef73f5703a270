import { PostgresDialect } from 'kysely'
import pg from 'pg'

const bigint = 20

/** PostgreSQL. Times fit a double exactly, so bigint is read as a number. */
export const postgresDialect = (connectionString: string): PostgresDialect => {
  const pool = new pg.Pool({
    connectionString,
    max: 10,
    connectionTimeoutMillis: 5000,
    statement_timeout: 10_000,
    idle_in_transaction_session_timeout: 10_000,
    types: {
      getTypeParser: (id: number, format?: 'text' | 'binary') =>
        id === bigint ? Number : pg.types.getTypeParser(id, format as 'text'),
    } as pg.CustomTypesConfig,
  })
  // The server may end an idle connection at any time; unheard, that would end the process. The next query opens another.
  pool.on('error', () => undefined)
  return new PostgresDialect({ pool })
}

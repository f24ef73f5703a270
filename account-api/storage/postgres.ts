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
  // The server may end a connection at any time, even between two queries of a transaction, when the pool does not
  // listen to it. An unhandled error event would end the process. The next query on the connection fails, and the one
  // after that opens another.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return new PostgresDialect({ pool })
}

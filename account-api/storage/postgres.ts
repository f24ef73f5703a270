import { PostgresDialect } from 'kysely'
import pg from 'pg'

const bigint = 20

/** PostgreSQL, by a pool of connections. */
export const postgresDialect = (connectionString: string): PostgresDialect =>
  dialect({ connectionString, max: 10, statement_timeout: 10_000, idle_in_transaction_session_timeout: 10_000 })

/** PostgreSQL, by one connection whose statements may take as long as they need. */
export const migrationDialect = (connectionString: string): PostgresDialect => dialect({ connectionString, max: 1 })

/** Times fit a double exactly, so bigint is read as a number. */
const dialect = (config: pg.PoolConfig): PostgresDialect => {
  const pool = new pg.Pool({
    ...config,
    connectionTimeoutMillis: 5000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
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

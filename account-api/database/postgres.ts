import { readFileSync } from 'node:fs'
import { PostgresDialect } from 'kysely'
import type pg from 'pg'
import { type PostgresAddress, readPostgresUrl } from '#settings/postgres-url'
import { answeringPool } from './answering-pool'

const bigint = 20

/** How long after the server this side gives up on a statement, so the server's own error comes first. */
const graceMs = 1000

export interface PostgresLimits {
  /** The maximum number of connections of this process. */
  poolSize: number
  /** How long a statement may take, and how long a call waits for a connection. */
  timeoutMs: number
}

export const postgresLimits: PostgresLimits = { poolSize: 10, timeoutMs: 5000 }

/** Settings of each PostgreSQL connection: a silent one loses its locks after some time. */
export const limitsOf = ({ timeoutMs }: PostgresLimits) => ({
  statement_timeout: timeoutMs,
  idle_in_transaction_session_timeout: 2 * timeoutMs,
})

/** PostgreSQL, through a pool of connections. */
export const postgresDialect = (url: string, limits: PostgresLimits = postgresLimits): PostgresDialect => {
  const { poolSize, timeoutMs } = limits
  const pool = async () => {
    const { pool, library } = await openPool({
      ...clientConfigOf(url),
      max: poolSize,
      connectionTimeoutMillis: timeoutMs,
      ...limitsOf(limits),
    })
    return answeringPool(pool, { mostMs: timeoutMs + graceMs, ServerError: library.DatabaseError })
  }
  return new PostgresDialect({ pool })
}

/**
 * How long the session of a migration may be idle in a transaction. It also shows whether settings reach the server.
 */
export const migrationIdleMs = 86_400_000

/**
 * PostgreSQL, by one connection whose statements may take as long as they need.
 * @param timeoutMs how long it may take to connect
 */
export const migrationDialect = (url: string, timeoutMs = postgresLimits.timeoutMs): PostgresDialect =>
  new PostgresDialect({
    pool: async () => {
      const { pool } = await openPool({
        ...clientConfigOf(url),
        max: 1,
        connectionTimeoutMillis: timeoutMs,
        idle_in_transaction_session_timeout: migrationIdleMs,
      })
      return pool
    },
  })

/**
 * Loads the library, which a deployment on SQLite never needs, and opens a pool. Times fit a double exactly, so bigint is
 * read as a number.
 */
const openPool = async (config: pg.PoolConfig): Promise<{ pool: pg.Pool; library: typeof pg }> => {
  const { default: library } = await import('pg')
  const pool = new library.Pool({
    ...config,
    // A lost server is noticed within 20 seconds, even by an idle connection.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    types: {
      getTypeParser: (id: number, format?: 'text' | 'binary') =>
        id === bigint ? Number : library.types.getTypeParser(id, format as 'text'),
    } as pg.CustomTypesConfig,
  })
  // The server may end a connection at any time, even between two queries of a transaction, when the pool has no
  // listener on it. An unhandled error event would end the process. The next query on the connection fails, and the one
  // after that opens another connection.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return { pool, library }
}

/**
 * A connection of the library, as a PostgreSQL URL describes it.
 * @throws BadPostgresUrl
 */
const clientConfigOf = (url: string): pg.ClientConfig => {
  const { tls, parameters, port, ...place } = readPostgresUrl(url)
  const { application_name, options, client_encoding, sslnegotiation, channel_binding } = parameters
  return {
    ...place,
    ...(port !== undefined && { port: Number(port) }),
    ...(tls !== undefined && { ssl: tls === 'off' ? false : secureContext(tls, parameters) }),
    ...(channel_binding !== undefined && { enableChannelBinding: channel_binding !== 'disable' }),
    ...(application_name !== undefined && { application_name }),
    ...(options !== undefined && { options }),
    ...(client_encoding !== undefined && { client_encoding }),
    ...(sslnegotiation !== undefined && { sslnegotiation }),
  } as pg.ClientConfig
}

const secureContext = (
  tls: Exclude<PostgresAddress['tls'], 'off' | undefined>,
  { sslrootcert, sslcert, sslkey }: PostgresAddress['parameters'],
): pg.ClientConfig['ssl'] => ({
  rejectUnauthorized: tls !== 'unverified',
  ...(sslrootcert !== undefined && sslrootcert !== 'system' && { ca: readFileSync(sslrootcert) }),
  ...(sslcert !== undefined && { cert: readFileSync(sslcert) }),
  ...(sslkey !== undefined && { key: readFileSync(sslkey) }),
  // Names the function in the error: a mismatched name is a separate error.
  ...(tls === 'authority' && { checkServerIdentity: () => undefined }),
})

import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import type pg from 'pg'

/** PostgreSQL did not answer in time, not even with an error. It is unknown whether the statement took effect. */
export class NoAnswer extends Error {
  readonly code = 'ETIMEDOUT'
  constructor(mostMs: number) {
    super(`PostgreSQL gave no answer within ${mostMs} ms`)
  }
}

/**
 * Errors of a server that cannot do its job: it has become a standby, such as a former primary after a failover
 * (25006); it is shutting down (57P01 to 57P03); or a pooler has lost it (class 08).
 */
const former = '25006'
const leaving = /^(57P0[123]|08...)$/

/** How long the server may take to confirm the end of a connection. */
const farewellMs = 500

/**
 * Wraps a pool so that a silent connection (after a failover, or dropped by a firewall) fails in time and is never used
 * again. The same applies to a connection to a server that no longer takes writes. After an unanswered statement, or
 * one to such a server, every connection that has not answered since is suspected, and replaced before its next use.
 * @param mostMs how long the answer to a statement may take; more than the server's own limit
 * @param ServerError the library's class of errors that come from the server
 */
export const answeringPool = (
  pool: pg.Pool,
  { mostMs, ServerError }: { mostMs: number; ServerError: typeof pg.DatabaseError },
): PostgresPool => {
  const answeredAt = new WeakMap<pg.ClientBase, number>()
  let silentSince = Number.NEGATIVE_INFINITY
  const open = new Set<pg.PoolClient>()
  pool.on('connect', (client) => {
    open.add(client)
    answeredAt.set(client, performance.now())
  })
  pool.on('remove', (client) => open.delete(client))

  const answering = async (): Promise<pg.PoolClient> => {
    for (;;) {
      const client = await pool.connect()
      if ((answeredAt.get(client) ?? 0) >= silentSince) return client
      cut(client, new NoAnswer(mostMs))
      client.release(true)
    }
  }

  const wrap = (client: pg.PoolClient): PostgresPoolClient => {
    let isCut = false
    const query = async <Row>(sql: string, values: readonly unknown[]): Promise<PostgresQueryResult<Row>> => {
      // The server rolls back on its own, and the error of this rollback would hide the first error.
      if (isCut && sql === 'rollback') return { command: 'SELECT', rowCount: 0, rows: [] }
      const sentAt = performance.now()
      let isAnswered = false
      const cutOff = () => {
        if (isAnswered) return
        isCut = true
        silentSince = Math.max(silentSince, sentAt)
        // The statement fails with this error.
        cut(client, new NoAnswer(mostMs))
      }
      // A busy process may read the answer late, so it checks for received data before it gives up.
      const timer = setTimeout(() => setImmediate(cutOff), mostMs)
      try {
        return (await client.query(sql, [...values])) as unknown as PostgresQueryResult<Row>
      } catch (error) {
        const code = error instanceof ServerError ? (error.code ?? '') : undefined
        if (code === former) silentSince = Math.max(silentSince, sentAt)
        // An error that does not come from the server ends the connection.
        if (code === undefined || code === former || leaving.test(code)) isCut = true
        throw error
      } finally {
        isAnswered = true
        clearTimeout(timer)
        if (!isCut) answeredAt.set(client, performance.now())
      }
    }
    return { query: query as PostgresPoolClient['query'], release: () => client.release(isCut) }
  }

  return {
    connect: async () => wrap(await answering()),
    end: async () => {
      await pool.end()
      // A silent server never confirms the end, and its socket would keep the process alive.
      for (const client of open) setTimeout(() => cut(client), farewellMs).unref()
    },
  }
}

const cut = (client: pg.ClientBase, error?: Error): void => {
  ;(client as unknown as { connection: pg.Connection }).connection.stream.destroy(error)
}

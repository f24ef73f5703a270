import { type SelectQueryBuilder, sql } from 'kysely'
import type { Connection, Schema } from './schema'

/**
 * Begins a statement that changes the rows found by `due`, a query with a limit. Copies that claim at the same moment get
 * different rows, and do not wait for each other. The query runs once, because an update that reads it again for each
 * row would claim more than it may.
 */
export const claiming = <Table extends keyof Schema, Row extends object>(
  connection: Connection,
  due: SelectQueryBuilder<Schema, Table, Row>,
) =>
  connection.with(
    (name) => name('due').materialized(),
    () => due.forNoKeyUpdate().skipLocked(),
  )

/** Tables whose rows are erased from a certain day on, each with the column of that day. */
type Due = { table: 'accounts'; day: 'erase_at' } | { table: 'organisations'; day: 'closes_at' }

interface Claim {
  at: number
  /** No copy claims the rows again before this time. */
  until: number
  limit: number
}

/**
 * Claims rows whose erasure is due, the longest wait first, and counts the attempt. An erasure is due when its day has
 * come, and again when a claim or a delay has ended. Each table has an index on this.
 */
export const claimDue = async (
  connection: Connection,
  { table, day, at, until, limit }: Due & Claim,
): Promise<{ id: string; attempts: number }[]> => {
  const due = sql.ref(day)
  const nextAttemptAt = sql`coalesce(erasing_until, ${due})`
  return claiming(
    connection,
    connection
      .selectFrom(table)
      .select('id')
      .where(sql<boolean>`${due} is not null`)
      .where(sql<boolean>`${nextAttemptAt} <= ${at}`)
      .orderBy(nextAttemptAt)
      .limit(limit),
  )
    .updateTable(table)
    .set((row) => ({ erasing_until: until, erasure_attempts: row('erasure_attempts', '+', 1) }))
    .where('id', 'in', (query) => query.selectFrom('due').select('id'))
    .returning(['id', 'erasure_attempts as attempts'])
    .execute()
}

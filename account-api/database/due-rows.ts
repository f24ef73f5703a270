import { sql } from 'kysely'
import type { Connection } from './schema'

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
  return connection
    .with(
      (claims) => claims('due').materialized(),
      (query) =>
        query
          .selectFrom(table)
          .select('id')
          .where(sql<boolean>`${due} is not null`)
          .where(sql<boolean>`${nextAttemptAt} <= ${at}`)
          .orderBy(nextAttemptAt)
          .limit(limit)
          .forNoKeyUpdate()
          .skipLocked(),
    )
    .updateTable(table)
    .set((row) => ({ erasing_until: until, erasure_attempts: row('erasure_attempts', '+', 1) }))
    .where('id', 'in', (query) => query.selectFrom('due').select('id'))
    .returning(['id', 'erasure_attempts as attempts'])
    .execute()
}

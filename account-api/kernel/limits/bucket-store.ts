import { type RawBuilder, sql } from 'kysely'
import { isPostgres } from '#account-api/database/dialect'
import type { Connection } from '#account-api/database/schema'
import { clockJumpMs } from './clock-jump'

/** The key of a bucket: its limit and its subject. `part` distinguishes the buckets of one subject. */
export interface BucketKey {
  name: string
  subject: string
  part: string
}

/** Locks buckets on PostgreSQL in the order of their names, in which attempts fill them: the two never deadlock. */
export const lockBuckets = (condition: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`select name from buckets where ${condition} order by name collate "C", subject, part for update`

export const bucketStore = (connection: Connection) => ({
  /** Adds one to a leaky bucket, in one statement. False, with nothing added, when it is full. */
  add: async (key: BucketKey, { at, leakMs, most }: { at: number; leakMs: number; most: number }): Promise<boolean> => {
    const full = at + most * leakMs
    // The later of now and the current end, plus the added time.
    const then = sql<number>`case when buckets.empty_at > ${full + clockJumpMs} then ${full}
      when buckets.empty_at > ${at} then buckets.empty_at + ${leakMs} else ${at + leakMs} end`
    const added = await connection
      .insertInto('buckets')
      .values({ ...key, empty_at: at + leakMs })
      .onConflict((conflict) =>
        conflict
          .columns(['name', 'subject', 'part'])
          .doUpdateSet({ empty_at: then })
          .where(({ eb, or }) =>
            or([eb('buckets.empty_at', '<=', full - leakMs), eb('buckets.empty_at', '>', full + clockJumpMs)]),
          ),
      )
      .returning('empty_at')
      .executeTakeFirst()
    return added !== undefined
  },

  /** When a bucket will be empty. Undefined for an unused one. */
  emptyAt: async ({ name, subject, part }: BucketKey): Promise<number | undefined> => {
    const bucket = await connection
      .selectFrom('buckets')
      .select('empty_at')
      .where('name', '=', name)
      .where('subject', '=', subject)
      .where('part', '=', part)
      .executeTakeFirst()
    return bucket?.empty_at
  },

  /** Makes a bucket empty earlier, by this time. */
  uncount: async ({ name, subject, part }: BucketKey, ms: number): Promise<void> => {
    await connection
      .updateTable('buckets')
      .set((column) => ({ empty_at: column('empty_at', '-', ms) }))
      .where('name', '=', name)
      .where('subject', '=', subject)
      .where('part', '=', part)
      .execute()
  },

  /** Empties the buckets of these limits and subjects. */
  reset: async (names: readonly string[], subjects: readonly string[]): Promise<void> => {
    const these = sql`name in (${sql.join(names)}) and subject in (${sql.join(subjects)})`
    const locked = isPostgres(connection)
      ? sql`(select count(*) from (${lockBuckets(these)}) as locked) >= 0`
      : sql`true`
    await sql`delete from buckets where ${these} and ${locked}`.execute(connection)
  },
})

export type BucketStore = ReturnType<typeof bucketStore>

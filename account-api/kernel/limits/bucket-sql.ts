import { sql } from 'kysely'
import type { BucketStore } from './bucket-store'
import { clockJumpMs } from './clock-jump'
import type { Connection } from '../../database/schema'

export const bucketStore = (connection: Connection): BucketStore => ({
  add: async (key, { at, leakMs, most }) => {
    const full = at + most * leakMs
    // The later of now and the present end, with what is added.
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

  emptyAt: async ({ name, subject, part }) => {
    const bucket = await connection
      .selectFrom('buckets')
      .select('empty_at')
      .where('name', '=', name)
      .where('subject', '=', subject)
      .where('part', '=', part)
      .executeTakeFirst()
    return bucket?.empty_at
  },

  takeBack: async ({ name, subject, part }, ms) => {
    await connection
      .updateTable('buckets')
      .set((column) => ({ empty_at: column('empty_at', '-', ms) }))
      .where('name', '=', name)
      .where('subject', '=', subject)
      .where('part', '=', part)
      .execute()
  },

  drop: async (names, subjects) => {
    await connection.deleteFrom('buckets').where('name', 'in', names).where('subject', 'in', subjects).execute()
  },
})

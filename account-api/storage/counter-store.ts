import { sql } from 'kysely'
import type { CounterStore } from '../domain/storage'
import type { Connection } from './storage'

export const counterStore = (connection: Connection): CounterStore => ({
  add: async (key, { at, durationMs, cap }) => {
    const ended = sql<boolean>`counters.expires_at <= ${at}`
    const row = await connection
      .insertInto('counters')
      .values({ key, count: 1, expires_at: at + durationMs })
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet({
          count: sql`case when ${ended} then 1 else counters.count + 1 end`,
          expires_at: sql`case when ${ended} or counters.count + 1 = ${cap} then cast(${at + durationMs} as bigint) else counters.expires_at end`,
        }),
      )
      .returning(['count', 'expires_at'])
      .executeTakeFirstOrThrow()
    return { count: row.count, expiresAt: row.expires_at }
  },

  reset: async (key) => {
    await connection.deleteFrom('counters').where('key', '=', key).execute()
  },
})

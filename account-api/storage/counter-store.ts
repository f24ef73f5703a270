import { sql } from 'kysely'
import type { CounterStore } from '../domain/limit/counter-store'
import type { Connection } from './schema'

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

  read: async (key, at) => {
    const row = await connection
      .selectFrom('counters')
      .select('count')
      .where('key', '=', key)
      .where('expires_at', '>', at)
      .executeTakeFirst()
    return row?.count ?? 0
  },

  takeBack: async (key) => {
    await connection
      .updateTable('counters')
      .set((column) => ({ count: column('count', '-', 1) }))
      .where('key', '=', key)
      .where('count', '>', 0)
      .execute()
  },

  reset: async (key) => {
    await connection.deleteFrom('counters').where('key', '=', key).execute()
  },
})

import { type RawBuilder, sql } from 'kysely'
import type { CounterStore } from './counter-store'
import { clockJumpMs } from './clock-jump'
import type { Connection } from '../../database/schema'

export const counterStore = (connection: Connection): CounterStore => ({
  add: async (key, { subject, at, durationMs, cap }) => {
    const ended = sql<boolean>`(counters.expires_at <= ${at} or counters.expires_at > ${at + durationMs + clockJumpMs})`
    const row = await connection
      .insertInto('counters')
      .values({ key, subject, count: 1, expires_at: at + durationMs })
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

  addAll: async (entries) => {
    if (entries.length === 0) return new Map()
    const rows = await connection
      .insertInto('counters')
      .values(
        entries.map(({ key, subject, by, expiresAt }) => ({
          key,
          subject,
          count: Math.max(by, 0),
          expires_at: expiresAt,
        })),
      )
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet({
          // A row that takes something back comes with a count of 0.
          count: sql`case when excluded.count > 0 then counters.count + excluded.count
            when counters.count > ${takenBack(entries)} then counters.count - ${takenBack(entries)} else 0 end`,
        }),
      )
      .returning(['key', 'count'])
      .execute()
    return new Map(rows.map(({ key, count }) => [key, count]))
  },

  read: async (key, at, durationMs) => {
    const row = await connection
      .selectFrom('counters')
      .select('count')
      .where('key', '=', key)
      .where('expires_at', '>', at)
      .$if(durationMs !== undefined, (query) => query.where('expires_at', '<=', at + (durationMs ?? 0) + clockJumpMs))
      .executeTakeFirst()
    return row?.count ?? 0
  },

  readAll: async (keys) => {
    if (keys.length === 0) return new Map()
    const rows = await connection.selectFrom('counters').select(['key', 'count']).where('key', 'in', keys).execute()
    return new Map(rows.map(({ key, count }) => [key, count]))
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

/** How much a row takes back: one, where nothing else is said of its key. */
const takenBack = (entries: readonly { key: string; by: number }[]): RawBuilder<number> => {
  const several = entries.filter(({ by }) => by < -1)
  if (several.length === 0) return sql.lit(1)
  const cases = several.map(({ key, by }) => sql`when ${key} then cast(${-by} as integer)`)
  return sql`case counters.key ${sql.join(cases, sql` `)} else 1 end`
}

import { type RawBuilder, sql } from 'kysely'
import { committingSoon } from '#account-api/database/dialect'
import { repeatedStatement } from '#account-api/database/repeated-transaction'
import type { Connection } from '#account-api/database/schema'
import { clockJumpMs } from './clock-jump'
import { type CounterRow, type RaisedCounter, raiseCounter, resetCounters, uncountCounters } from './counter-statements'

const always = sql`true`

export const counterStore = (connection: Connection) => ({
  /** Adds one to a counter, which others see at once. Returns the count, and when it ends. */
  add: async (
    key: string,
    { at, durationMs, ...counter }: Omit<RaisedCounter, 'key'> & { at: number },
  ): Promise<{ count: number; expiresAt: number }> => {
    const raised = { key, ...counter, at, expiresAt: at + durationMs }
    const rows = await committingSoon(connection, (one) => raiseCounter(one, raised))
    const [{ count, expires_at: expiresAt }] = rows as [CounterRow]
    return { count, expiresAt }
  },

  /**
   * Changes several counters in one statement, in the given order, and returns their counts by key. None falls below 0.
   * A key occurs once, and is not reused after it has expired. `by`: how many are added, or uncounted if negative.
   */
  addAll: async (
    entries: { key: string; subject: string | null; by: number; expiresAt: number }[],
  ): Promise<Map<string, number>> => {
    if (entries.length === 0) return new Map()
    const raising = connection
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
          // A row that uncounts something has a count of 0.
          count: sql`case when excluded.count > 0 then counters.count + excluded.count
            when counters.count > ${uncounted(entries)} then counters.count - ${uncounted(entries)} else 0 end`,
        }),
      )
      .returning(['key', 'count'])
    const rows = await repeatedStatement(connection, () => raising.execute())
    return new Map(rows.map(({ key, count }) => [key, count]))
  },

  /**
   * The count of a counter that has not expired, or 0. With its duration, an end set by a clock that was ahead counts
   * as expired.
   */
  read: async (key: string, at: number, durationMs?: number): Promise<number> => {
    const row = await connection
      .selectFrom('counters')
      .select('count')
      .where('key', '=', key)
      .where('expires_at', '>', at)
      .$if(durationMs !== undefined, (query) => query.where('expires_at', '<=', at + (durationMs ?? 0) + clockJumpMs))
      .executeTakeFirst()
    return row?.count ?? 0
  },

  /** The counts of the existing counters, by key. */
  readAll: async (keys: string[]): Promise<Map<string, number>> => {
    if (keys.length === 0) return new Map()
    const rows = await connection.selectFrom('counters').select(['key', 'count']).where('key', 'in', keys).execute()
    return new Map(rows.map(({ key, count }) => [key, count]))
  },

  /** Takes one away again. */
  uncount: async (key: string): Promise<void> => {
    await uncountCounters([key], always).execute(connection)
  },

  /** Ends these counters. */
  reset: async (keys: readonly string[]): Promise<void> => {
    await resetCounters(keys, always).execute(connection)
  },

  /** Ends all counters of these limits for these subjects. */
  resetOf: async (names: readonly string[], subjects: readonly string[]): Promise<void> => {
    if (names.length === 0) return
    await connection
      .deleteFrom('counters')
      .where('subject', 'in', subjects)
      .where(({ or, eb }) => or(names.map((name) => eb('key', 'like', `${name}:%`))))
      .execute()
  },
})

export type CounterStore = ReturnType<typeof counterStore>

/** How much a row uncounts. Default: one. */
const uncounted = (entries: readonly { key: string; by: number }[]): RawBuilder<number> => {
  const several = entries.filter(({ by }) => by < -1)
  if (several.length === 0) return sql.lit(1)
  const cases = several.map(({ key, by }) => sql`when ${key} then cast(${-by} as integer)`)
  return sql`case counters.key ${sql.join(cases, sql` `)} else 1 end`
}

import type { Connection } from '../../database/schema'

/** The row of an hour that says what was usual when it began. */
const usualRow = -1

export const guessStore = (connection: Connection) => ({
  /** The sums of the hours from one on to before another. An hour without wrong passwords is left out. */
  sums: async (from: number, before: number): Promise<{ hour: number; count: number }[]> => {
    const sums = await connection
      .selectFrom('guesses')
      .select(({ fn }) => ['hour', fn.sum<number>('count').as('count')])
      .where('hour', '>=', from)
      .where('hour', '<', before)
      .where('shard', '<>', usualRow)
      .groupBy('hour')
      .execute()
    return sums.map(({ hour, count }) => ({ hour, count: Number(count) }))
  },

  /** What was usual when this hour began, if it was worked out. */
  usual: async (hour: number): Promise<number | undefined> => {
    const row = await connection
      .selectFrom('guesses')
      .select('count')
      .where('hour', '=', hour)
      .where('shard', '=', usualRow)
      .executeTakeFirst()
    return row?.count
  },

  /** Keeps what is usual in this hour. The first one that is kept counts. */
  keepUsual: async (hour: number, count: number): Promise<void> => {
    await connection
      .insertInto('guesses')
      .values({ hour, shard: usualRow, count })
      .onConflict((conflict) => conflict.columns(['hour', 'shard']).doNothing())
      .execute()
  },
})

export type GuessStore = ReturnType<typeof guessStore>

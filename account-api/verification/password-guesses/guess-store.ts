import type { Connection } from '#account-api/database/schema'

/** The row of an hour that stores the usual count at its beginning. */
const usualRow = -1

export const guessStore = (connection: Connection) => ({
  /** The sums per hour, up to an hour that is excluded. Hours without wrong passwords are left out. */
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

  /** The usual count when this hour began, if it was computed. */
  usual: async (hour: number): Promise<number | undefined> => {
    const row = await connection
      .selectFrom('guesses')
      .select('count')
      .where('hour', '=', hour)
      .where('shard', '=', usualRow)
      .executeTakeFirst()
    return row?.count
  },

  /** Stores the usual count of this hour. The first stored value stays. */
  keepUsual: async (hour: number, count: number): Promise<void> => {
    await connection
      .insertInto('guesses')
      .values({ hour, shard: usualRow, count })
      .onConflict((conflict) => conflict.columns(['hour', 'shard']).doNothing())
      .execute()
  },
})

export type GuessStore = ReturnType<typeof guessStore>

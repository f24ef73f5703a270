import type { GuessStore } from './guess-store'
import type { Connection } from '../../database/schema'

/** The row of an hour that says what was usual when it began. */
const usualRow = -1

export const guessStore = (connection: Connection): GuessStore => ({
  sums: async (from, before) => {
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

  usual: async (hour) => {
    const row = await connection
      .selectFrom('guesses')
      .select('count')
      .where('hour', '=', hour)
      .where('shard', '=', usualRow)
      .executeTakeFirst()
    return row?.count
  },

  keepUsual: async (hour, count) => {
    await connection
      .insertInto('guesses')
      .values({ hour, shard: usualRow, count })
      .onConflict((conflict) => conflict.columns(['hour', 'shard']).doNothing())
      .execute()
  },
})

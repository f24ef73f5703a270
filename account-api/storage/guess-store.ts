import type { GuessStore } from '../domain/password/guess-store'
import type { Connection } from './schema'

/** The row of an hour that says what was usual when it began. */
const usualRow = -1

export const guessStore = (connection: Connection): GuessStore => ({
  add: async (hour, shard) => {
    await connection
      .insertInto('guesses')
      .values({ hour, shard, count: 1 })
      .onConflict((conflict) =>
        conflict.columns(['hour', 'shard']).doUpdateSet(({ eb }) => ({ count: eb('guesses.count', '+', 1) })),
      )
      .execute()
  },

  takeBack: async (hour, shard) => {
    await connection
      .updateTable('guesses')
      .set((column) => ({ count: column('count', '-', 1) }))
      .where('hour', '=', hour)
      .where('shard', '=', shard)
      .where('count', '>', 0)
      .execute()
  },

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

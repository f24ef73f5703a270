import { type Selectable, sql } from 'kysely'
import type { PendingChange, PendingChangeStore } from './pending-change-store'
import type { Connection, Schema } from '../../database/schema'

export const pendingChangeStore = (connection: Connection): PendingChangeStore => ({
  put: async ({ accountId, method, value, successor, isLost, askedBy, askedAt, takesEffectAt }) => {
    const pending = {
      value,
      successor,
      is_lost: isLost ? 1 : 0,
      asked_by: askedBy.join(','),
      asked_at: askedAt,
      takes_effect_at: takesEffectAt,
      attempts: 0,
      next_attempt_at: null,
    }
    await connection
      .insertInto('pending_changes')
      .values({ account_id: accountId, method, ...pending })
      .onConflict((conflict) => conflict.columns(['account_id', 'method']).doUpdateSet(pending))
      .execute()
  },

  of: async (accountId) => {
    const rows = await connection
      .selectFrom('pending_changes')
      .selectAll()
      .where('account_id', '=', accountId)
      .orderBy('method')
      .execute()
    return rows.map(record)
  },

  ofLost: async (method, value) => {
    const rows = await connection
      .selectFrom('pending_changes')
      .selectAll()
      .where('method', '=', method)
      .where('value', '=', value)
      .where('is_lost', '=', 1)
      .execute()
    return rows.map(record)
  },

  claim: async (at, until, limit) => {
    const claimed = await connection
      .with(
        (due) => due('due').materialized(),
        (query) =>
          query
            .selectFrom('pending_changes')
            .select(['account_id', 'method'])
            .where(nextAttemptAt, '<=', at)
            .orderBy(nextAttemptAt)
            .limit(limit)
            .forNoKeyUpdate()
            .skipLocked(),
      )
      .updateTable('pending_changes')
      .set((change) => ({ next_attempt_at: until, attempts: change('attempts', '+', 1) }))
      .where(
        ({ refTuple, selectFrom }) =>
          sql<boolean>`${refTuple('account_id', 'method')} in ${selectFrom('due').select(['account_id', 'method'])}`,
      )
      .returning(['account_id', 'method', 'attempts'])
      .execute()
    return claimed.map(({ account_id, method, attempts }) => ({ accountId: account_id, method, attempts }))
  },

  postpone: async ({ accountId, method }, until) => {
    await connection
      .updateTable('pending_changes')
      .set({ next_attempt_at: until })
      .where('account_id', '=', accountId)
      .where('method', '=', method)
      // One that was asked for again since then waits for its own day.
      .where('next_attempt_at', 'is not', null)
      .execute()
  },

  take: async ({ accountId, method }, at) => {
    const row = await connection
      .deleteFrom('pending_changes')
      .where('account_id', '=', accountId)
      .where('method', '=', method)
      .where('takes_effect_at', '<=', at)
      .returningAll()
      .executeTakeFirst()
    return row && record(row)
  },

  drop: async (accountId, method) => {
    const rows = await connection
      .deleteFrom('pending_changes')
      .where('account_id', '=', accountId)
      .$if(method !== undefined, (query) => query.where('method', '=', method ?? ''))
      .returningAll()
      .execute()
    return rows.map(record)
  },
})

/** A change is due when it takes effect, and again when a claim or a delay has ended. There is an index on this. */
const nextAttemptAt = sql<number>`coalesce(next_attempt_at, takes_effect_at)`

const record = (row: Selectable<Schema['pending_changes']>): PendingChange => ({
  accountId: row.account_id,
  method: row.method,
  value: row.value,
  successor: row.successor,
  isLost: row.is_lost === 1,
  askedBy: row.asked_by.split(',').filter((factor) => factor !== '') as PendingChange['askedBy'],
  askedAt: row.asked_at,
  takesEffectAt: row.takes_effect_at,
})

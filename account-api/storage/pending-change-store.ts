import type { Selectable } from 'kysely'
import type { PendingChange, PendingChangeStore } from '../domain/pending-change/pending-change-store'
import type { Connection, Schema } from './schema'

export const pendingChangeStore = (connection: Connection): PendingChangeStore => ({
  put: async ({ accountId, method, value, successor, isLost, askedAt, takesEffectAt }) => {
    const pending = {
      value,
      successor,
      is_lost: isLost ? 1 : 0,
      asked_at: askedAt,
      takes_effect_at: takesEffectAt,
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

  due: async (at, limit) => {
    const rows = await connection
      .selectFrom('pending_changes')
      .select(['account_id', 'method'])
      .where('takes_effect_at', '<=', at)
      .orderBy('takes_effect_at')
      .limit(limit)
      .execute()
    return rows.map(({ account_id, method }) => ({ accountId: account_id, method }))
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

const record = (row: Selectable<Schema['pending_changes']>): PendingChange => ({
  accountId: row.account_id,
  method: row.method,
  value: row.value,
  successor: row.successor,
  isLost: row.is_lost === 1,
  askedAt: row.asked_at,
  takesEffectAt: row.takes_effect_at,
})

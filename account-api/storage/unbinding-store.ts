import type { Selectable } from 'kysely'
import type { PendingUnbinding, UnbindingStore } from '../domain/unbinding/unbinding-store'
import type { Connection, Schema } from './schema'

export const unbindingStore = (connection: Connection): UnbindingStore => ({
  put: async ({ accountId, mobile, askedAt, takesEffectAt }) => {
    const pending = { mobile, asked_at: askedAt, takes_effect_at: takesEffectAt }
    await connection
      .insertInto('held_unbindings')
      .values({ account_id: accountId, ...pending })
      .onConflict((conflict) => conflict.column('account_id').doUpdateSet(pending))
      .execute()
  },

  of: async (accountId) => {
    const row = await connection
      .selectFrom('held_unbindings')
      .selectAll()
      .where('account_id', '=', accountId)
      .executeTakeFirst()
    return row && record(row)
  },

  ofMobile: async (mobile) => {
    const rows = await connection.selectFrom('held_unbindings').selectAll().where('mobile', '=', mobile).execute()
    return rows.map(record)
  },

  due: async (at, limit) => {
    const rows = await connection
      .selectFrom('held_unbindings')
      .select('account_id')
      .where('takes_effect_at', '<=', at)
      .orderBy('takes_effect_at')
      .limit(limit)
      .execute()
    return rows.map((row) => row.account_id)
  },

  take: async (accountId, at) => {
    const row = await connection
      .deleteFrom('held_unbindings')
      .where('account_id', '=', accountId)
      .where('takes_effect_at', '<=', at)
      .returningAll()
      .executeTakeFirst()
    return row && record(row)
  },

  drop: async (accountId) => {
    const row = await connection
      .deleteFrom('held_unbindings')
      .where('account_id', '=', accountId)
      .returningAll()
      .executeTakeFirst()
    return row && record(row)
  },
})

const record = (row: Selectable<Schema['held_unbindings']>): PendingUnbinding => ({
  accountId: row.account_id,
  mobile: row.mobile,
  askedAt: row.asked_at,
  takesEffectAt: row.takes_effect_at,
})

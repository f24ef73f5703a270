import type { GuardStore } from './guard-store'
import type { Connection } from '../../database/schema'

export const guardStore = (connection: Connection): GuardStore => ({
  put: async ({ accountId, kind, value, boundAt, since, until }) => {
    const guard = { kind, address: value, bound_at: boundAt, since, until }
    await connection
      .insertInto('guards')
      .values({ account_id: accountId, ...guard })
      .onConflict((conflict) => conflict.column('account_id').doUpdateSet(guard))
      .execute()
  },

  of: async (accountId, at) => {
    const row = await connection
      .selectFrom('guards')
      .selectAll()
      .where('account_id', '=', accountId)
      .where('until', '>', at)
      .executeTakeFirst()
    return (
      row && {
        accountId: row.account_id,
        kind: row.kind,
        value: row.address,
        boundAt: row.bound_at,
        since: row.since,
        until: row.until,
      }
    )
  },
})

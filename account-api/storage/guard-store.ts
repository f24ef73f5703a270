import type { GuardStore } from '../domain/not-me/guard-store'
import type { Connection } from './schema'

export const guardStore = (connection: Connection): GuardStore => ({
  put: async ({ accountId, kind, value, boundAt, since, until }) => {
    const guard = { kind, address: value, bound_at: boundAt, since, until, proven_session: null, proven_at: null }
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
        proven: row.proven_session === null ? null : { sessionId: row.proven_session, at: row.proven_at ?? row.since },
      }
    )
  },

  noteProof: async ({ accountId, address, sessionId, at }) => {
    await connection
      .updateTable('guards')
      .set({ proven_session: sessionId, proven_at: at })
      .where('account_id', '=', accountId)
      .where('address', '=', address)
      .execute()
  },
})

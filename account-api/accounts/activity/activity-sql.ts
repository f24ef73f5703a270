import { sql } from 'kysely'
import type { ActivityStore } from './activity-store'
import type { Connection } from '../../database/schema'

export const activityStore = (connection: Connection): ActivityStore => ({
  insert: async ({ id, accountId, kind, at, clientAddress, client, detail }) => {
    await connection
      .insertInto('activity')
      .values({ id, account_id: accountId, kind, at, address: clientAddress, client, detail })
      .execute()
  },

  list: async (accountId, { limit, before, after, since, until }) => {
    const order = after ? 'asc' : 'desc'
    let query = connection
      .selectFrom('activity')
      .select(['id', 'account_id as accountId', 'kind', 'at', 'address as clientAddress', 'client', 'detail'])
      .where('account_id', '=', accountId)
    if (since !== undefined) query = query.where('at', '>', since)
    if (until !== undefined) query = query.where('at', '<=', until)
    // The time alone tells PostgreSQL which months it needs.
    if (before) query = query.where('at', '<=', before.at).where(sql<boolean>`(at, id) < (${before.at}, ${before.id})`)
    if (after) query = query.where('at', '>=', after.at).where(sql<boolean>`(at, id) > (${after.at}, ${after.id})`)
    const rows = await query.orderBy('at', order).orderBy('id', order).limit(limit).execute()
    return after ? rows.reverse() : rows
  },
})

import type { ActivityStore } from '../domain/activity/activity-store'
import type { Connection } from './schema'

export const activityStore = (connection: Connection): ActivityStore => ({
  insert: async ({ id, accountId, kind, at, clientAddress, client, detail }) => {
    await connection
      .insertInto('activity')
      .values({ id, account_id: accountId, kind, at, address: clientAddress, client, detail })
      .execute()
  },

  newest: async (accountId, { offset, limit }) =>
    connection
      .selectFrom('activity')
      .select(['id', 'account_id as accountId', 'kind', 'at', 'address as clientAddress', 'client', 'detail'])
      .where('account_id', '=', accountId)
      .orderBy('id', 'desc')
      .offset(offset)
      .limit(limit)
      .execute(),

  count: async (accountId) => {
    const { total } = await connection
      .selectFrom('activity')
      .select((select) => select.fn.countAll<number>().as('total'))
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow()
    return Number(total)
  },
})

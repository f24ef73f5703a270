import type { Selectable } from 'kysely'
import type { PlatformBinding, PlatformStore } from '../domain/platform/platform-store'
import type { Connection, Schema } from './schema'

export const platformStore = (connection: Connection): PlatformStore => ({
  bind: async ({ platform, openid, accountId, name, at }) => {
    const bound = await connection
      .insertInto('platform_bindings')
      .values({ platform, openid, account_id: accountId, name, bound_at: at })
      .onConflict((conflict) => conflict.columns(['platform', 'openid']).doNothing())
      .returning('platform')
      .executeTakeFirst()
    return bound !== undefined
  },

  unbind: async ({ platform, openid, accountId }) => {
    const unbound = await connection
      .deleteFrom('platform_bindings')
      .where('platform', '=', platform)
      .where('openid', '=', openid)
      .where('account_id', '=', accountId)
      .returning('platform')
      .executeTakeFirst()
    return unbound !== undefined
  },

  of: async (accountId) => {
    const rows = await connection
      .selectFrom('platform_bindings')
      .selectAll()
      .where('account_id', '=', accountId)
      .orderBy('bound_at')
      .orderBy('platform')
      .execute()
    return rows.map(binding)
  },
})

const binding = (row: Selectable<Schema['platform_bindings']>): PlatformBinding => ({
  platform: row.platform,
  openid: row.openid,
  accountId: row.account_id,
  name: row.name,
  boundAt: row.bound_at,
})

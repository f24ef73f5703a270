import type { Selectable } from 'kysely'
import type { PlatformBinding, PlatformStore } from './platform-store'
import type { Connection, Schema } from '../../database/schema'

export const platformStore = (connection: Connection): PlatformStore => ({
  bind: async ({ platform, appId = '', openid, unionid = null, tenantKey = null, accountId, name, at }) => {
    const bound = await connection
      .insertInto('platform_bindings')
      .values({
        platform,
        app_id: appId,
        openid,
        unionid,
        tenant_key: tenantKey,
        account_id: accountId,
        name,
        bound_at: at,
        picture: null,
      })
      .onConflict((conflict) => conflict.doNothing())
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
      .returning('picture')
      .executeTakeFirst()
    if (unbound?.picture) await connection.deleteFrom('images').where('key', '=', unbound.picture).execute()
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

  find: async ({ platform, appId, openid, unionid }) => {
    const ofPlatform = connection.selectFrom('platform_bindings').selectAll().where('platform', '=', platform)
    const row = await ofPlatform.where('app_id', '=', appId).where('openid', '=', openid).executeTakeFirst()
    if (row || unionid === null) return row && binding(row)
    const union = await ofPlatform.where('unionid', '=', unionid).executeTakeFirst()
    return union && binding(union)
  },

  setPicture: async ({ platform, appId, openid, accountId, picture }) => {
    const { numUpdatedRows } = await connection
      .updateTable('platform_bindings')
      .set({ picture })
      .where('platform', '=', platform)
      .where('app_id', '=', appId)
      .where('openid', '=', openid)
      .where('account_id', '=', accountId)
      .where('picture', 'is', null)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  },

  addUnionid: async ({ platform, appId, openid, unionid }) => {
    await connection
      .updateTable('platform_bindings')
      .set({ unionid })
      .where('platform', '=', platform)
      .where('app_id', '=', appId)
      .where('openid', '=', openid)
      .where('unionid', 'is', null)
      .execute()
  },
})

const binding = (row: Selectable<Schema['platform_bindings']>): PlatformBinding => ({
  platform: row.platform,
  appId: row.app_id,
  openid: row.openid,
  unionid: row.unionid,
  accountId: row.account_id,
  name: row.name,
  tenantKey: row.tenant_key,
  boundAt: row.bound_at,
  picture: row.picture,
})

import type { Selectable } from 'kysely'
import { prepared } from '#account-api/database/prepared'
import type { Connection, Schema } from '#account-api/database/schema'

export interface OutsideIds {
  platform: string
  /** The operator's app that got the openid. The person may have another openid for another app. */
  appId: string
  /** The provider's id for the person, for that app. */
  openid: string
  /** The provider's id for the person, for all apps of this operator. Null: the provider gives no such id. */
  unionid: string | null
}

/** A third-party identity of an account: at most one of each platform, and of one account only. */
export interface PlatformBinding extends OutsideIds {
  accountId: string
  name: string
  /** The provider's id for the person's organisation. */
  tenantKey: string | null
  boundAt: number
  /** The key of its picture, which is deleted together with the identity. */
  picture: string | null
}

/** The optional fields of a binding: an unnamed app, and ids that the provider does not have. */
type Unnamed = Partial<Pick<PlatformBinding, 'appId' | 'unionid' | 'tenantKey'>>

/** A third-party identity, as its platform has just reported it. */
export interface PlatformProfile extends Unnamed, Pick<PlatformBinding, 'platform' | 'openid' | 'name'> {
  registers?: boolean
  pictureUrl?: string
}

export type WholeProfile = Required<Omit<PlatformProfile, 'registers' | 'pictureUrl'>> &
  Pick<PlatformProfile, 'pictureUrl'>

export type NewBinding = Pick<PlatformBinding, 'platform' | 'openid' | 'accountId' | 'name'> & Unnamed & { at: number }

type Named = Pick<PlatformBinding, 'platform' | 'openid'>

export const hasPlatform = (platforms: readonly Named[], { platform, openid }: Named): boolean =>
  platforms.some((each) => each.platform === platform && each.openid === openid)

const ofAccount = prepared((connection, { accountId }: { accountId: string }) =>
  connection
    .selectFrom('platform_bindings')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('bound_at')
    .orderBy('platform'),
)

export const platformStore = (connection: Connection) => ({
  /**
   * Binds an identity. False when it is bound already, by either of its ids, or the account has another of this
   * platform.
   */
  bind: async ({ platform, openid, name, ...binding }: NewBinding): Promise<boolean> => {
    const bound = await connection
      .insertInto('platform_bindings')
      .values({
        platform,
        app_id: binding.appId ?? '',
        openid,
        unionid: binding.unionid ?? null,
        tenant_key: binding.tenantKey ?? null,
        account_id: binding.accountId,
        name,
        bound_at: binding.at,
        picture: null,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('platform')
      .executeTakeFirst()
    return bound !== undefined
  },

  /** Unbinds an identity. False when the account is not bound to it. */
  unbind: async ({ platform, openid, accountId }: Named & { accountId: string }): Promise<boolean> => {
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

  /** The identities of an account, in the order in which they were bound. */
  of: async (accountId: string): Promise<PlatformBinding[]> =>
    (await ofAccount(connection, { accountId })).map(binding),

  /** The binding of a person at a provider: by the id for the app, otherwise by the id for all apps. */
  find: async ({ platform, appId, openid, unionid }: OutsideIds): Promise<PlatformBinding | undefined> => {
    const ofPlatform = connection.selectFrom('platform_bindings').selectAll().where('platform', '=', platform)
    const row = await ofPlatform.where('app_id', '=', appId).where('openid', '=', openid).executeTakeFirst()
    if (row || unionid === null) return row && binding(row)
    const union = await ofPlatform.where('unionid', '=', unionid).executeTakeFirst()
    return union && binding(union)
  },

  /**
   * Stores the picture of a binding. False when the account no longer has the binding, or the binding has a picture.
   */
  setPicture: async (of: Named & Pick<PlatformBinding, 'appId' | 'accountId' | 'picture'>): Promise<boolean> => {
    const { numUpdatedRows } = await connection
      .updateTable('platform_bindings')
      .set({ picture: of.picture })
      .where('platform', '=', of.platform)
      .where('app_id', '=', of.appId)
      .where('openid', '=', of.openid)
      .where('account_id', '=', of.accountId)
      .where('picture', 'is', null)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  },

  /** Adds the id for all apps to a binding that has none. */
  addUnionid: async ({ platform, appId, openid, unionid }: OutsideIds & { unionid: string }): Promise<void> => {
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

export type PlatformStore = ReturnType<typeof platformStore>

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

import { type Kysely, sql } from 'kysely'

/**
 * A third-party identity is one of an app of ours at its platform, and may have a second id, towards all apps. SQLite
 * cannot change a primary key, so the table is made anew; no provider could be set up before, so it has few rows.
 */
export const outsideIds = {
  up: async (database: Kysely<unknown>): Promise<void> => {
    const { schema } = database
    await schema
      .createTable('outside_identities')
      .addColumn('platform', 'text', (column) => column.notNull())
      .addColumn('app_id', 'text', (column) => column.notNull())
      .addColumn('openid', 'text', (column) => column.notNull())
      .addColumn('unionid', 'text')
      .addColumn('account_id', 'text', (column) => column.notNull().references('accounts.id').onDelete('cascade'))
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('tenant_key', 'text')
      .addColumn('bound_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('outside_identities_pk', ['platform', 'app_id', 'openid'])
      .addUniqueConstraint('outside_identities_one_of_a_platform', ['account_id', 'platform'])
      .execute()
    await sql`insert into outside_identities (platform, app_id, openid, account_id, name, bound_at)
      select platform, '', openid, account_id, name, bound_at from platform_bindings`.execute(database)
    await schema.dropTable('platform_bindings').execute()
    await schema.alterTable('outside_identities').renameTo('platform_bindings').execute()
    await schema
      .createIndex('platform_bindings_by_unionid')
      .on('platform_bindings')
      .columns(['platform', 'unionid'])
      .unique()
      .where(sql`unionid`, 'is not', null)
      .execute()
  },
}

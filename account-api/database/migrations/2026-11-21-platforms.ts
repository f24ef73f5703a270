import type { Kysely } from 'kysely'

/** The third-party identities that are bound to accounts. */
export const platforms = {
  up: async ({ schema }: Kysely<unknown>): Promise<void> => {
    await schema
      .createTable('platform_bindings')
      .addColumn('platform', 'text', (column) => column.notNull())
      .addColumn('openid', 'text', (column) => column.notNull())
      .addColumn('account_id', 'text', (column) => column.notNull().references('accounts.id').onDelete('cascade'))
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('bound_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('platform_bindings_pk', ['platform', 'openid'])
      .addUniqueConstraint('platform_bindings_one_of_a_platform', ['account_id', 'platform'])
      .execute()
  },
}

import type { Kysely } from 'kysely'

/** The pictures of accounts. An account without an upload shows a default picture. */
export const pictures = {
  up: async ({ schema }: Kysely<unknown>): Promise<void> => {
    for (const column of ['avatar', 'background'])
      await schema.alterTable('accounts').addColumn(column, 'text').execute()

    await schema
      .createTable('images')
      .addColumn('key', 'text', (column) => column.primaryKey())
      .addColumn('account_id', 'text', (column) => column.notNull().references('accounts.id').onDelete('cascade'))
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('media_type', 'text', (column) => column.notNull())
      .addColumn('base64', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute()
    await schema.createIndex('images_by_account').on('images').columns(['account_id', 'kind']).execute()
  },
}

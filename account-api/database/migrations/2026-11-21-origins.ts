import type { Kysely } from 'kysely'

/** The origin of sessions, and the activity of accounts. */
export const origins = {
  up: async ({ schema }: Kysely<unknown>): Promise<void> => {
    // SQLite adds one column at a time.
    for (const column of ['address', 'client', 'way'])
      await schema
        .alterTable('sessions')
        .addColumn(column, 'text', (definition) => definition.notNull().defaultTo(''))
        .execute()

    await schema
      .createTable('activity')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('account_id', 'text', (column) => column.notNull().references('accounts.id').onDelete('cascade'))
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addColumn('address', 'text', (column) => column.notNull())
      .addColumn('client', 'text', (column) => column.notNull())
      .addColumn('detail', 'text', (column) => column.notNull())
      .execute()
    await schema.createIndex('activity_by_account').on('activity').columns(['account_id', 'id']).execute()
    await schema.createIndex('activity_by_time').on('activity').column('at').execute()
  },
}

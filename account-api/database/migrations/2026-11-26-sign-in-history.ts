import type { Kysely } from 'kysely'

/** What accounts had before each change of their sign-in methods, and the guards of secured accounts. */
export const signInHistory = {
  up: async ({ schema }: Kysely<unknown>): Promise<void> => {
    await schema
      .createTable('sign_in_history')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('account_id', 'text', (column) => column.notNull().references('accounts.id').onDelete('cascade'))
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addColumn('change', 'text', (column) => column.notNull())
      .addColumn('mobile', 'text')
      .addColumn('mobile_bound_at', 'bigint')
      .addColumn('email', 'text')
      .addColumn('email_bound_at', 'bigint')
      .addColumn('platforms', 'text', (column) => column.notNull())
      .addColumn('password_hash', 'text')
      .execute()
    await schema
      .createIndex('sign_in_history_by_account')
      .on('sign_in_history')
      .columns(['account_id', 'at', 'id'])
      .execute()
    await schema.createIndex('sign_in_history_by_time').on('sign_in_history').column('at').execute()

    await schema
      .createTable('guards')
      .addColumn('account_id', 'text', (column) => column.primaryKey().references('accounts.id').onDelete('cascade'))
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('address', 'text', (column) => column.notNull())
      .addColumn('bound_at', 'bigint', (column) => column.notNull())
      .addColumn('since', 'bigint', (column) => column.notNull())
      .addColumn('until', 'bigint', (column) => column.notNull())
      .execute()
    await schema.createIndex('guards_by_end').on('guards').column('until').execute()
  },
}

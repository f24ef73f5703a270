import type { Kysely } from 'kysely'

/** The browsers that have signed in to an account before. */
export const knownBrowsers = {
  up: async ({ schema }: Kysely<unknown>): Promise<void> => {
    await schema
      .createTable('known_browsers')
      .addColumn('token_hash', 'text', (column) => column.primaryKey())
      .addColumn('account_id', 'text', (column) => column.notNull().references('accounts.id').onDelete('cascade'))
      .addColumn('session_id', 'text', (column) => column.notNull())
      .addColumn('signed_in_at', 'bigint', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .execute()
    // An account has few, so this index finds each of its rows.
    await schema
      .createIndex('known_browsers_by_account')
      .on('known_browsers')
      .columns(['account_id', 'expires_at'])
      .execute()
    await schema.createIndex('known_browsers_by_end').on('known_browsers').column('expires_at').execute()
  },
}

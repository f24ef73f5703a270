import type { Migration } from './migration'

/** The schemes of apps that the operator has allowed to a client. */
export const clientSchemes: Migration = {
  up: async (database) => {
    await database.schema
      .alterTable('open_clients')
      .addColumn('app_schemes', 'text', (column) => column.defaultTo('').notNull())
      .execute()
  },
}

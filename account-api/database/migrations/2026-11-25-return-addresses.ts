import type { Kysely } from 'kysely'

/** Return addresses that are too long for a URL. They live for an hour. */
export const returnAddresses = {
  up: async ({ schema }: Kysely<unknown>): Promise<void> => {
    await schema
      .createTable('return_addresses')
      .addColumn('handle_hash', 'text', (column) => column.primaryKey())
      .addColumn('address', 'text', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .execute()
    await schema.createIndex('return_addresses_by_end').on('return_addresses').column('expires_at').execute()
  },
}

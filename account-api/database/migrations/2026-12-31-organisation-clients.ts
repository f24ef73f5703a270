import { type Kysely, sql } from 'kysely'
import { createLargeIndex } from './large-index'

/** Applications of organisations may have a picture, and are disabled by their organisation or by the operator. */
export const organisationClients = {
  up: async ({ schema }: Kysely<unknown>): Promise<void> => {
    await schema
      .alterTable('open_clients')
      .addColumn('is_disabled_by_owner', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
    await schema
      .createTable('client_icons')
      .addColumn('key', 'text', (column) => column.primaryKey())
      .addColumn('client_id', 'text', (column) =>
        column.notNull().unique().references('open_clients.id').onDelete('cascade'),
      )
      .addColumn('base64', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute()
    // They are erased with what people have authorised them to do.
    await schema
      .createIndex('open_clients_to_erase')
      .on('open_clients')
      .column('id')
      .where(sql<boolean>`removed_at is not null and organisation_id is not null`)
      .execute()
  },
}

/** The erasure of an application finds its sessions by it. */
export const organisationClientIndexes = {
  outsideTransaction: true as const,
  up: (database: Kysely<unknown>): Promise<void> =>
    createLargeIndex(database, {
      name: 'client_sessions_of_client',
      table: 'client_sessions',
      columns: ['client_id', 'id'],
    }),
}

import { sql } from 'kysely'
import { createLargeIndex } from './large-index'
import type { Migration } from './migration'

/** Clients with metadata documents, and the scopes of each API that they may request. */
export const clientDocuments: Migration = {
  up: async (database) => {
    await sql`alter table open_clients add column document_until bigint`.execute(database)
    await sql`alter table open_clients add column is_kept integer default 0 not null`.execute(database)
    await sql`alter table open_apis add column document_scopes text default '[]' not null`.execute(database)
  },
}

/** Finds those that nothing keeps. */
export const describedClients: Migration = {
  outsideTransaction: true,
  up: (database) =>
    createLargeIndex(database, {
      name: 'open_clients_not_kept',
      table: 'open_clients',
      columns: ['document_until'],
      where: 'document_until is not null and is_kept = 0',
    }),
}

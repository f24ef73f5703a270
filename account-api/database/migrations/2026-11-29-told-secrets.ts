import { sql } from 'kysely'
import { createLargeIndex } from './large-index'
import type { Migration } from './migration'

/** The expiry of a client's secret that its organisation was last told. */
export const toldSecrets: Migration = {
  up: async (database) => {
    await sql`alter table open_clients add column secret_told_of bigint`.execute(database)
  },
}

export const expiringSecrets: Migration = {
  outsideTransaction: true,
  up: (database) =>
    createLargeIndex(database, {
      name: 'open_clients_by_secret_expiry',
      table: 'open_clients',
      columns: ['secret_expires_at'],
      where: 'secret_expires_at is not null',
    }),
}

import { sql } from 'kysely'
import { createLargeIndex } from './large-index'
import type { Migration } from './migration'

/** Webhooks of clients, which get signals about people, and what such a delivery says. */
export const signals: Migration = {
  up: async (database) => {
    await sql`alter table events add column kinds text default '' not null`.execute(database)
    await sql`alter table client_sessions add column awaits_signal smallint default 0 not null`.execute(database)
    await sql`alter table webhooks add column client_id text references open_clients (id) on delete cascade`.execute(
      database,
    )
    await sql`create unique index webhooks_of_client on webhooks (client_id) where client_id is not null`.execute(
      database,
    )
    await sql`alter table webhook_deliveries add column account_id text references accounts (id) on delete cascade`.execute(
      database,
    )
    await sql`alter table webhook_deliveries add column signal text`.execute(database)
  },
}

/** Finds ended sessions whose client is not signalled yet, and the deliveries about an account. */
export const signalIndexes: Migration = {
  outsideTransaction: true,
  up: async (database) => {
    await createLargeIndex(database, {
      name: 'client_sessions_to_signal',
      table: 'client_sessions',
      columns: ['session_id', 'id'],
      where: 'awaits_signal = 1',
    })
    await createLargeIndex(database, {
      name: 'webhook_deliveries_of_account',
      table: 'webhook_deliveries',
      columns: ['account_id'],
      where: 'account_id is not null',
    })
  },
}

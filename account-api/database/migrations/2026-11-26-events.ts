import { sql } from 'kysely'
import type { Migration } from './migration'

const statements = [
  // Its key sorts by time. Readers and the sweep use that order.
  `create table events (
    id text primary key,
    at bigint not null,
    call text not null,
    actor text not null,
    account_id text references accounts (id) on delete cascade,
    organisation_id text,
    target text,
    client text,
    outcome text not null,
    reason text,
    log_id text not null,
    address_hash text,
    browser text not null
  )`,
  'create index events_of_account on events (account_id, id)',
]

/** Events: act, actor and outcome. */
export const events: Migration = {
  up: async (database) => {
    for (const statement of statements) await sql.raw(statement).execute(database)
  },
}

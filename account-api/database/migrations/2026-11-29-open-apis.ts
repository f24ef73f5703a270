import { sql } from 'kysely'
import type { Migration } from './migration'

const statements = [
  // Rows are never deleted, so an id names one API for good.
  `create table open_apis (
    id text primary key,
    identifier text not null,
    name text not null,
    scopes text not null,
    token_format text not null,
    token_seconds integer not null,
    client_id text,
    created_at bigint not null,
    removed_at bigint
  )`,
  'create unique index open_apis_by_identifier on open_apis (identifier) where removed_at is null',
  'alter table open_clients add column machine_used_at bigint',
]

/** APIs that get tokens from here, and when a client last got a token without a person. */
export const openApis: Migration = {
  up: async (database) => {
    for (const statement of statements) await sql.raw(statement).execute(database)
  },
}

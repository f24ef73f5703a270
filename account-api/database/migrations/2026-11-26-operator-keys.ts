import { sql } from 'kysely'
import type { Migration } from './migration'

const statements = [
  `create table operator_keys (
    id text primary key,
    hash text not null,
    name text not null,
    holder text not null,
    scopes text not null,
    created_at bigint not null,
    expires_at bigint not null,
    revoked_at bigint,
    last_used_at bigint
  )`,
  'create unique index operator_keys_by_hash on operator_keys (hash)',
  'create index operator_keys_by_end on operator_keys (expires_at)',
  // Valid keys are counted before another one is made.
  'create index operator_keys_good on operator_keys (expires_at) where revoked_at is null',
]

/** Keys with which operators make calls. */
export const operatorKeys: Migration = {
  up: async (database) => {
    for (const statement of statements) await sql.raw(statement).execute(database)
  },
}

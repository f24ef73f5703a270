import { sql } from 'kysely'
import type { Migration } from './migration'

const statements = [
  // On the account's own row, because every sign-in reads them, and a change of them takes the same lock as a change of
  // the password.
  'alter table accounts add column authenticator_since bigint',
  'alter table accounts add column asks_authenticator integer default 0 not null',
  'alter table sessions add column authenticator_proven_at bigint',
  // What the account had before a change, as JSON.
  'alter table sign_in_history add column authenticator text',
  `create table authenticators (
    account_id text primary key references accounts (id) on delete cascade,
    sealed text not null,
    sealed_by text not null,
    last_step bigint not null
  )`,
  'create index authenticators_by_key on authenticators (sealed_by)',
  `create table recovery_codes (
    account_id text not null references accounts (id) on delete cascade,
    hash text not null,
    made_at bigint not null,
    constraint recovery_codes_pk primary key (account_id, hash)
  )`,
]

/** Authenticator apps (RFC 6238) and recovery codes. */
export const authenticators: Migration = {
  up: async (database) => {
    for (const statement of statements) await sql.raw(statement).execute(database)
  },
}

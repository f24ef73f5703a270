import { sql } from 'kysely'
import type { Migration } from './migration'

const statements = [
  // On the account's own row, because every second verification reads it.
  'alter table accounts add column passkey_since bigint',
  'alter table sessions add column passkey_proven_at bigint',
  // What the account had before a change, as JSON.
  'alter table sign_in_history add column passkeys text',
  `create table passkeys (
    id text primary key,
    account_id text not null references accounts (id) on delete cascade,
    credential_id text not null,
    public_key text not null,
    counter bigint not null,
    transports text not null,
    name text not null,
    made_at bigint not null,
    used_at bigint
  )`,
  'create unique index passkeys_by_credential on passkeys (credential_id)',
  'create index passkeys_of_account on passkeys (account_id)',
]

/** Passkeys (WebAuthn). */
export const passkeys: Migration = {
  up: async (database) => {
    for (const statement of statements) await sql.raw(statement).execute(database)
  },
}

import { sql } from 'kysely'
import type { Migration } from './migration'

const statements = [
  // What the account had before a change.
  'alter table sign_in_history add column recovery text',
  'alter table sign_in_history add column recovery_added_at bigint',
  `create table recovery_emails (
    account_id text primary key references accounts (id) on delete cascade,
    email text not null,
    added_at bigint not null
  )`,
  'create index recovery_emails_by_email on recovery_emails (email)',
]

/** Recovery addresses: one more email of an account, which does not sign in. */
export const recoveryEmails: Migration = {
  up: async (database) => {
    for (const statement of statements) await sql.raw(statement).execute(database)
  },
}

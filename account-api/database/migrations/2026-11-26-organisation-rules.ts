import { sql } from 'kysely'
import type { Migration } from './migration'

const statements = [
  // On the organisation's own row, because every call of a member reads them.
  'alter table organisations add column second_factor_from bigint',
  'alter table organisations add column proof_minutes integer',
  'alter table organisations add column acting_hours integer',
  `create table rule_notices (
    organisation_id text primary key references organisations (id) on delete cascade,
    after text not null,
    due_at bigint not null,
    attempts integer not null
  )`,
  'create index rule_notices_due on rule_notices (due_at)',
]

/** Sign-in rules of organisations, and the members who have to be notified of one. */
export const organisationRules: Migration = {
  up: async (database) => {
    for (const statement of statements) await sql.raw(statement).execute(database)
  },
}

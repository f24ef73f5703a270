import { sql } from 'kysely'
import type { Migration } from './migration'

const statements = [
  // Open sessions at the desk have to prove the factor again.
  'alter table desk_sessions add column factor_at bigint default 0 not null',
  'alter table operator_keys add column made_by_operator text',
]

/** When an operator at the desk has proven a factor, and on whose role the keys made there depend. */
export const deskProofs: Migration = {
  up: async (database) => {
    for (const statement of statements) await sql.raw(statement).execute(database)
  },
}

import { sql } from 'kysely'
import type { Migration } from './migration'

const statements = [
  // Sessions at the desk that are open take the factor again.
  'alter table desk_sessions add column factor_at bigint default 0 not null',
  'alter table operator_keys add column made_by_operator text',
]

/** When an operator at the desk has shown a factor, and whose role the keys rest on that were made there. */
export const deskProofs: Migration = {
  up: async (database) => {
    for (const statement of statements) await sql.raw(statement).execute(database)
  },
}

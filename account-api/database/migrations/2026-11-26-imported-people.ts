import { sql } from 'kysely'
import type { Migration } from './migration'

const statements = [
  // The people whom an import has taken over, by a hash of their former id. The row stays when an account is erased, so
  // that a second import does not bring its person back.
  'create table imported_people (origin text primary key, imported_at bigint not null)',
  'create table imported_hash_kinds (hash_kind text primary key, since bigint not null)',
]

/** People of other systems, and the kinds of their password hashes. */
export const importedPeople: Migration = {
  up: async (database) => {
    for (const statement of statements) await sql.raw(statement).execute(database)
  },
}

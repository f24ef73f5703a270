import { sql } from 'kysely'
import type { Migration } from './migration'

const statements = [
  // The key of the logo, which every page of the organisation reads. Its bytes are next to it, as with other pictures.
  'alter table organisations add column logo text',
  `create table organisation_logos (
    key text primary key,
    organisation_id text not null references organisations (id) on delete cascade,
    base64 text not null,
    created_at bigint not null,
    constraint organisation_logos_organisation unique (organisation_id)
  )`,
]

/** Logos of organisations. */
export const organisationLogos: Migration = {
  up: async (database) => {
    for (const statement of statements) await sql.raw(statement).execute(database)
  },
}

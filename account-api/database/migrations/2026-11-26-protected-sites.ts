import { sql } from 'kysely'
import type { Migration } from './migration'

const statements = [
  // Rows are never deleted, so an id names one site for good, and needs no foreign key.
  `create table protected_sites (
    id text primary key,
    name text not null,
    origin text not null,
    people text not null,
    facts text not null,
    created_at bigint not null,
    removed_at bigint
  )`,
  'create unique index protected_sites_by_origin on protected_sites (origin) where removed_at is null',
  // The row is deleted with the session that it comes from, however that one ends.
  `create table site_sessions (
    hash text primary key,
    site_id text not null,
    session_id text not null references sessions (id) on delete cascade,
    challenge text,
    issued_at bigint not null,
    expires_at bigint not null
  )`,
  'create index site_sessions_of_session on site_sessions (session_id, site_id)',
  'create index site_sessions_by_end on site_sessions (expires_at)',
]

/** Sites behind a proxy that asks, at each request, who the person is. */
export const protectedSites: Migration = {
  up: async (database) => {
    for (const statement of statements) await sql.raw(statement).execute(database)
  },
}

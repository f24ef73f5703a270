import { sql } from 'kysely'
import type { Migration } from './migration'

const statements = [
  `create table join_requests (
    id text primary key,
    public_id text not null,
    organisation_id text not null references organisations (id) on delete cascade,
    account_id text not null references accounts (id) on delete cascade,
    email text not null,
    name text not null,
    state text not null,
    asked_at bigint not null,
    ends_at bigint not null,
    constraint join_requests_public_id unique (public_id),
    constraint join_requests_account unique (account_id, organisation_id)
  )`,
  'create index join_requests_by_organisation on join_requests (organisation_id, state, id)',
  'create index join_requests_ends_at on join_requests (ends_at)',
]

/** Requests of people to join organisations. */
export const joinRequests: Migration = {
  up: async (database) => {
    for (const statement of statements) await sql.raw(statement).execute(database)
  },
}

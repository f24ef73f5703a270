import { sql } from 'kysely'
import type { Migration } from './migration'

const statements = [
  `create table operators (
    account_id text primary key references accounts (id) on delete cascade,
    scopes text not null,
    added_at bigint not null,
    added_by text not null,
    line text
  )`,
  // The row is deleted with the account, with the role, and with the session that it comes from, however those end.
  `create table desk_sessions (
    hash text primary key,
    account_id text not null references accounts (id) on delete cascade references operators (account_id) on delete cascade,
    session_id text not null references sessions (id) on delete cascade,
    challenge text,
    issued_at bigint not null,
    expires_at bigint not null,
    last_used_at bigint not null
  )`,
  'create index desk_sessions_of_account on desk_sessions (account_id)',
  'create index desk_sessions_of_session on desk_sessions (session_id)',
  'create index desk_sessions_by_end on desk_sessions (expires_at)',
]

/** People who are operators, and their sessions at the desk. */
export const operators: Migration = {
  up: async (database) => {
    for (const statement of statements) await sql.raw(statement).execute(database)
  },
}

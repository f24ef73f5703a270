/** Operators, their sessions at the desk and their keys, announcements, and people of other systems. */
export const operator = (): string => `
create table operators (
  account_id text primary key references accounts (id) on delete cascade,
  scopes text not null,
  added_at bigint not null,
  added_by text not null,
  line text
);

-- The row is deleted with the account, with the role, and with the session that it comes from, however those end.
create table desk_sessions (
  hash text primary key,
  account_id text not null references accounts (id) on delete cascade references operators (account_id) on delete cascade,
  session_id text not null references sessions (id) on delete cascade,
  challenge text,
  issued_at bigint not null,
  expires_at bigint not null,
  last_used_at bigint not null,
  factor_at bigint default 0 not null
);
create index desk_sessions_of_account on desk_sessions (account_id);
create index desk_sessions_of_session on desk_sessions (session_id);
create index desk_sessions_by_end on desk_sessions (expires_at);

-- Keys with which operators make calls. Valid keys are counted before another one is made. made_by_operator is the account
-- on whose role a key depends that was made at the desk.
create table operator_keys (
  id text primary key,
  hash text not null,
  name text not null,
  holder text not null,
  scopes text not null,
  created_at bigint not null,
  expires_at bigint not null,
  revoked_at bigint,
  last_used_at bigint,
  made_by text,
  made_by_operator text,
  line text
);
create unique index operator_keys_by_hash on operator_keys (hash);
create index operator_keys_by_end on operator_keys (expires_at);
create index operator_keys_good on operator_keys (expires_at) where revoked_at is null;

create table announcements (
  id text primary key,
  text_en text not null,
  text_zh_hans text not null,
  starts_at bigint not null,
  ends_at bigint not null
);
create index announcements_by_end on announcements (ends_at);

-- The people whom an import has taken over, by a hash of their former id. The row stays when an account is erased, so that
-- a second import does not bring its person back. The report counts those who moved at their own sign-in.
create table imported_people (
  origin text primary key,
  imported_at bigint not null,
  by_sign_in integer default 0 not null
);

-- The kinds of their password hashes.
create table imported_hash_kinds (
  hash_kind text primary key,
  since bigint not null
);
`

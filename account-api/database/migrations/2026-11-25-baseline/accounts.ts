import type { Differences } from './differences'

/** Accounts, their present and past sign-in methods, sessions and browsers. */
export const accounts = ({ withRoom, byBytes, isPostgres }: Differences): string => `
-- What every sign-in or call of a session reads is on the account's own row. So a change of it takes the same lock as a
-- change of the password. An authenticator counts 72 hours after it was added, unless authenticator_counts_from differs.
create table accounts (
  id text primary key,
  account_type integer not null,
  password_hash text,
  language text not null,
  created_at bigint not null,
  name text,
  name_key text ${byBytes},
  avatar text,
  background text,
  birthday text,
  profile_changed_at bigint,
  username_is_chosen integer default 0 not null,
  erase_at bigint,
  erasing_until bigint,
  frozen_at bigint,
  frozen_reason text,
  time_zone text,
  last_used_at bigint not null,
  password_chosen_at bigint,
  password_breached_at bigint,
  erasure_attempts integer default 0 not null,
  terms_version text,
  session_generation integer default 0 not null,
  has_ended_sessions integer default 0 not null,
  earlier_password_hash text,
  earlier_password_taken_at bigint,
  authenticator_since bigint,
  asks_authenticator integer default 0 not null,
  authenticator_counts_from bigint,
  passkey_since bigint,
  factor_asked_at bigint
);
create index accounts_to_erase on accounts (erase_at) where erase_at is not null;
create index accounts_erased_next on accounts ((coalesce(erasing_until, erase_at))) where erase_at is not null;
create index accounts_with_ended_sessions on accounts (id) where has_ended_sessions = 1;
-- Operators find people by the beginning of a name, in the form that searches compare.
create index accounts_by_name_key on accounts (name_key) where name_key is not null;

-- The versions of the operator's terms that people have accepted.
create table terms_acceptances (
  account_id text not null references accounts (id) on delete cascade,
  version text not null,
  accepted_at bigint not null,
  primary key (account_id, version)
);

-- Usernames that look alike have the same skeleton, so that only one of them can be there.
create table identifiers (
  kind text not null,
  value text not null,
  account_id text not null references accounts (id) on delete cascade,
  bound_at bigint not null,
  skeleton text,
  constraint identifiers_pk primary key (kind, value),
  constraint identifiers_one_of_a_kind unique (account_id, kind)
);
create unique index identifiers_by_skeleton on identifiers (skeleton) where skeleton is not null;
${
  // Finds people by the beginning of an identifier. The key of the table sorts by bytes on SQLite alone.
  isPostgres ? 'create index identifiers_by_beginning on identifiers (kind, value collate "C");' : ''
}

create table username_changes (
  id text primary key,
  account_id text not null references accounts (id) on delete cascade,
  username text not null,
  skeleton text not null,
  changed_at bigint not null
);
create index username_changes_by_account on username_changes (account_id, changed_at);
create index username_changes_by_skeleton on username_changes (skeleton, changed_at);
create index username_changes_by_age on username_changes (changed_at);

create table held_usernames (
  account_id text primary key references accounts (id) on delete cascade,
  username text not null,
  skeleton text not null,
  held_at bigint not null
);
create index held_usernames_by_age on held_usernames (held_at, account_id);

create table email_claims (
  account_id text primary key references accounts (id) on delete cascade,
  email text not null,
  claimed_at bigint not null
);
create index email_claims_by_email on email_claims (email, claimed_at);

-- A third-party identity is one of an app of ours at its platform, and may have a second id, towards all apps.
create table platform_bindings (
  platform text not null,
  app_id text not null,
  openid text not null,
  unionid text,
  account_id text not null references accounts (id) on delete cascade,
  name text not null,
  tenant_key text,
  bound_at bigint not null,
  picture text,
  constraint outside_identities_pk primary key (platform, app_id, openid),
  constraint outside_identities_one_of_a_platform unique (account_id, platform)
);
create unique index platform_bindings_by_unionid on platform_bindings (platform, unionid) where unionid is not null;

-- An account without an upload shows a default picture.
create table images (
  key text primary key,
  account_id text not null references accounts (id) on delete cascade,
  kind text not null,
  media_type text not null,
  base64 text not null,
  created_at bigint not null
);
create index images_by_account on images (account_id, kind);

-- Changes of sign-in methods that take effect later, and recoveries by operators. first_operator waits for the agreement
-- of a second one, and sent_at is when the link was sent.
create table pending_changes (
  account_id text not null references accounts (id) on delete cascade,
  method text not null,
  value text not null,
  successor text,
  is_lost integer not null,
  asked_at bigint not null,
  takes_effect_at bigint not null,
  attempts integer default 0 not null,
  next_attempt_at bigint,
  asked_by text default '' not null,
  sent_at bigint,
  first_operator text,
  constraint pending_changes_pk primary key (account_id, method)
);
create index pending_changes_by_value on pending_changes (method, value);
create index pending_changes_due on pending_changes (takes_effect_at);
create index pending_changes_next on pending_changes ((coalesce(next_attempt_at, takes_effect_at)));
create index pending_changes_awaiting on pending_changes (takes_effect_at) where first_operator is not null;

-- What accounts had before each change of their sign-in methods. Authenticators and passkeys are JSON.
create table sign_in_history (
  id text primary key,
  account_id text not null references accounts (id) on delete cascade,
  at bigint not null,
  change text not null,
  mobile text,
  mobile_bound_at bigint,
  email text,
  email_bound_at bigint,
  platforms text not null,
  password_hash text,
  username text not null,
  authenticator text,
  passkeys text,
  recovery text,
  recovery_added_at bigint,
  proven_by text
);
create index sign_in_history_by_account on sign_in_history (account_id, at, id);
create index sign_in_history_by_time on sign_in_history (at);

-- Which address of an account that was secured by "this was not me" is guarded, and until when.
create table guards (
  account_id text primary key references accounts (id) on delete cascade,
  kind text not null,
  address text not null,
  bound_at bigint not null,
  since bigint not null,
  until bigint not null
);
create index guards_by_end on guards (until);

-- A session lives while it is of the generation of its account: an account with very many ends them by a number. An
-- index on the last use would make PostgreSQL write every index of the table at each use, so a sweep goes by due_at.
create table sessions (
  id text primary key,
  token_hash text not null unique,
  account_id text not null references accounts (id) on delete cascade,
  created_at bigint not null,
  last_seen_at bigint not null,
  proven_at bigint not null,
  address text not null,
  client text not null,
  device_name text,
  way text not null,
  previous_token_hash text,
  previous_proven_at bigint,
  mobile_proven_at bigint,
  email_proven_at bigint,
  password_proven_at bigint,
  authenticator_proven_at bigint,
  passkey_proven_at bigint,
  identity_id text,
  due_at bigint not null,
  renewed_at bigint,
  ancestors text not null,
  let_in_by text not null,
  root_way text not null,
  root_proven_at bigint not null,
  generation integer default 0 not null
) ${withRoom};
create index sessions_by_previous_token on sessions (previous_token_hash) where previous_token_hash is not null;
create index sessions_by_due on sessions (due_at);
create index sessions_of_account on sessions (account_id, generation, id);

-- The browsers that have signed in to an account before. The browser and system are stored, so that a copy of the cookie
-- elsewhere is recognised.
create table known_browsers (
  token_hash text primary key,
  account_id text not null references accounts (id) on delete cascade,
  session_id text not null,
  signed_in_at bigint not null,
  expires_at bigint not null,
  client_address text not null,
  client text,
  device_name text
);
create index known_browsers_by_account on known_browsers (account_id, expires_at);
create index known_browsers_by_end on known_browsers (expires_at);

-- The accounts that devices remember, to sign in by a tap.
create table remembered_accounts (
  id text primary key,
  family_hash text not null unique,
  token_hash text not null,
  previous_hash text,
  account_id text not null references accounts (id) on delete cascade,
  session_id text not null,
  address text not null,
  client text not null,
  device_name text,
  proven_at bigint not null,
  last_used_at bigint not null,
  expires_at bigint not null,
  ancestors text not null,
  let_in_by text not null,
  root_way text not null,
  root_proven_at bigint not null,
  constraint remembered_accounts_change_tokens check (token_hash is distinct from previous_hash),
  constraint remembered_accounts_end check (last_used_at <= expires_at)
);
create index remembered_accounts_by_account on remembered_accounts (account_id);
create index remembered_accounts_by_end on remembered_accounts (expires_at);
`

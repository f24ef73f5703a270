/** Applications, APIs, services and protected sites, and what people have granted them. */
export const applications = (): string => `
-- Applications that ask people for authorisation. The rules of claims and what a client has to do in the protocol are
-- JSON. machine_used_at is when it last got a token without a person.
create table open_clients (
  id text primary key,
  name text not null,
  icon text,
  organisation_id text references organisations (id) on delete cascade,
  redirect_uris text not null,
  post_logout_uris text not null,
  logout_url text,
  scopes text not null,
  is_first_party integer not null,
  is_verified integer not null,
  secret_hash text,
  previous_secret_hash text,
  previous_secret_until bigint,
  created_at bigint not null,
  disabled_at bigint,
  removed_at bigint,
  requires_pkce integer default 1 not null,
  has_device_grant integer default 0 not null,
  is_disabled_by_owner integer default 0 not null,
  id_token_alg text default 'RS256' not null,
  tokens_ended_at bigint,
  claim_rules text,
  protocol text,
  app_schemes text default '' not null,
  machine_used_at bigint,
  registered_by text,
  secret_expires_at bigint,
  constraint open_clients_overlap check ((previous_secret_hash is null) = (previous_secret_until is null))
);
create index open_clients_of_owner on open_clients (organisation_id, id);
create index open_clients_to_tell on open_clients (id) where logout_url is not null;
create index open_clients_to_erase on open_clients (id) where removed_at is not null and organisation_id is not null;

create table client_icons (
  key text primary key,
  client_id text not null unique references open_clients (id) on delete cascade,
  base64 text not null,
  created_at bigint not null
);

-- APIs that get tokens from here. Rows are never deleted, so an id always names one API.
create table open_apis (
  id text primary key,
  identifier text not null,
  name text not null,
  scopes text not null,
  token_format text not null,
  token_seconds integer not null,
  client_id text,
  may_refresh integer default 0 not null,
  organisation_scopes text default '[]' not null,
  created_at bigint not null,
  removed_at bigint
);
create unique index open_apis_by_identifier on open_apis (identifier) where removed_at is null;

-- An identity is of one account, and its end finds its authorisations. agreed_to is what the consent page said about the
-- client, as JSON.
create table authorisations (
  id text primary key,
  account_id text not null references accounts (id) on delete cascade,
  client_id text not null references open_clients (id) on delete cascade,
  identity_id text references identities (id) on delete cascade,
  scopes text not null,
  declined text not null,
  granted_at bigint not null,
  used_at bigint,
  granted_in text,
  agreed_to text,
  ended_at bigint,
  constraint authorisations_of_client unique (client_id, account_id),
  constraint authorisations_of_identity unique (identity_id, client_id)
);
create index authorisations_of_account on authorisations (account_id);

-- A record goes with its authorisation or session, however that ends.
create table protocol_records (
  hash text primary key,
  payload text not null,
  grant_hash text,
  authorisation_id text references authorisations (id) on delete cascade,
  session_id text unique references sessions (id) on delete cascade,
  expires_at bigint not null,
  consumed_at bigint,
  user_code_hash text,
  answered_at bigint,
  answered_in text,
  chain_hash text,
  subject_hash text references protocol_records (hash) on delete cascade
);
create index protocol_records_by_grant_hash on protocol_records (grant_hash) where grant_hash is not null;
create index protocol_records_by_authorisation_id on protocol_records (authorisation_id)
  where authorisation_id is not null;
create index protocol_records_by_end on protocol_records (expires_at);
create unique index protocol_records_by_user_code on protocol_records (user_code_hash)
  where user_code_hash is not null;
create index protocol_records_by_subject on protocol_records (subject_hash) where subject_hash is not null;
create index protocol_records_by_chain on protocol_records (chain_hash) where chain_hash is not null;

-- A row stays when its session ends, and loses it: that is what makes it due for the client to be told.
create table client_sessions (
  id text primary key,
  client_id text not null references open_clients (id) on delete cascade,
  session_id text references sessions (id) on delete set null,
  account_id text not null references accounts (id) on delete cascade,
  sid text not null,
  expires_at bigint not null,
  attempts integer default 0 not null,
  next_attempt_at bigint default 0 not null,
  constraint client_sessions_of_session unique (session_id, client_id)
);
create index client_sessions_of_account on client_sessions (account_id);
create index client_sessions_by_end on client_sessions (expires_at);
create index client_sessions_to_tell on client_sessions (client_id, next_attempt_at) where session_id is null;
create index client_sessions_of_client on client_sessions (client_id, id);

create table signing_keys (
  id text primary key,
  algorithm text not null,
  generation integer not null,
  sealed text not null,
  signs_from bigint not null,
  constraint signing_keys_of_generation unique (algorithm, generation)
);

-- Other applications of the operator. Their keys are derived: the version of the newest one is all that is stored.
create table applications (
  aid text primary key,
  name text not null,
  url text not null,
  key_version integer not null,
  created_at bigint not null,
  disabled_at bigint,
  constraint applications_have_an_address_each unique (url),
  constraint applications_have_a_key check (key_version > 0)
);

-- The services that sign people in here. They are never deleted.
create table services (
  id text primary key,
  name text not null,
  url text not null,
  logout_url text,
  attributes text not null,
  may_gateway integer not null,
  created_at bigint not null,
  removed_at bigint
);
create unique index services_by_url on services (url) where removed_at is null;

-- A ticket stays when its session ends, and loses it: that is what makes it due for single sign-out. So no way of ending
-- a session can forget the services. Each proof of a session makes one ticket that counts as a sign-in.
create table service_tickets (
  hash text primary key,
  service_id text not null references services (id),
  session_id text references sessions (id) on delete set null,
  proof bigint,
  issued_at bigint not null,
  expires_at bigint not null,
  spent_at bigint,
  ticket text,
  attempts integer default 0 not null,
  next_attempt_at bigint default 0 not null,
  constraint service_tickets_are_kept_once_spent check (ticket is null or spent_at is not null)
);
create unique index service_tickets_of_session on service_tickets (session_id, proof);
create index service_tickets_by_end on service_tickets (expires_at);
create index service_tickets_to_tell on service_tickets (service_id, next_attempt_at)
  where session_id is null and ticket is not null;

-- Sites behind a proxy that asks, at each request, who the person is. Rows are never deleted, so an id names one site for
-- good, and needs no foreign key.
create table protected_sites (
  id text primary key,
  name text not null,
  origin text not null,
  people text not null,
  facts text not null,
  created_at bigint not null,
  removed_at bigint
);
create unique index protected_sites_by_origin on protected_sites (origin) where removed_at is null;

-- The row is deleted with the session that it comes from, however that one ends.
create table site_sessions (
  hash text primary key,
  site_id text not null,
  session_id text not null references sessions (id) on delete cascade,
  challenge text,
  issued_at bigint not null,
  expires_at bigint not null
);
create index site_sessions_of_session on site_sessions (session_id, site_id);
create index site_sessions_by_end on site_sessions (expires_at);
`

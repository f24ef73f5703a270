/** Authenticator apps, passkeys, recovery addresses, return addresses and QR codes. */
export const signIn = (): string => `
-- Authenticator apps (RFC 6238).
create table authenticators (
  account_id text primary key references accounts (id) on delete cascade,
  sealed text not null,
  sealed_by text not null,
  last_step bigint not null
);
create index authenticators_by_key on authenticators (sealed_by);

create table recovery_codes (
  account_id text not null references accounts (id) on delete cascade,
  hash text not null,
  made_at bigint not null,
  constraint recovery_codes_pk primary key (account_id, hash)
);

-- WebAuthn.
create table passkeys (
  id text primary key,
  account_id text not null references accounts (id) on delete cascade,
  credential_id text not null,
  public_key text not null,
  counter bigint not null,
  transports text not null,
  name text not null,
  made_at bigint not null,
  used_at bigint
);
create unique index passkeys_by_credential on passkeys (credential_id);
create index passkeys_of_account on passkeys (account_id);

-- One more email of an account, which does not sign in.
create table recovery_emails (
  account_id text primary key references accounts (id) on delete cascade,
  email text not null,
  added_at bigint not null
);
create index recovery_emails_by_email on recovery_emails (email);

-- Return addresses that are too long for a URL, and sealed forms that were posted after their session had ended, with the
-- page that each leads back to.
create table return_addresses (
  handle_hash text primary key,
  address text not null,
  form text,
  expires_at bigint not null
);
create index return_addresses_by_end on return_addresses (expires_at);

-- A person has confirmed a code, and was told so, so PostgreSQL keeps a log of it: a crash must not take that back.
-- The account that shows a code has no foreign key: it is locked when the code is used, and the code ends in minutes.
create table qr_codes (
  polling_hash text primary key,
  scanned_hash text not null unique,
  letters_hash text not null unique,
  state text not null,
  matching_number integer not null,
  matching_numbers text not null,
  leads_to text not null,
  address text not null,
  client text not null,
  account_id text references accounts (id) on delete cascade,
  session_id text,
  proven_at bigint,
  created_at bigint not null,
  expires_at bigint not null,
  shown_account_id text,
  shown_session_id text check ((shown_account_id is null) = (shown_session_id is null)),
  moves text
    check (case when shown_account_id is null then moves is null
           else moves is not null or state not in ('confirmed', 'used') end),
  open_request text check (open_request is null or (shown_account_id is null and leads_to = '')),
  constraint qr_codes_states check (state in ('new', 'scanned', 'confirmed', 'denied', 'used')),
  constraint qr_codes_scanned_by
    check ((account_id is null) = (session_id is null) and (state = 'new' or session_id is not null)),
  constraint qr_codes_proven check (state not in ('confirmed', 'used') or proven_at is not null)
);
create index qr_codes_by_end on qr_codes (expires_at);
create index qr_codes_by_account on qr_codes (account_id);
`

import type { Differences } from './differences'

/** Tickets, limits, nonces, request keys, messages, leases and probes. */
export const kernel = ({ unlogged }: Differences): string => `
create table tickets (
  hash text primary key,
  purpose text not null,
  account_id text references accounts (id) on delete cascade,
  session_id text,
  value text not null,
  created_at bigint not null,
  expires_at bigint not null,
  used_at bigint,
  address text
);
create index tickets_by_end on tickets (expires_at);
create index tickets_by_account on tickets (account_id);
create index tickets_by_address on tickets (address) where address is not null;

-- An erasure finds the counters and tickets of a person by their subject or address.
create table counters (
  key text primary key,
  count integer not null,
  expires_at bigint not null,
  subject text
);
create index counters_by_end on counters (expires_at);
create index counters_by_subject on counters (subject) where subject is not null;

-- Leaky buckets.
create table buckets (
  name text not null,
  subject text not null,
  part text not null,
  empty_at bigint not null,
  constraint buckets_pk primary key (name, subject, part)
);
create index buckets_by_end on buckets (empty_at);

-- Nonces live for minutes, so PostgreSQL keeps no log of them: a crash empties the table.
create ${unlogged} table nonces (
  nonce text primary key,
  expires_at bigint not null
);
create index nonces_by_end on nonces (expires_at);

-- Since when nonces are remembered. A crash empties it with them.
create ${unlogged} table nonce_memory (
  memory text primary key,
  since bigint not null
);
insert into nonce_memory (memory, since) values ('nonces', 0);

-- The request keys of completed calls, with the sealed answers. They live for minutes.
create table request_keys (
  hash text primary key,
  answer text,
  expires_at bigint not null
);
create index request_keys_by_end on request_keys (expires_at);

-- The answer is the one to the last attempt to deliver a message.
create table outbox (
  id text primary key,
  recipient text not null,
  channel text not null,
  purpose text not null,
  subject text not null,
  body text not null,
  code text,
  link text,
  created_at bigint not null,
  attempts integer not null,
  next_attempt_at bigint not null,
  delivered_at bigint,
  given_up_at bigint,
  answer text,
  language text,
  is_bulk integer default 0 not null
);
create index outbox_by_recipient on outbox (recipient, id);
create index outbox_due on outbox (channel, next_attempt_at) where delivered_at is null and given_up_at is null;
create index outbox_codes_due on outbox (channel, next_attempt_at)
  where code is not null and delivered_at is null and given_up_at is null;
create index outbox_others_due on outbox (channel, next_attempt_at)
  where code is null and is_bulk = 0 and delivered_at is null and given_up_at is null;
create index outbox_bulk_due on outbox (channel, next_attempt_at)
  where code is null and is_bulk = 1 and delivered_at is null and given_up_at is null;
create index outbox_failed on outbox (channel, id) where answer is not null and delivered_at is null;

-- For jobs that one copy does at a time.
create table leases (
  name text primary key,
  holder text not null,
  until bigint not null
);

-- The last proof of each process that the database takes writes. Each has its own row, so none waits for another.
create table probes (
  process text primary key,
  at bigint not null
);
create index probes_by_time on probes (at);
`

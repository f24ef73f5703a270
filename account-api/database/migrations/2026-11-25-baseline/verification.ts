import type { Differences } from './differences'

/** Codes, captchas, and guesses at passwords. */
export const verification = ({ unlogged }: Differences): string => `
-- A slot has one code for each asker, and each code its own tries. A person who types the previous code can be told so.
create table codes (
  channel text not null,
  target text not null,
  purpose integer not null,
  asker text not null,
  by_known_browser integer not null,
  key text not null unique,
  hash text not null,
  earlier_hash text,
  created_at bigint not null,
  expires_at bigint not null,
  tries_left integer not null,
  unnamed_tries_left integer not null,
  used_at bigint,
  constraint codes_of_askers_pk primary key (channel, target, purpose, asker)
);
create index codes_by_end on codes (expires_at);

-- Wrong passwords over all accounts, by the hour.
create table guesses (
  hour integer not null,
  shard integer not null,
  count integer not null,
  constraint guesses_pk primary key (hour, shard)
);

-- They live for two minutes, so PostgreSQL keeps no log of them.
create ${unlogged} table captchas (
  id text primary key,
  subtype text not null,
  visitor text not null,
  solution text not null,
  spoken text not null,
  scene text not null,
  piece text,
  created_at bigint not null,
  expires_at bigint not null,
  tries_left integer not null,
  solved_at bigint,
  decision text default '' not null
);
create index captchas_by_end on captchas (expires_at);
`

import type { Differences } from './differences'

const columns = `
  account_id text not null references accounts (id) on delete cascade,
  kind text not null,
  at bigint not null,
  address text not null,
  client text not null,
  detail text not null`

const indexes = `
create index activity_by_account_and_time on activity (account_id, at, id);
create index activity_by_time on activity (at);
`

/** Activity of accounts. PostgreSQL has a partition per month, and adds the next ones in time. */
export const activity = ({ isPostgres, now }: Differences): string =>
  isPostgres
    ? `
create table activity (
  id text not null,${columns},
  primary key (id, at)
) partition by range (at);
${indexes}
create table activity_before partition of activity for values from (minvalue) to (${monthOf(now, 0)});
-- A sign-in does not fail because the clock is wrong, or because nobody has made the next month.
create table activity_default partition of activity default;
${[0, 1, 2, 3].map((after) => month(monthOf(now, after))).join('')}`
    : `
create table activity (
  id text primary key,${columns}
);
${indexes}`

const month = (from: number): string => `
create table activity_${new Date(from).toISOString().slice(0, 7).replace('-', '_')} partition of activity
  for values from (${from}) to (${monthOf(from, 1)});
`

/** When the month begins that is this many months after the month of a time, in UTC. */
const monthOf = (at: number, after: number): number => {
  const date = new Date(at)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + after)
}

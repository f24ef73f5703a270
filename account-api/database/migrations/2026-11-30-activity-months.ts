import { type Kysely, sql } from 'kysely'
import { isPostgres } from '../dialect'
import { createLargeIndex, dropLargeIndex } from './large-index'
import type { Migration } from './migration'

// On PostgreSQL the activity becomes a table with a partition for each month. All that there was becomes the first
// partition as it is. No row is moved, and the table is locked for a moment only, because what that partition needs is
// there before: its indexes, and a checked condition that its rows come before its end.

const end = 'activity_before_end'

/** The indexes that a page of the list and the first partition need. SQLite keeps one table, and needs the first. */
export const activityIndexes: Migration = {
  outsideTransaction: true,
  up: async (database) => {
    const table = 'activity'
    if (!isPostgres(database)) {
      const columns = ['account_id', 'at', 'id']
      await createLargeIndex(database, { name: 'activity_by_account_and_time', table, columns })
      return dropLargeIndex(database, 'activity_by_account')
    }
    const columns = ['account_id', 'at', 'id']
    await createLargeIndex(database, { name: 'activity_before_by_account_and_time', table, columns })
    await createLargeIndex(database, { name: 'activity_before_id_at', table, columns: ['id', 'at'], unique: true })
  },
}

/** New rows have to come before the end of the first partition. Older copies go on writing them for a while. */
export const activityEnd: Migration = {
  up: async (database) => {
    if (!isPostgres(database)) return
    const newest = await newestOf(database)
    // Without rows nothing has to be looked through.
    if (newest === null) return
    const endsAt = monthOf(Math.max(Date.now(), newest), 3)
    await sql`
      alter table activity add constraint ${sql.ref(end)} check (at < ${sql.lit(endsAt)}) not valid`.execute(database)
  },
}

/** The old rows are looked through while others read and write. */
export const activityEndChecked: Migration = {
  outsideTransaction: true,
  up: async (database) => {
    if (isPostgres(database) && (await endOf(database)) !== undefined)
      await sql`alter table activity validate constraint ${sql.ref(end)}`.execute(database)
  },
}

export const activityMonths: Migration = {
  up: async (database) => {
    if (!isPostgres(database)) return
    await sql`lock table activity in access exclusive mode`.execute(database)
    const checkedEnd = await endOf(database)
    const newest = await newestOf(database)
    const endsAt = checkedEnd ?? monthOf(newest ?? Date.now(), newest === null ? 0 : 3)
    for (const statement of [
      'alter table activity rename to activity_before',
      'drop index activity_by_account',
      'alter index activity_by_time rename to activity_before_by_time',
      'alter table activity_before drop constraint activity_pkey',
      `alter table activity_before add constraint activity_before_pkey primary key using index activity_before_id_at`,
      `create table activity (
        id text not null,
        account_id text not null references accounts (id) on delete cascade,
        kind text not null,
        at bigint not null,
        address text not null,
        client text not null,
        detail text not null,
        primary key (id, at)
      ) partition by range (at)`,
      'create index activity_by_account_and_time on activity (account_id, at, id)',
      'create index activity_by_time on activity (at)',
      `alter table activity attach partition activity_before for values from (minvalue) to (${endsAt})`,
      `alter table activity_before drop constraint if exists ${end}`,
      // A sign-in does not fail because the clock is wrong, or because nobody has made the next month.
      'create table activity_default partition of activity default',
    ])
      await sql.raw(statement).execute(database)
    for (let month = 0; month < 4; month += 1) await createMonth(database, monthOf(endsAt, month))
  },
}

const newestOf = async (database: Kysely<unknown>): Promise<number | null> => {
  const { rows } = await sql<{ newest: number | null }>`select max(at) as newest from activity`.execute(database)
  return rows[0]?.newest ?? null
}

/** The end of the first partition, if the old rows have to come before one. */
const endOf = async (database: Kysely<unknown>): Promise<number | undefined> => {
  const { rows } = await sql<{ text: string }>`
    select pg_get_constraintdef(oid) as text from pg_constraint
    where conrelid = 'activity'::regclass and conname = ${end}`.execute(database)
  const found = /\d{6,}/.exec(rows[0]?.text ?? '')
  return found ? Number(found[0]) : undefined
}

const createMonth = async (database: Kysely<unknown>, from: number): Promise<void> => {
  const name = `activity_${new Date(from).toISOString().slice(0, 7).replace('-', '_')}`
  await sql`
    create table ${sql.table(name)} partition of activity
    for values from (${sql.lit(from)}) to (${sql.lit(monthOf(from, 1))})`.execute(database)
}

/** When the month begins that comes so many months after that of a time, in UTC. */
const monthOf = (at: number, after: number): number => {
  const date = new Date(at)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + after)
}

import { sql } from 'kysely'
import type { Connection } from '#account-api/database/schema'
import { days } from '#account-api/kernel/time'
import { type Keeping, usualKeeping } from './expiry'
import { type StorageSweeping, sweepAlone } from './sweep'
import type { Swept } from './upkeep-store'

/** How many months are created ahead, and the longest length of a month. */
const rule = { monthsAhead: 3, longestMonthDays: 31 }

/** For rows that are deleted individually, and not with their month: such an entry of the activity stays longer. */
export const keepingOfRows = ({ activityDays, ...others }: Keeping): Keeping => ({
  ...others,
  activityDays: activityDays + rule.longestMonthDays,
})

/** A partition of the activity, and its time range. NaN for the default partition. */
interface Partition {
  name: string
  from: number
  to: number
}

/**
 * Sweeps PostgreSQL, where the activity has a partition for each month: creates the next months, and drops expired
 * ones. A month is dropped before its rows would be deleted individually. So only rows without a month remain: older
 * than the first month, or in the default partition.
 */
export const sweepMonths = async (
  connection: Connection,
  nowMs: number,
  { keeping = usualKeeping, ...sweeping }: StorageSweeping = {},
): Promise<Swept | undefined> => {
  const failed = await keepMonths(connection, nowMs - days(keeping.activityDays), nowMs).then(
    () => [],
    (error: unknown) => [{ table: 'activity', error }],
  )
  const swept = await sweepAlone(connection, nowMs, { ...sweeping, keeping: keepingOfRows(keeping) })
  if (!swept && failed.length === 0) return undefined
  return { deleted: swept?.deleted ?? new Map(), failed: [...failed, ...(swept?.failed ?? [])] }
}

const missing = (partitions: readonly Partition[], nowMs: number): Partition[] =>
  Array.from({ length: rule.monthsAhead + 1 }, (_, after) => monthAfter(nowMs, after)).filter(
    ({ from }) => !partitions.some((other) => other.from <= from && from < other.to),
  )

const expired = (partitions: readonly Partition[], before: number): Partition[] =>
  partitions.filter(({ to }) => to <= before)

/** Identifies the lock. Any number will do, but it stays the same in each release. */
const lockOfMonths = sql.lit(1_746_105_328)

/**
 * One copy at a time creates and drops months. Both lock tables that everybody uses, so they wait for a second at most,
 * because others queue behind them. The next sweep tries again.
 */
const keepMonths = async (connection: Connection, before: number, nowMs: number): Promise<void> => {
  const present = await partitionsOf(connection)
  if (missing(present, nowMs).length + expired(present, before).length === 0) return
  await connection.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ taken: boolean }>`
      select pg_try_advisory_xact_lock(${lockOfMonths}) as taken`.execute(transaction)
    if (!rows[0]?.taken) return
    await sql`set local lock_timeout = '1s'`.execute(transaction)
    const partitions = await partitionsOf(transaction)
    for (const month of missing(partitions, nowMs)) await createMonth(transaction, month)
    for (const { name } of expired(partitions, before)) await sql`drop table ${sql.table(name)}`.execute(transaction)
  })
}

/** Creates a month, with its rows from the default partition. It is attached last, which locks the least. */
const createMonth = async (connection: Connection, { name, from, to }: Partition): Promise<void> => {
  const [table, first, end] = [sql.table(name), sql.lit(from), sql.lit(to)]
  await sql`create table ${table} (like activity including all)`.execute(connection)
  await sql`
    with moved as (delete from activity_default where at >= ${first} and at < ${end} returning *)
    insert into ${table} select * from moved`.execute(connection)
  await sql`alter table activity attach partition ${table} for values from (${first}) to (${end})`.execute(connection)
}

const partitionsOf = async (connection: Connection): Promise<Partition[]> => {
  const { rows } = await sql<{ name: string; bounds: string }>`
    select relname as name, pg_get_expr(relpartbound, pg_class.oid) as bounds
    from pg_inherits join pg_class on pg_class.oid = inhrelid
    where inhparent = 'activity'::regclass`.execute(connection)
  return rows.map(({ name, bounds }) => {
    const [, from, to] = /FROM \('?(MINVALUE|\d+)'?\) TO \('?(\d+)'?\)/.exec(bounds) ?? []
    return { name, from: from === 'MINVALUE' ? Number.NEGATIVE_INFINITY : Number(from), to: Number(to) }
  })
}

/** The beginning of the month that is this many months after the month of a time, in UTC. */
const monthAfter = (at: number, after: number): Partition => {
  const date = new Date(at)
  const from = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + after)
  const to = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + after + 1)
  return { name: `activity_${new Date(from).toISOString().slice(0, 7).replace('-', '_')}`, from, to }
}

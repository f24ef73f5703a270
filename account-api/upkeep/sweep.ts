import { setTimeout as pause, setImmediate as turnOfOthers } from 'node:timers/promises'
import { sql } from 'kysely'
import { deleteEndedSessions } from '#account-api/accounts/sessions/session-ends'
import { giveBackLease, takeLease } from '#account-api/database/lease'
import type { Connection } from '#account-api/database/schema'
import { newToken } from '#account-api/kernel/random'
import { minutes, seconds } from '#account-api/kernel/time'
import { type Expiring, expiredUpTo, expiringTables, type Keeping, usualKeeping } from './expiry'
import type { Sweeping, Swept } from './upkeep-store'

/**
 * A batch aims at 20 ms, for which SQLite blocks its process, and never exceeds `most` rows. Its duration decides the
 * size of the next one.
 */
export const batchRule = { first: 5, least: 1, most: 1000, aimedMs: 20 }

const leaseRule = { name: 'sweep', lastsMs: minutes(1), renewedAfterMs: seconds(20) }

/** How a sweep runs, and how long things are kept. */
export interface StorageSweeping extends Sweeping {
  keeping?: Keeping
}

/**
 * The work of a sweep on one table, in batches. It returns whether the batch was full, and how many rows it has
 * deleted.
 */
interface Job {
  table: string
  run(batch: Batch): Promise<{ isFull: boolean; deleted: number; isIdle: boolean }>
}

const jobsOf = (connection: Connection, keeping: Keeping): Job[] => [
  ...expiringTables(keeping).map((expiring) => ({
    table: expiring.table,
    run: async (batch: Batch) => {
      const kept = await moveOn(connection, expiring, batch)
      const deleted = await deleteExpired(connection, expiring, batch)
      return { isFull: kept + deleted >= batch.limit, deleted, isIdle: kept + deleted === 0 }
    },
  })),
  {
    table: 'sessions',
    run: async ({ limit }) => {
      const deleted = await deleteEndedSessions(connection, limit)
      return { isFull: deleted === limit, deleted, isIdle: deleted === 0 }
    },
  },
]

/**
 * Deletes expired rows and ended sessions: in small batches, from each table in turn, with time for other work between
 * them. A failing table does not stop the others. No rule depends on a row being deleted.
 */
export const sweep = async (
  connection: Connection,
  nowMs: number,
  { stopped, onBatch, keeping = usualKeeping }: StorageSweeping = {},
): Promise<Swept> => {
  const swept: Swept = { deleted: new Map(), failed: [] }
  let waiting = jobsOf(connection, keeping).map((job) => ({ job, limit: batchRule.first }))
  while (waiting.length > 0) {
    const full: typeof waiting = []
    for (const { job, limit } of waiting) {
      if (stopped?.aborted) return swept
      const { table } = job
      try {
        const begunMs = performance.now()
        const { isFull, deleted, isIdle } = await job.run({ nowMs, limit })
        const ms = performance.now() - begunMs
        swept.deleted.set(table, (swept.deleted.get(table) ?? 0) + deleted)
        await onBatch?.({ table, limit, deleted, ms })
        if (isFull) full.push({ job, limit: nextLimit(limit, ms) })
        // At least as much time for other work, so a sweep takes at most half of a process.
        if (isIdle) continue
        await pause(Math.ceil(ms))
        // A timer that is already late runs before pending input and output.
        await turnOfOthers()
      } catch (error) {
        swept.failed.push({ table, error })
      }
    }
    waiting = full
  }
  return swept
}

/** Half to double the size of the previous batch. */
const nextLimit = (limit: number, ms: number): number => {
  const factor = Math.min(2, Math.max(0.5, batchRule.aimedMs / Math.max(ms, 0.1)))
  return Math.min(batchRule.most, Math.max(batchRule.least, Math.floor(limit * factor)))
}

interface Batch {
  nowMs: number
  limit: number
}

/**
 * The rows of a batch, the longest overdue first, by their keys, as the table `due`. A row that is being changed is
 * left for the next sweep, so neither waits for the other. The batch is limited before its rows are checked: searching
 * for rows to delete among many to keep, or the reverse, would read the whole backlog for each batch.
 */
const dueRows = (expiring: Expiring, { nowMs, limit }: Batch) => {
  const { table, column, used } = expiring
  const lastUse = used ? sql`, ${sql.ref(used.column)} as last_use` : sql``
  return sql`
    with due as materialized (
      select ${keysOf(expiring)}${lastUse} from ${sql.table(table)}
      where ${sql.ref(column)} <= ${expiredUpTo(expiring, nowMs)} order by ${sql.ref(column)} limit ${limit}
      for update skip locked
    )`
}

const keysOf = ({ key }: Expiring) => sql.join(key.map((name) => sql.ref(name)))

/** Postpones the due time of rows that were used since. */
const moveOn = async (connection: Connection, expiring: Expiring, batch: Batch): Promise<number> => {
  const { table, column, used } = expiring
  if (!used) return 0
  const keys = keysOf(expiring)
  const { numAffectedRows } = await sql`
    ${dueRows(expiring, batch)}
    update ${sql.table(table)} set ${sql.ref(column)} = ${sql.ref(used.column)} + ${sql.lit(used.staysMs)}
    where (${keys}) in (select ${keys} from due where last_use > ${batch.nowMs - used.staysMs})`.execute(connection)
  return Number(numAffectedRows)
}

const deleteExpired = async (connection: Connection, expiring: Expiring, batch: Batch): Promise<number> => {
  const { table, used } = expiring
  const keys = keysOf(expiring)
  const isUnused = used ? sql`where last_use <= ${batch.nowMs - used.staysMs}` : sql``
  const { numAffectedRows } = await sql`
    ${dueRows(expiring, batch)}
    delete from ${sql.table(table)} where (${keys}) in (select ${keys} from due ${isUnused})`.execute(connection)
  return Number(numAffectedRows)
}

/**
 * Sweeps, unless another copy does.
 * @returns undefined when another copy sweeps
 */
export const sweepAlone = async (
  connection: Connection,
  nowMs: number,
  { stopped, ...sweeping }: StorageSweeping = {},
): Promise<Swept | undefined> => {
  const { name, lastsMs, renewedAfterMs } = leaseRule
  const holder = newToken(128)
  const begunMs = performance.now()
  const lease = () => {
    const at = nowMs + Math.round(performance.now() - begunMs)
    return takeLease(connection, { name, holder, at, until: at + lastsMs })
  }
  if (!(await lease())) return undefined
  const lost = new AbortController()
  const renewing = setInterval(() => {
    lease()
      .then((isStillOurs) => isStillOurs || lost.abort())
      .catch(() => lost.abort())
  }, renewedAfterMs)
  try {
    return await sweep(connection, nowMs, {
      ...sweeping,
      stopped: AbortSignal.any([lost.signal, ...(stopped ? [stopped] : [])]),
    })
  } finally {
    clearInterval(renewing)
    await giveBackLease(connection, { name, holder })
  }
}

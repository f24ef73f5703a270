import { type RawBuilder, sql } from 'kysely'
import type { Connection, Schema } from '#account-api/database/schema'
import type { Channel } from '#account-api/kernel/outbox/message'
import { expiringTables, expiryOf, type Keeping, usualKeeping } from './expiry'
import type { Overdue, Waiting } from './upkeep-store'

/** Counting stops here, because more would be no worse. */
const mostCounted = 1000

/** Counts overdue work. Each query reads the beginning of an index. */
export const overdue = async (
  connection: Connection,
  nowMs: number,
  keeping: Keeping = usualKeeping,
): Promise<Overdue> => ({
  erasures: await waiting(connection, nowMs, { table: 'accounts', column: 'erase_at' }),
  organisations: await waiting(connection, nowMs, { table: 'organisations', column: 'closes_at' }),
  pendingChanges: await waiting(connection, nowMs, { table: 'pending_changes', column: 'takes_effect_at' }),
  messages: {
    sms: await undelivered(connection, nowMs, 'sms'),
    email: await undelivered(connection, nowMs, 'email'),
    workplace: await undelivered(connection, nowMs, 'workplace'),
  },
  webhooks: await waiting(connection, nowMs, { table: 'webhook_deliveries', column: 'next_attempt_at' }),
  webhookEvents: await unread(connection, nowMs),
  deadDeliveries: await countOf(connection, sql`webhook_deliveries where next_attempt_at is null`),
  webhooksOff: await countOf(connection, sql`webhooks where disabled_because in ('failing', 'gone')`),
  expiredMs: await expired(connection, nowMs, keeping),
})

const waiting = async (
  connection: Connection,
  nowMs: number,
  { table, column }: { table: keyof Schema & string; column: string },
): Promise<Waiting> => {
  const at = sql.ref<number>(column)
  const { rows } = await sql<Counted>`
    select count(*) as count, min(at) as oldest from (
      select ${at} as at from ${sql.table(table)} where ${at} <= ${nowMs} order by ${at} limit ${sql.lit(mostCounted)}
    ) as due`.execute(connection)
  return waitingOf(rows, nowMs)
}

/** The oldest delivery among the next attempts. */
const undelivered = async (connection: Connection, nowMs: number, channel: Channel): Promise<Waiting> => {
  const { rows } = await sql<Counted>`
    select count(*) as count, min(at) as oldest from (
      select created_at as at from outbox
      where channel = ${channel} and delivered_at is null and given_up_at is null
      order by next_attempt_at limit ${sql.lit(mostCounted)}
    ) as due`.execute(connection)
  return waitingOf(rows, nowMs)
}

const unread = async (connection: Connection, nowMs: number): Promise<Waiting> => {
  const { rows } = await sql<Counted>`
    select count(*) as count, min(at) as oldest from (
      select at from events where is_unread = 1 order by id limit ${sql.lit(mostCounted)}
    ) as due`.execute(connection)
  return waitingOf(rows, nowMs)
}

const countOf = async (connection: Connection, which: RawBuilder<unknown>): Promise<number> => {
  const { rows } = await sql<Pick<Counted, 'count'>>`
    select count(*) as count from (select 1 from ${which} limit ${sql.lit(mostCounted)}) as found`.execute(connection)
  return Number(rows[0]?.count ?? 0)
}

interface Counted {
  count: number
  oldest: number | null
}

const waitingOf = ([row]: Counted[], nowMs: number): Waiting => ({
  count: Number(row?.count ?? 0),
  oldestMs: row?.oldest ? Math.max(0, nowMs - Number(row.oldest)) : 0,
})

const expired = async (connection: Connection, nowMs: number, keeping: Keeping): Promise<Map<string, number>> => {
  const lags = new Map<string, number>()
  for (const expiring of expiringTables(keeping)) {
    const column = sql.ref(expiring.column)
    const { rows } = await sql<{ first: number | string }>`
      select ${column} as first from ${sql.table(expiring.table)} order by ${column} limit 1`.execute(connection)
    const [row] = rows
    lags.set(expiring.table, row ? Math.max(0, nowMs - expiryOf(expiring, row.first)) : 0)
  }
  return lags
}

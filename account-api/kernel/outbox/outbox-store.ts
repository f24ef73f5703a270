import { type Insertable, type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import { claiming } from '#account-api/database/due-rows'
import type { Connection, Schema } from '#account-api/database/schema'
import type { Channel, OutboxEntry } from './message'

/**
 * A lane: the messages of a channel with a code, those in bulk, or the others, delivered in the order in which they are
 * due.
 */
export interface Lane {
  channel: Channel
  kind: 'codes' | 'others' | 'bulk'
}

/** How much of an answer is stored. */
const mostOfAnAnswer = 200

export const outboxStore = (connection: Connection) => ({
  insert: async (entry: OutboxEntry): Promise<void> => {
    await connection.insertInto('outbox').values(rowOf(entry)).execute()
  },

  /** Inserts many messages without codes into the bulk lane. */
  insertBulk: async (entries: readonly OutboxEntry[]): Promise<void> => {
    if (entries.length === 0) return
    const rows = entries.map((entry) => ({ ...rowOf(entry), is_bulk: 1 }))
    await connection.insertInto('outbox').values(rows).execute()
  },

  newest: async (to: string, limit: number): Promise<OutboxEntry[]> => {
    const rows = await connection
      .selectFrom('outbox')
      .selectAll()
      .where('recipient', '=', to)
      .orderBy('id', 'desc')
      .limit(limit)
      .execute()
    return rows.map(entry)
  },

  /** Claims due messages of a lane for one attempt. No other copy claims them before `until`. */
  claim: async ({ channel, kind }: Lane, at: number, until: number, limit: number): Promise<OutboxEntry[]> => {
    const rows = await claiming(
      connection,
      connection
        .selectFrom('outbox')
        .select('id')
        .where('channel', '=', channel)
        .where(isOf[kind])
        .where('next_attempt_at', '<=', at)
        .where('delivered_at', 'is', null)
        .where('given_up_at', 'is', null)
        .orderBy('next_attempt_at')
        .limit(limit),
    )
      .updateTable('outbox')
      .set((column) => ({ next_attempt_at: until, attempts: column('attempts', '+', 1) }))
      .where('id', 'in', (query) => query.selectFrom('due').select('id'))
      .returningAll()
      .execute()
    return rows.map(entry)
  },

  /** Marks a message delivered and erases its content, which may have a code. */
  delivered: async (id: string, at: number): Promise<void> => {
    await connection
      .updateTable('outbox')
      .set({ delivered_at: at, subject: '', body: '', code: null, link: null })
      .where('id', '=', id)
      .execute()
  },

  /** `answer`: the answer to the attempt, without the address. */
  postpone: async (id: string, nextAttemptAt: number, answer: string): Promise<void> => {
    const postponed = { next_attempt_at: nextAttemptAt, answer: answer.slice(0, mostOfAnAnswer) }
    await connection.updateTable('outbox').set(postponed).where('id', '=', id).execute()
  },

  /**
   * Gives a message up, and erases its content. False when it was given up or delivered before.
   * @param answer default: the last attempt's
   */
  giveUp: async (id: string, at: number, answer?: string): Promise<boolean> => {
    const kept = answer?.slice(0, mostOfAnAnswer) ?? sql<string>`coalesce(answer, 'not in time')`
    const { numUpdatedRows } = await connection
      .updateTable('outbox')
      .set({ given_up_at: at, subject: '', body: '', code: null, link: null, answer: kept })
      .where('id', '=', id)
      .where('given_up_at', 'is', null)
      .where('delivered_at', 'is', null)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  },

  erase: async (id: string): Promise<void> => {
    await connection.deleteFrom('outbox').where('id', '=', id).execute()
  },
})

export type OutboxStore = ReturnType<typeof outboxStore>

/** Literal, because each lane has a partial index. */
const isOf: Record<Lane['kind'], RawBuilder<SqlBool>> = {
  codes: sql`code is not null`,
  others: sql`code is null and is_bulk = 0`,
  bulk: sql`code is null and is_bulk = 1`,
}

const rowOf = (entry: OutboxEntry): Insertable<Schema['outbox']> => ({
  id: entry.id,
  recipient: entry.to,
  channel: entry.channel,
  purpose: entry.purpose,
  subject: entry.subject,
  body: entry.body,
  code: entry.code,
  link: entry.link,
  language: entry.language,
  created_at: entry.createdAt,
  attempts: entry.attempts,
  next_attempt_at: entry.createdAt,
  delivered_at: null,
  given_up_at: null,
})

const entry = (row: Selectable<Schema['outbox']>): OutboxEntry => ({
  id: row.id,
  to: row.recipient,
  channel: row.channel,
  purpose: row.purpose,
  subject: row.subject,
  body: row.body,
  code: row.code,
  link: row.link,
  language: row.language,
  createdAt: row.created_at,
  attempts: row.attempts,
})

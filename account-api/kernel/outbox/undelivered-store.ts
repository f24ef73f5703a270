import { type Selectable, sql } from 'kysely'
import { claiming } from '#account-api/database/due-rows'
import type { Connection, Schema } from '#account-api/database/schema'
import type { Channel } from './message'

/** A message that was not delivered, without its text, which may have a code or a link. */
export interface Undelivered {
  id: string
  to: string
  channel: Channel
  purpose: string
  createdAt: number
  attempts: number
  nextAttemptAt: number
  /** When it was given up. Null: it is retried. */
  givenUpAt: number | null
  /** The answer of the server or gateway to the last attempt. Null: it has not failed yet. */
  answer: string | null
}

/** How many messages of a channel wait, and how many of them for longer than certain times. */
export interface WaitingMessages {
  count: number
  oldest: number | null
  olderThan: number[]
}

export const undeliveredStore = (connection: Connection) => {
  /** Messages that have failed at least once. An index covers them. */
  const failed = (channel: Channel) =>
    connection
      .selectFrom('outbox')
      .where('channel', '=', channel)
      .where('answer', 'is not', null)
      .where('delivered_at', 'is', null)

  return {
    /** The newest messages to an address that were not delivered. */
    to: async (address: string, limit: number): Promise<Undelivered[]> => {
      const rows = await connection
        .selectFrom('outbox')
        .select(columns)
        .where('recipient', '=', address)
        .where('delivered_at', 'is', null)
        .orderBy('id', 'desc')
        .limit(limit)
        .execute()
      return rows.map(record)
    },

    /** Counts the waiting messages of a channel, up to a limit. */
    waiting: async (channel: Channel, since: readonly number[], limit: number): Promise<WaitingMessages> => {
      const older = since.map((at) => sql`, count(case when at <= ${at} then 1 end)`)
      const named = older.map((each, nth) => sql`${each} as ${sql.ref(`older_${nth}`)}`)
      const { rows } = await sql<Record<string, number | null>>`
        select count(*) as count, min(at) as oldest ${sql.join(named, sql``)} from (
          select created_at as at from outbox
          where channel = ${channel} and delivered_at is null and given_up_at is null
          order by next_attempt_at limit ${limit}
        ) as due`.execute(connection)
      const [row] = rows
      return {
        count: Number(row?.count ?? 0),
        oldest: row?.oldest ? Number(row.oldest) : null,
        olderThan: since.map((_, nth) => Number(row?.[`older_${nth}`] ?? 0)),
      }
    },

    /** The newest failed messages of a channel: those being retried, and those given up. */
    failed: async (channel: Channel, limit: number): Promise<Undelivered[]> => {
      const rows = await failed(channel).select(columns).orderBy('id', 'desc').limit(limit).execute()
      return rows.map(record)
    },

    find: async (id: string): Promise<Undelivered | undefined> => {
      const row = await connection
        .selectFrom('outbox')
        .select(columns)
        .where('id', '=', id)
        .where('delivered_at', 'is', null)
        .executeTakeFirst()
      return row && record(row)
    },

    /**
     * Makes a message due now if it would be retried after `later`. An attempt due earlier may be running, and the
     * message would be sent twice. False when nothing changed.
     */
    hasten: async (id: string, { at, later }: { at: number; later: number }): Promise<boolean> => {
      const { numUpdatedRows } = await connection
        .updateTable('outbox')
        .set({ next_attempt_at: at })
        .where('id', '=', id)
        .where('delivered_at', 'is', null)
        .where('given_up_at', 'is', null)
        .where('next_attempt_at', '>', later)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    /** Makes some failed messages of a channel due now, the oldest first. Returns how many. */
    hastenSome: async (
      channel: Channel,
      { at, later, limit }: { at: number; later: number; limit: number },
    ): Promise<number> => {
      const rows = await claiming(
        connection,
        failed(channel)
          .select('id')
          .where('given_up_at', 'is', null)
          .where('next_attempt_at', '>', later)
          .orderBy('id')
          .limit(limit),
      )
        .updateTable('outbox')
        .set({ next_attempt_at: at })
        .where('id', 'in', (query) => query.selectFrom('due').select('id'))
        .returning('id')
        .execute()
      return rows.length
    },
  }
}

export type UndeliveredStore = ReturnType<typeof undeliveredStore>

const columns = [
  'id',
  'recipient',
  'channel',
  'purpose',
  'created_at',
  'attempts',
  'next_attempt_at',
  'given_up_at',
  'answer',
] as const

const record = (row: Pick<Selectable<Schema['outbox']>, (typeof columns)[number]>): Undelivered => ({
  id: row.id,
  to: row.recipient,
  channel: row.channel,
  purpose: row.purpose,
  createdAt: row.created_at,
  attempts: row.attempts,
  nextAttemptAt: row.next_attempt_at,
  givenUpAt: row.given_up_at,
  answer: row.answer,
})

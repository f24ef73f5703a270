import type { Insertable, Selectable } from 'kysely'
import type { Connection, Schema } from '#account-api/database/schema'
import type { Event } from '#account-api/kernel/events/event'
import { kindsIn } from '#account-api/kernel/events/event-store'
import { idMadeAt } from '#account-api/kernel/random'
import type { Signal } from './signal'

/** An event for a webhook, until it is delivered. */
export interface Delivery {
  id: string
  webhookId: string
  /** Null: a test, or a signal that no single event explains. */
  eventId: string | null
  /** What a client is told about an account. Null: the event itself is sent. */
  signal: Signal | null
  accountId: string | null
  attempts: number
  /** Null: a dead letter. */
  nextAttemptAt: number | null
  /** The answer to the last attempt. Null: none has failed. */
  answer: string | null
}

/** When a delivery was made, read from its id. */
export const writtenAt = ({ id }: Pick<Delivery, 'id'>): number => idMadeAt(id)

/** A due delivery, with its event. */
export interface DueDelivery extends Pick<Delivery, 'id' | 'attempts' | 'signal' | 'accountId'> {
  isTest: boolean
  /** Undefined: the event is erased, or it is a test. */
  event: ToldEvent | undefined
}

/** An event. Each webhook gets only some of its fields. */
export interface ToldEvent extends Omit<Event, 'organisationId'> {
  /** The public id of the organisation. Null: there is none, or it is erased. */
  organisation: string | null
}

/** A delivery that is added. Without a signal, its event is sent. */
export type NewDelivery = Pick<Delivery, 'id' | 'webhookId' | 'eventId' | 'nextAttemptAt'> &
  Partial<Pick<Delivery, 'signal' | 'accountId'>>

const signalIn = (json: string | null): Signal | null => (json === null ? null : (JSON.parse(json) as Signal))

export const deliveryStore = (connection: Connection) => {
  const some = (webhookId: string, which: 'dead' | 'waiting') =>
    connection
      .selectFrom('webhook_deliveries')
      .where('webhook_id', '=', webhookId)
      .where('next_attempt_at', which === 'dead' ? 'is' : 'is not', null)

  return {
    insert: async (deliveries: readonly NewDelivery[]) => {
      const rows = deliveries.map(
        ({
          id,
          webhookId,
          eventId,
          signal = null,
          accountId = null,
          nextAttemptAt,
        }): Insertable<Schema['webhook_deliveries']> => ({
          id,
          webhook_id: webhookId,
          event_id: eventId,
          signal: signal && JSON.stringify(signal),
          account_id: accountId,
          next_attempt_at: nextAttemptAt,
          attempts: 0,
          answer: null,
        }),
      )
      await connection.insertInto('webhook_deliveries').values(rows).execute()
    },

    /** The due deliveries of a webhook, with their events. */
    due: async (webhookId: string, at: number, limit: number): Promise<DueDelivery[]> => {
      const rows = await connection
        .selectFrom('webhook_deliveries')
        .select(['id', 'event_id', 'signal', 'account_id', 'attempts'])
        .where('webhook_id', '=', webhookId)
        .where('next_attempt_at', '<=', at)
        .orderBy('next_attempt_at')
        .orderBy('id')
        .limit(limit)
        .execute()
      const events = await eventsOf(connection, rows)
      return rows.map((row) => ({
        ...{ id: row.id, attempts: row.attempts, isTest: row.event_id === null && row.signal === null },
        ...{ signal: signalIn(row.signal), accountId: row.account_id },
        event: events.get(row.event_id ?? ''),
      }))
    },

    /** When the next delivery of a webhook is due. Null: none waits. */
    nextAt: async (webhookId: string): Promise<number | null> => {
      const row = await some(webhookId, 'waiting')
        .select('next_attempt_at')
        .orderBy('next_attempt_at')
        .limit(1)
        .executeTakeFirst()
      return row?.next_attempt_at ?? null
    },

    /** Deletes deliveries that succeeded, or are not needed. */
    forget: async (ids: readonly string[]): Promise<void> => {
      await connection.deleteFrom('webhook_deliveries').where('id', 'in', ids).execute()
    },

    /** Records a failed attempt. `until`: when to retry; null makes it a dead letter. */
    failed: async (id: string, { answer, until }: { answer: string; until: number | null }): Promise<void> => {
      await connection
        .updateTable('webhook_deliveries')
        .set((column) => ({ attempts: column('attempts', '+', 1), next_attempt_at: until, answer }))
        .where('id', '=', id)
        .execute()
    },

    /** How many deliveries a webhook has. Counting stops at a limit. */
    count: async (webhookId: string, which: 'dead' | 'waiting', most: number): Promise<number> => {
      const those = some(webhookId, which).select('id').limit(most).as('those')
      const { rows } = await connection
        .selectFrom(those)
        .select(({ fn }) => fn.countAll<number | string>().as('rows'))
        .executeTakeFirstOrThrow()
      return Number(rows)
    },

    find: async (id: string): Promise<Delivery | undefined> => {
      const row = await connection.selectFrom('webhook_deliveries').selectAll().where('id', '=', id).executeTakeFirst()
      return row && deliveryOf(row)
    },

    /** The newest dead letters of a webhook, with the events that still exist. */
    dead: async (webhookId: string, limit: number): Promise<(Delivery & Pick<DueDelivery, 'event'>)[]> => {
      const rows = await some(webhookId, 'dead').selectAll().orderBy('id', 'desc').limit(limit).execute()
      const events = await eventsOf(connection, rows)
      return rows.map((row) => ({ ...deliveryOf(row), event: events.get(row.event_id ?? '') }))
    },

    retry: async (id: string, at: number): Promise<void> => {
      await connection.updateTable('webhook_deliveries').set({ next_attempt_at: at }).where('id', '=', id).execute()
    },

    /** Makes some dead letters of a webhook due, the oldest first. Returns how many. */
    retrySome: async (webhookId: string, { at, limit }: { at: number; limit: number }): Promise<number> => {
      const rows = await connection
        .updateTable('webhook_deliveries')
        .set({ next_attempt_at: at })
        .where('id', 'in', some(webhookId, 'dead').select('id').orderBy('id').limit(limit))
        .returning('id')
        .execute()
      return rows.length
    },

    /** Turns some waiting deliveries into dead letters. Returns how many. */
    burySome: async (webhookId: string, { answer, limit }: { answer: string; limit: number }): Promise<number> => {
      const rows = await connection
        .updateTable('webhook_deliveries')
        .set({ next_attempt_at: null, answer })
        .where('id', 'in', some(webhookId, 'waiting').select('id').orderBy('next_attempt_at').limit(limit))
        .returning('id')
        .execute()
      return rows.length
    },

    /** Deletes some deliveries of a webhook, in any state. Returns how many. */
    forgetSome: async (webhookId: string, limit: number): Promise<number> => {
      const { numDeletedRows } = await connection
        .deleteFrom('webhook_deliveries')
        .where('id', 'in', (query) =>
          query.selectFrom('webhook_deliveries').select('id').where('webhook_id', '=', webhookId).limit(limit),
        )
        .executeTakeFirst()
      return Number(numDeletedRows)
    },
  }
}

export type DeliveryStore = ReturnType<typeof deliveryStore>

/** The events of deliveries, if they are not erased. */
const eventsOf = async (
  connection: Connection,
  deliveries: readonly { event_id: string | null }[],
): Promise<Map<string, ToldEvent>> => {
  const ids = deliveries.flatMap(({ event_id }) => event_id ?? [])
  if (ids.length === 0) return new Map()
  const rows = await connection
    .selectFrom('events')
    .leftJoin('organisations', 'organisations.id', 'events.organisation_id')
    .selectAll('events')
    .select('organisations.public_id as organisation')
    .where('events.id', 'in', ids)
    .execute()
  return new Map(
    rows.map((row) => [
      row.id,
      {
        ...{ id: row.id, at: row.at, call: row.call, actor: row.actor, target: row.target, client: row.client },
        ...{ outcome: row.outcome, reason: row.reason, browser: row.browser, organisation: row.organisation },
        accountId: row.account_id,
        organisationAct: row.organisation_act,
        organisationActor: row.organisation_actor,
        kinds: kindsIn(row.kinds),
        logId: row.log_id,
        addressHash: row.address_hash,
      },
    ]),
  )
}

const deliveryOf = (row: Selectable<Schema['webhook_deliveries']>): Delivery => ({
  id: row.id,
  webhookId: row.webhook_id,
  eventId: row.event_id,
  signal: signalIn(row.signal),
  accountId: row.account_id,
  attempts: row.attempts,
  nextAttemptAt: row.next_attempt_at,
  answer: row.answer,
})

import { type RawBuilder, type Selectable, sql } from 'kysely'
import { claiming } from '#account-api/database/due-rows'
import type { Connection, Schema } from '#account-api/database/schema'
import type { Event, EventOutcome } from './event'

/** The parts of an event that decide which webhooks get it. */
export type UnreadEvent = Pick<
  Event,
  'id' | 'call' | 'actor' | 'accountId' | 'organisationId' | 'outcome' | 'organisationAct' | 'kinds'
>

const unreadColumns = [
  ...(['id', 'call', 'actor', 'account_id', 'organisation_id'] as const),
  ...(['outcome', 'organisation_act', 'kinds'] as const),
] as const

export const kindsIn = (column: string): string[] => (column === '' ? [] : column.split(' '))

export const eventStore = (connection: Connection) => ({
  /** If the act has erased the account that it concerns, the event has none. */
  insert: async (event: Event): Promise<void> => {
    const { accountId, organisationId, organisationAct, organisationActor, logId, addressHash, kinds, ...more } = event
    await connection
      .insertInto('events')
      .values((values) => ({
        ...more,
        account_id: accountId === null ? null : values.selectFrom('accounts').select('id').where('id', '=', accountId),
        organisation_id: organisationId,
        organisation_act: organisationAct,
        organisation_actor: organisationActor,
        log_id: logId,
        address_hash: addressHash,
        kinds: kinds.join(' '),
        is_unread: isAwaited(event),
      }))
      .execute()
  },

  /**
   * Takes the oldest events that were not handed out yet. If the transaction fails, they stay. Copies that take events
   * at the same moment get different ones.
   */
  takeUnread: async (limit: number): Promise<UnreadEvent[]> => {
    const rows = await claiming(
      connection,
      connection.selectFrom('events').select('id').where(sql<boolean>`is_unread = 1`).orderBy('id').limit(limit),
    )
      .updateTable('events')
      .set({ is_unread: 0 })
      .where('id', 'in', (query) => query.selectFrom('due').select('id'))
      .returning(unreadColumns)
      .execute()
    return rows.map(unreadOf).sort((one, other) => (one.id < other.id ? -1 : 1))
  },

  /** The account that the events of a log id concern. Undefined: none, or several. */
  accountOf: async (logId: string): Promise<string | undefined> => {
    const rows = await connection
      .selectFrom('events')
      .select('account_id')
      .distinct()
      .where('log_id', '=', logId)
      .where('account_id', 'is not', null)
      .limit(2)
      .execute()
    return rows.length === 1 ? (rows[0]?.account_id ?? undefined) : undefined
  },

  /** Corrects an event whose call was refused after a part of its work had been committed. */
  correct: async (id: string, outcome: EventOutcome): Promise<void> => {
    await connection.updateTable('events').set({ outcome }).where('id', '=', id).execute()
  },
})

export type EventStore = ReturnType<typeof eventStore>

/** Any account may be known to a client that gets signals. A key is never empty, and a range is found by the index. */
const ofClients = sql`exists (select 1 from webhooks where client_id > '' and disabled_at is null)`

const isHeard = (by: RawBuilder<unknown>) =>
  sql`exists (select 1 from webhooks where organisation_id ${by} and disabled_at is null)`

/**
 * 1 if a webhook may have to be notified of the event. The mark is in the event itself, and does not depend on its
 * position: ids are made when an act begins, so a later one may be committed first.
 */
const isAwaited = ({ organisationId, organisationAct }: Event): RawBuilder<number> => {
  const ofOperator = sql`${isHeard(sql`is null`)} or ${ofClients}`
  const heard =
    organisationId === null || organisationAct === null
      ? ofOperator
      : sql`${ofOperator} or ${isHeard(sql`= ${organisationId}`)}`
  return sql<number>`case when ${heard} then 1 else 0 end`
}

const unreadOf = (row: Pick<Selectable<Schema['events']>, (typeof unreadColumns)[number]>): UnreadEvent => ({
  id: row.id,
  call: row.call,
  actor: row.actor,
  accountId: row.account_id,
  kinds: kindsIn(row.kinds),
  organisationId: row.organisation_id,
  outcome: row.outcome,
  organisationAct: row.organisation_act,
})

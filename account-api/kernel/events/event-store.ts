import type { Connection } from '../../database/schema'
import type { Event, EventOutcome } from './event'

export const eventStore = (connection: Connection) => ({
  /** The act may have erased the account that it concerns: the event has none then. */
  insert: async ({ accountId, organisationId, logId, addressHash, ...event }: Event): Promise<void> => {
    await connection
      .insertInto('events')
      .values((values) => ({
        ...event,
        account_id: accountId === null ? null : values.selectFrom('accounts').select('id').where('id', '=', accountId),
        organisation_id: organisationId,
        log_id: logId,
        address_hash: addressHash,
      }))
      .execute()
  },

  /** The account that the events of a log id are about. Undefined: they are about none, or about several. */
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

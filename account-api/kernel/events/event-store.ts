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

  /** Corrects an event whose call was refused after a part of its work had been committed. */
  correct: async (id: string, outcome: EventOutcome): Promise<void> => {
    await connection.updateTable('events').set({ outcome }).where('id', '=', id).execute()
  },
})

export type EventStore = ReturnType<typeof eventStore>

import type { Kysely } from 'kysely'
import { createLargeIndex } from './large-index'

/** The log of an organisation is listed by id, which sorts by time: all of it, one kind, or one identity. */
export const subjectsLog = {
  outsideTransaction: true as const,
  up: async (database: Kysely<unknown>): Promise<void> => {
    for (const column of ['kind', 'actor', 'target'])
      await createLargeIndex(database, {
        name: `organisation_log_by_${column}`,
        table: 'organisation_log',
        columns: ['organisation_id', column, 'id'],
      })
    await createLargeIndex(database, {
      name: 'organisation_log_by_time',
      table: 'organisation_log',
      columns: ['organisation_id', 'id'],
    })
  },
}

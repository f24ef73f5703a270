import { type Kysely, sql } from 'kysely'
import { createLargeIndex, dropLargeIndex } from './large-index'

/**
 * Fills the columns where the rows would outlive the upgrade for long: counters of 30 days, and tickets whose value is
 * an address, which a change of the password ends. Other counters expire within two days. Tickets with an address inside
 * their value expire within 15 minutes, or go with their account.
 */
export const subjectIndexes = {
  outsideTransaction: true as const,
  up: async (database: Kysely<unknown>): Promise<void> => {
    await sql`
      update counters set subject = substr(key, 18, 32)
      where subject is null and substr(key, 1, 17) = 'addressesPutBack:'`.execute(database)
    await sql`
      update tickets set address = value
      where address is null and (value like '+%' or value like '%@%')
        and value not like '{%' and value not like '% %'`.execute(database)
    await createLargeIndex(database, {
      name: 'counters_by_subject',
      table: 'counters',
      columns: ['subject'],
      where: 'subject is not null',
    })
    await createLargeIndex(database, {
      name: 'tickets_by_address',
      table: 'tickets',
      columns: ['address'],
      where: 'address is not null',
    })
    // Most values are long texts that nobody looks for.
    await dropLargeIndex(database, 'tickets_by_value')
  },
}

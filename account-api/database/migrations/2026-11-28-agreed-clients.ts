import { sql } from 'kysely'
import type { Migration } from './migration'

/** The consent page's facts about a client when people agreed, as JSON. Null: not stored, so nothing is compared. */
export const agreedClients: Migration = {
  up: async (database) => {
    await sql.raw('alter table authorisations add column agreed_to text').execute(database)
  },
}

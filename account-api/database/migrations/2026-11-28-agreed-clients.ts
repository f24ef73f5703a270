import { sql } from 'kysely'
import type { Migration } from './migration'

/** What the consent page said about a client when people agreed. JSON. Null: it was not kept, and nothing is compared. */
export const agreedClients: Migration = {
  up: async (database) => {
    await sql.raw('alter table authorisations add column agreed_to text').execute(database)
  },
}

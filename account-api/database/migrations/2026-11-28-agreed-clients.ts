import { sql } from 'kysely'
import type { Migration } from './migration'

/** What people were told of a client when they agreed. JSON. Null: it was not kept, and nothing is compared. */
export const agreedClients: Migration = {
  up: async (database) => {
    await sql.raw('alter table authorisations add column agreed_to text').execute(database)
  },
}

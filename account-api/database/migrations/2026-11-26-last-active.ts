import { sql } from 'kysely'
import type { Migration } from './migration'

/** The day on which a member last used an organisation. */
export const lastActive: Migration = {
  up: async (database) => {
    await sql.raw('alter table identities add column active_on integer').execute(database)
  },
}

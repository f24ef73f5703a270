import { sql } from 'kysely'
import type { Migration } from './migration'

/** The day on which a member last used an organisation. It is in no index, so its change moves no entry of one. */
export const lastActive: Migration = {
  up: async (database) => {
    await sql.raw('alter table identities add column active_on integer').execute(database)
  },
}

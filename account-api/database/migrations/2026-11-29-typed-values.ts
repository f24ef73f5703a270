import { sql } from 'kysely'
import type { Migration } from './migration'

/** The hash of the previous code, so that a person who types it can be told so. */
export const earlierCodes: Migration = {
  up: async (database) => {
    await sql.raw('alter table codes add column earlier_hash text').execute(database)
  },
}

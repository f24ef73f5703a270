import { sql } from 'kysely'
import type { Migration } from './migration'

/** The hash of the code before the present one, so that its person can be told which code they have typed. */
export const earlierCodes: Migration = {
  up: async (database) => {
    await sql.raw('alter table codes add column earlier_hash text').execute(database)
  },
}

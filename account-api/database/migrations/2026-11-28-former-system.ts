import { sql } from 'kysely'
import type { Migration } from './migration'

/** People who moved from another system at their own sign-in. The report of an import counts them. */
export const cameBySignIn: Migration = {
  up: async (database) => {
    await sql.raw('alter table imported_people add column by_sign_in integer default 0 not null').execute(database)
  },
}

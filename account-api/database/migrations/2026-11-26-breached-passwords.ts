import { sql } from 'kysely'
import type { Migration } from './migration'

/** When a sign-in first had the present password in the list of breached ones. */
export const breachedPasswords: Migration = {
  up: async (database) => {
    await sql.raw('alter table accounts add column password_breached_at bigint').execute(database)
  },
}

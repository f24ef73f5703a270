import { sql } from 'kysely'
import type { Migration } from './migration'

/**
 * When the deployment first required a second factor of a person. On the account's own row, because every call of a
 * session reads it. No index has it.
 */
export const secondFactorPolicy: Migration = {
  up: async (database) => {
    await sql.raw('alter table accounts add column factor_asked_at bigint').execute(database)
  },
}

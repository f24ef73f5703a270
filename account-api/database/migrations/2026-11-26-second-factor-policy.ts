import { sql } from 'kysely'
import type { Migration } from './migration'

/**
 * When the deployment first asked a person for a second factor. On the account's own row, which every call of a session
 * reads; it is in no index.
 */
export const secondFactorPolicy: Migration = {
  up: async (database) => {
    await sql.raw('alter table accounts add column factor_asked_at bigint').execute(database)
  },
}

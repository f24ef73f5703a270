import { type Kysely, sql } from 'kysely'
import { isPostgres } from '../dialect'

/** A person has confirmed a code, and was told so: a crash of PostgreSQL must not take that back. */
export const qrCodesLogged = {
  up: async (database: Kysely<unknown>): Promise<void> => {
    if (isPostgres(database)) await sql`alter table qr_codes set logged`.execute(database)
  },
}

import { type Kysely, sql } from 'kysely'
import { isPostgres } from '../dialect'

/**
 * Nonces and captchas live for minutes, so PostgreSQL keeps no log of them. A crash empties such a table, and a copy of
 * the server has it empty. The memory of nonces tells since when they are remembered: it is emptied with them.
 */
export const unlogged = {
  up: async (database: Kysely<unknown>): Promise<void> => {
    await database.schema
      .createTable('nonce_memory')
      .addColumn('memory', 'text', (column) => column.primaryKey())
      .addColumn('since', 'bigint', (column) => column.notNull())
      .execute()
    // Nothing that was remembered is forgotten now.
    await sql`insert into nonce_memory (memory, since) values ('nonces', 0)`.execute(database)
    if (!isPostgres(database)) return
    for (const table of ['nonces', 'nonce_memory', 'captchas'])
      await sql`alter table ${sql.table(table)} set unlogged`.execute(database)
  },
}

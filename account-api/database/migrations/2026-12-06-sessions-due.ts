import { type Kysely, sql } from 'kysely'
import { isPostgres } from '../dialect'
import { createLargeIndex, dropLargeIndex } from './large-index'

const fourteenDaysMs = 14 * 24 * 60 * 60 * 1000

/**
 * When a sweep looks at a session. An index on the time of the last use made PostgreSQL write every index of the table
 * for each use. A constant default does not rewrite the table, and is that of sessions which older copies begin.
 */
export const sessionsDue = {
  up: async (database: Kysely<unknown>): Promise<void> => {
    const firstLook = Date.now() + fourteenDaysMs
    await database.schema
      .alterTable('sessions')
      .addColumn('due_at', 'bigint', (column) => column.notNull().defaultTo(firstLook))
      .execute()
    // Room on each page for the next version of a row.
    if (isPostgres(database)) await sql`alter table sessions set (fillfactor = 90)`.execute(database)
  },
}

export const sessionsDueIndexes = {
  outsideTransaction: true as const,
  up: async (database: Kysely<unknown>): Promise<void> => {
    await createLargeIndex(database, { name: 'sessions_by_due', table: 'sessions', columns: ['due_at'] })
    await dropLargeIndex(database, 'sessions_by_sight')
  },
}

import type { Kysely } from 'kysely'
import { createLargeIndex, dropLargeIndex } from './large-index'

const withOrigin = ['sessions', 'remembered_accounts'] as const

/**
 * Sessions know where they come from, and so does what a device remembers. A session lives while it is of the generation
 * of its account: an account with very many sessions ends them by a number. One that an older copy begins is of
 * generation 0, so it is over where the account has ended more than it can delete at once.
 */
export const sessionOrigins = {
  up: async ({ schema }: Kysely<unknown>): Promise<void> => {
    for (const table of withOrigin)
      await schema
        .alterTable(table)
        .addColumn('ancestors', 'text', (column) => column.notNull().defaultTo(''))
        .execute()
    for (const table of withOrigin) await schema.alterTable(table).addColumn('let_in_by', 'text').execute()
    for (const table of withOrigin) await schema.alterTable(table).addColumn('root_way', 'text').execute()
    for (const table of withOrigin) await schema.alterTable(table).addColumn('root_proven_at', 'bigint').execute()
    await schema
      .alterTable('sessions')
      .addColumn('generation', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
    await schema
      .alterTable('accounts')
      .addColumn('session_generation', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
    await schema
      .alterTable('accounts')
      .addColumn('has_ended_sessions', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
  },
}

export const sessionOriginIndexes = {
  outsideTransaction: true as const,
  up: async (database: Kysely<unknown>): Promise<void> => {
    await createLargeIndex(database, {
      name: 'sessions_of_account',
      table: 'sessions',
      columns: ['account_id', 'generation', 'id'],
    })
    await dropLargeIndex(database, 'sessions_by_account')
    await createLargeIndex(database, {
      name: 'accounts_with_ended_sessions',
      table: 'accounts',
      columns: ['id'],
      where: 'has_ended_sessions = 1',
    })
  },
}

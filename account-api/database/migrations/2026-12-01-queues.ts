import type { Kysely } from 'kysely'

/**
 * How often each erasure and each pending change was tried, and when it is tried again. Leases, for jobs that one copy
 * does at a time.
 */
export const queues = {
  up: async ({ schema }: Kysely<unknown>): Promise<void> => {
    for (const [table, column] of [
      ['accounts', 'erasure_attempts'],
      ['pending_changes', 'attempts'],
    ] as const)
      await schema
        .alterTable(table)
        .addColumn(column, 'integer', (definition) => definition.notNull().defaultTo(0))
        .execute()
    await schema.alterTable('pending_changes').addColumn('next_attempt_at', 'bigint').execute()
    await schema
      .createTable('leases')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('holder', 'text', (column) => column.notNull())
      .addColumn('until', 'bigint', (column) => column.notNull())
      .execute()
  },
}

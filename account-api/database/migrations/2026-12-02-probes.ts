import type { Kysely } from 'kysely'

/** The last proof of each process that the database takes writes. A process has a row of its own: none waits for another. */
export const probes = {
  up: async ({ schema }: Kysely<unknown>): Promise<void> => {
    await schema
      .createTable('probes')
      .addColumn('process', 'text', (column) => column.primaryKey())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .execute()
    await schema.createIndex('probes_by_time').on('probes').column('at').execute()
  },
}

import { type Kysely, sql } from 'kysely'

/** The other applications of the operator. Their keys are derived: the version of the newest one is all that is stored. */
export const applications = {
  up: async ({ schema }: Kysely<unknown>): Promise<void> => {
    await schema
      .createTable('applications')
      .addColumn('aid', 'text', (column) => column.primaryKey())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('url', 'text', (column) => column.notNull())
      .addColumn('key_version', 'integer', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('disabled_at', 'bigint')
      .addUniqueConstraint('applications_have_an_address_each', ['url'])
      .addCheckConstraint('applications_have_a_key', sql`key_version > 0`)
      .execute()
  },
}

import type { Kysely } from 'kysely'

/** Accounts that organisations created, which wait for the owners of their addresses. They go with the account. */
export const activations = {
  up: async ({ schema }: Kysely<unknown>): Promise<void> => {
    await schema
      .createTable('activations')
      .addColumn('account_id', 'text', (column) => column.primaryKey().references('accounts.id').onDelete('cascade'))
      .addColumn('organisation_id', 'text', (column) =>
        column.notNull().references('organisations.id').onDelete('cascade'),
      )
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('value', 'text', (column) => column.notNull())
      .addColumn('ends_at', 'bigint', (column) => column.notNull())
      .addUniqueConstraint('activations_of_address', ['value', 'kind', 'organisation_id'])
      .execute()
    await schema.createIndex('activations_of_organisation').on('activations').column('organisation_id').execute()
  },
}

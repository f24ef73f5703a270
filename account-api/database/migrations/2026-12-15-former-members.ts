import type { Kysely } from 'kysely'

/** The public ids of those who have left organisations. They go with the account, and with the organisation. */
export const formerMembers = {
  up: async ({ schema }: Kysely<unknown>): Promise<void> => {
    await schema
      .createTable('former_members')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('organisation_id', 'text', (column) =>
        column.notNull().references('organisations.id').onDelete('cascade'),
      )
      .addColumn('account_id', 'text', (column) => column.notNull().references('accounts.id').onDelete('cascade'))
      .addColumn('is_frozen', 'integer', (column) => column.notNull())
      .addUniqueConstraint('former_members_once', ['account_id', 'organisation_id'])
      .execute()
    await schema.createIndex('former_members_of_organisation').on('former_members').column('organisation_id').execute()
  },
}

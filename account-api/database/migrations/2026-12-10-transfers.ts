import { type Kysely, sql } from 'kysely'
import { createLargeIndex } from './large-index'

/**
 * Transfers of organisations to another manager, of which each organisation has one pending at most, and the erasure of
 * organisations that were closed. Who loses their place loses their transfers with it.
 */
export const transfers = {
  up: async ({ schema }: Kysely<unknown>): Promise<void> => {
    await schema
      .createTable('transfers')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('public_id', 'text', (column) => column.notNull().unique())
      .addColumn('organisation_id', 'text', (column) =>
        column.notNull().references('organisations.id').onDelete('cascade'),
      )
      .addColumn('from_identity_id', 'text', (column) => column.notNull())
      .addColumn('to_identity_id', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .addColumn('ended_at', 'bigint')
      .addForeignKeyConstraint(
        'transfers_come_from_members',
        ['organisation_id', 'from_identity_id'],
        'identities',
        ['organisation_id', 'id'],
        (constraint) => constraint.onDelete('cascade'),
      )
      .addForeignKeyConstraint(
        'transfers_go_to_members',
        ['organisation_id', 'to_identity_id'],
        'identities',
        ['organisation_id', 'id'],
        (constraint) => constraint.onDelete('cascade'),
      )
      .addCheckConstraint('transfers_change_the_manager', sql`from_identity_id <> to_identity_id`)
      .addCheckConstraint('transfers_end', sql`(state = 'pending') = (ended_at is null)`)
      .execute()
    await schema
      .createIndex('transfers_pending')
      .on('transfers')
      .column('organisation_id')
      .unique()
      .where('ended_at' as never, 'is', null)
      .execute()
    await schema
      .createIndex('transfers_of_organisation')
      .on('transfers')
      .columns(['organisation_id', 'created_at'])
      .execute()
    await schema.createIndex('transfers_by_end').on('transfers').column('expires_at').execute()

    await schema.alterTable('organisations').addColumn('erasing_until', 'bigint').execute()
    await schema
      .alterTable('organisations')
      .addColumn('erasure_attempts', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
  },
}

/** Finds the organisations that are due to be erased, and the deputies of one. */
export const closingIndexes = {
  outsideTransaction: true as const,
  up: async (database: Kysely<unknown>): Promise<void> => {
    const where = 'closes_at is not null'
    await createLargeIndex(database, {
      name: 'organisations_to_erase',
      table: 'organisations',
      columns: ['closes_at'],
      where,
    })
    await createLargeIndex(database, {
      name: 'organisations_erased_next',
      table: 'organisations',
      expression: 'coalesce(erasing_until, closes_at)',
      where,
    })
    await createLargeIndex(database, {
      name: 'identity_roles_of_organisation',
      table: 'identity_roles',
      columns: ['organisation_id', 'identity_id'],
    })
  },
}

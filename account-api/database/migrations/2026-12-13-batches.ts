import { type Kysely, sql } from 'kysely'
import { createLargeIndex } from './large-index'

/** Lists of people to invite, with a row for each line; and messages that many people get at once, which wait longer. */
export const batches = {
  up: async ({ schema }: Kysely<unknown>): Promise<void> => {
    await schema
      .createTable('invitation_batches')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('public_id', 'text', (column) => column.notNull().unique())
      .addColumn('organisation_id', 'text', (column) =>
        column.notNull().references('organisations.id').onDelete('cascade'),
      )
      // Names an identity, which may be gone.
      .addColumn('inviter_id', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('format', 'text', (column) => column.notNull())
      .addColumn('list', 'text', (column) => column.notNull())
      .addColumn('region', 'text', (column) => column.notNull())
      .addColumn('role_id', 'text')
      .addColumn('note', 'text', (column) => column.notNull())
      .addColumn('days', 'integer', (column) => column.notNull())
      .addColumn('language', 'text', (column) => column.notNull())
      .addColumn('line_count', 'integer', (column) => column.notNull())
      .addColumn('checked_count', 'integer', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('work_at', 'bigint')
      .addColumn('attempts', 'integer', (column) => column.notNull())
      .addForeignKeyConstraint('roles_of_batches_exist', ['organisation_id', 'role_id'], 'roles', [
        'organisation_id',
        'id',
      ])
      .execute()
    await schema
      .createIndex('invitation_batches_by_organisation')
      .on('invitation_batches')
      .columns(['organisation_id', 'id'])
      .execute()
    await schema
      .createIndex('invitation_batches_due')
      .on('invitation_batches')
      .column('work_at')
      .where(sql<boolean>`work_at is not null`)
      .execute()

    await schema
      .createTable('invitation_lines')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('batch_id', 'text', (column) =>
        column.notNull().references('invitation_batches.id').onDelete('cascade'),
      )
      .addColumn('organisation_id', 'text', (column) => column.notNull())
      .addColumn('number', 'integer', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('channel', 'text')
      .addColumn('address', 'text')
      .addColumn('typed', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('note', 'text', (column) => column.notNull())
      .addColumn('role_id', 'text')
      .addColumn('same_as', 'integer')
      .addUniqueConstraint('one_line_of_a_number', ['batch_id', 'number'])
      .addForeignKeyConstraint('roles_of_lines_exist', ['organisation_id', 'role_id'], 'roles', [
        'organisation_id',
        'id',
      ])
      .execute()
    await schema
      .createIndex('invitation_lines_by_state')
      .on('invitation_lines')
      .columns(['batch_id', 'state', 'number'])
      .execute()
    await schema
      .createIndex('invitation_lines_by_address')
      .on('invitation_lines')
      .columns(['address', 'batch_id'])
      .execute()
    await schema
      .createIndex('invitation_lines_by_organisation')
      .on('invitation_lines')
      .column('organisation_id')
      .execute()

    await schema
      .alterTable('outbox')
      .addColumn('is_bulk', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
  },
}

/** Finds the messages of each lane that are due, whatever waits in the others. */
export const lanesDue = {
  outsideTransaction: true as const,
  up: async (database: Kysely<unknown>): Promise<void> => {
    for (const [name, isBulk] of [
      ['outbox_others_due', 0],
      ['outbox_bulk_due', 1],
    ] as const)
      await createLargeIndex(database, {
        name,
        table: 'outbox',
        columns: ['channel', 'next_attempt_at'],
        where: `code is null and is_bulk = ${isBulk} and delivered_at is null and given_up_at is null`,
      })
  },
}

import { type Kysely, sql } from 'kysely'

/**
 * Invitations to organisations. The database holds that an address has one pending invitation to an organisation, that
 * no more people come in by a link than it has places, and that a role is of the same organisation.
 */
export const invitations = {
  up: async ({ schema }: Kysely<unknown>): Promise<void> => {
    await schema
      .createTable('invitations')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('public_id', 'text', (column) => column.notNull().unique())
      .addColumn('organisation_id', 'text', (column) =>
        column.notNull().references('organisations.id').onDelete('cascade'),
      )
      .addColumn('channel', 'text', (column) => column.notNull())
      .addColumn('address', 'text')
      .addColumn('role_id', 'text')
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('note', 'text', (column) => column.notNull())
      .addColumn('extra', 'text')
      .addColumn('next_url', 'text', (column) => column.notNull())
      // Names an identity, which may be gone.
      .addColumn('inviter_id', 'text', (column) => column.notNull())
      .addColumn('token_hash', 'text', (column) => column.notNull().unique())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('places', 'integer', (column) => column.notNull())
      .addColumn('places_left', 'integer', (column) => column.notNull().check(placesAreLeft))
      .addColumn('sent', 'integer', (column) => column.notNull())
      .addColumn('language', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('ends_at', 'bigint', (column) => column.notNull())
      .addForeignKeyConstraint('invited_roles_exist', ['organisation_id', 'role_id'], 'roles', [
        'organisation_id',
        'id',
      ])
      .execute()

    await schema
      .createIndex('one_pending_invitation')
      .on('invitations')
      .columns(['organisation_id', 'channel', 'address'])
      .unique()
      .where(isPending)
      .execute()
    await schema.createIndex('invitations_due').on('invitations').column('ends_at').where(isPending).execute()
    await schema.createIndex('invitations_by_end').on('invitations').column('ends_at').execute()
    await schema
      .createIndex('invitations_by_state')
      .on('invitations')
      .columns(['organisation_id', 'state', 'id'])
      .execute()
    await schema
      .createIndex('invitations_by_organisation')
      .on('invitations')
      .columns(['organisation_id', 'id'])
      .execute()
    await schema.createIndex('invitations_by_address').on('invitations').columns(['address', 'id']).execute()
  },
}

const isPending = sql<boolean>`state = 'pending'`
const placesAreLeft = sql`places_left >= 0`

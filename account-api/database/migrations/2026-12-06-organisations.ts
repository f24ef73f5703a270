import type { Kysely } from 'kysely'

/**
 * Organisations, the places of accounts in them (identities), their managers, roles, and the log of what was done in
 * them. Constraints hold what must never be: two managers, two places of one account, a role of another organisation.
 */
export const organisations = {
  up: async ({ schema }: Kysely<unknown>): Promise<void> => {
    await schema
      .createTable('organisations')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('public_id', 'text', (column) => column.notNull().unique())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('base_infos', 'text', (column) => column.notNull())
      .addColumn('detail_infos', 'text', (column) => column.notNull())
      .addColumn('frozen_by', 'text')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('closes_at', 'bigint')
      .execute()

    await schema
      .createTable('identities')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('public_id', 'text', (column) => column.notNull().unique())
      .addColumn('user_public_id', 'text', (column) => column.notNull())
      .addColumn('organisation_id', 'text', (column) =>
        column.notNull().references('organisations.id').onDelete('cascade'),
      )
      .addColumn('account_id', 'text', (column) => column.notNull().references('accounts.id').onDelete('cascade'))
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('name_key', 'text', (column) => column.notNull())
      .addColumn('is_frozen', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('joined_at', 'bigint', (column) => column.notNull())
      // Other tables name the organisation beside the identity, so that one of another organisation cannot be named.
      .addUniqueConstraint('identities_of_organisation', ['organisation_id', 'id'])
      .addUniqueConstraint('identities_of_account', ['account_id', 'organisation_id'])
      .execute()

    // The primary key: an organisation has one manager at a time.
    await schema
      .createTable('organisation_managers')
      .addColumn('organisation_id', 'text', (column) =>
        column.primaryKey().references('organisations.id').onDelete('cascade'),
      )
      .addColumn('identity_id', 'text', (column) => column.notNull().unique())
      .addForeignKeyConstraint('managers_have_a_place', ['organisation_id', 'identity_id'], 'identities', [
        'organisation_id',
        'id',
      ])
      .execute()

    await schema
      .createTable('roles')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('organisation_id', 'text', (column) =>
        column.notNull().references('organisations.id').onDelete('cascade'),
      )
      .addColumn('key', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('description', 'text', (column) => column.notNull())
      .addColumn('permissions', 'text', (column) => column.notNull())
      .addColumn('is_banned', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addUniqueConstraint('roles_by_key', ['organisation_id', 'key'])
      .addUniqueConstraint('roles_of_organisation', ['organisation_id', 'id'])
      .execute()

    await schema
      .createTable('identity_roles')
      .addColumn('identity_id', 'text', (column) => column.notNull())
      .addColumn('role_id', 'text', (column) => column.notNull())
      .addColumn('organisation_id', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('identity_roles_key', ['identity_id', 'role_id'])
      .addForeignKeyConstraint(
        'roles_are_held_by_members',
        ['organisation_id', 'identity_id'],
        'identities',
        ['organisation_id', 'id'],
        (constraint) => constraint.onDelete('cascade'),
      )
      .addForeignKeyConstraint(
        'held_roles_exist',
        ['organisation_id', 'role_id'],
        'roles',
        ['organisation_id', 'id'],
        (constraint) => constraint.onDelete('cascade'),
      )
      .execute()

    await schema
      .createTable('organisation_log')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('organisation_id', 'text', (column) =>
        column.notNull().references('organisations.id').onDelete('cascade'),
      )
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('actor', 'text', (column) => column.notNull())
      .addColumn('actor_name', 'text', (column) => column.notNull())
      .addColumn('target', 'text', (column) => column.notNull())
      .addColumn('target_name', 'text', (column) => column.notNull())
      .addColumn('before', 'text')
      .addColumn('after', 'text')
      .addColumn('address', 'text', (column) => column.notNull())
      .addColumn('client', 'text', (column) => column.notNull())
      .execute()
    await schema.createIndex('organisation_log_by_end').on('organisation_log').column('at').execute()

    await schema.alterTable('sessions').addColumn('identity_id', 'text').execute()
  },
}

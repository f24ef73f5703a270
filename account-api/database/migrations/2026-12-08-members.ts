import { type Kysely, sql } from 'kysely'
import { isPostgres } from '../dialect'
import { createLargeIndex } from './large-index'

/**
 * What lists of members sort and search by. On PostgreSQL it is compared by its bytes, so that an index finds what begins
 * with a text, and so that both databases have one order.
 */
export const members = {
  up: async (database: Kysely<unknown>): Promise<void> => {
    const { schema } = database
    const key = isPostgres(database) ? sql`text collate "C"` : ('text' as const)
    if (isPostgres(database))
      await sql`alter table identities alter column name_key type text collate "C"`.execute(database)

    await schema
      .createTable('name_parts')
      .addColumn('identity_id', 'text', (column) => column.notNull())
      .addColumn('part', key, (column) => column.notNull())
      .addColumn('organisation_id', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('name_parts_key', ['identity_id', 'part'])
      .addForeignKeyConstraint(
        'name_parts_are_of_members',
        ['organisation_id', 'identity_id'],
        'identities',
        ['organisation_id', 'id'],
        (constraint) => constraint.onDelete('cascade'),
      )
      .execute()
    await schema
      .createIndex('name_parts_by_part')
      .on('name_parts')
      .columns(['organisation_id', 'part', 'identity_id'])
      .execute()
    // No release had members yet. Those of a test installation are found by the beginning of their names.
    await sql`insert into name_parts (identity_id, part, organisation_id)
      select id, name_key, organisation_id from identities`.execute(database)

    await schema
      .alterTable('identity_roles')
      .addColumn('name_key', key, (column) => column.notNull().defaultTo(''))
      .execute()
  },
}

export const memberIndexes = {
  outsideTransaction: true as const,
  up: async (database: Kysely<unknown>): Promise<void> => {
    const identities = { table: 'identities' }
    await createLargeIndex(database, {
      ...identities,
      name: 'identities_by_name',
      columns: ['organisation_id', 'name_key', 'id'],
    })
    await createLargeIndex(database, {
      ...identities,
      name: 'identities_by_state_and_name',
      columns: ['organisation_id', 'is_frozen', 'name_key', 'id'],
    })
    await createLargeIndex(database, {
      ...identities,
      name: 'identities_by_state',
      columns: ['organisation_id', 'is_frozen', 'id'],
    })
    const roles = { table: 'identity_roles' }
    await createLargeIndex(database, {
      ...roles,
      name: 'identity_roles_by_name',
      columns: ['role_id', 'name_key', 'identity_id'],
    })
    await createLargeIndex(database, {
      ...roles,
      name: 'identity_roles_by_role',
      columns: ['role_id', 'identity_id'],
    })
  },
}

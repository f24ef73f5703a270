import { sql } from 'kysely'
import { createLargeIndex } from './large-index'
import type { Migration } from './migration'

const columns = [
  'former_members add column place text',
  'former_members add column joined_at bigint',
  'former_members add column address text',
  'join_requests add column roles text',
]

/**
 * The former place of a removed member: its public id, since when, and the address by which the organisation knew them.
 * Also the roles of a former member who is offered the place again, as a JSON array of names. Null: the person asks.
 */
export const givenBack: Migration = {
  up: async (database) => {
    for (const column of columns) await sql.raw(`alter table ${column}`).execute(database)
  },
}

/** A former place is found by its id, in an organisation that has removed many. */
export const formerPlaces: Migration = {
  outsideTransaction: true,
  up: async (database) => {
    await createLargeIndex(database, {
      name: 'former_members_by_place',
      table: 'former_members',
      columns: ['organisation_id', 'place'],
    })
    await sql`drop index if exists former_members_of_organisation`.execute(database)
  },
}

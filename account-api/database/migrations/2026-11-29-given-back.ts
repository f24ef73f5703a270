import { sql } from 'kysely'
import type { Migration } from './migration'

const columns = [
  'former_members add column place text',
  'former_members add column joined_at bigint',
  'former_members add column address text',
  'join_requests add column roles text',
]

/**
 * The place that a member had whom somebody removed: its public id, since when, and the address by which the organisation
 * knew them. And the roles of a former member whose place is offered for giving back, as a JSON array of names. Null: the
 * person asks.
 */
export const givenBack: Migration = {
  up: async (database) => {
    for (const column of columns) await sql.raw(`alter table ${column}`).execute(database)
  },
}

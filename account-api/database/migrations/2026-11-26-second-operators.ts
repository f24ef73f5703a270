import { sql } from 'kysely'
import { createLargeIndex } from './large-index'
import type { Migration } from './migration'

const statements = [
  'alter table pending_changes add column first_operator text',
  // It is unknown who made an earlier key. Such a key continues to work, but cannot agree with another one.
  'alter table operator_keys add column made_by text',
  'alter table operator_keys add column line text',
]

/** Recoveries that need the agreement of two operators, and who made an operator key. */
export const secondOperators: Migration = {
  up: async (database) => {
    for (const statement of statements) await sql.raw(statement).execute(database)
  },
}

/** Recoveries that wait for a second operator. */
export const awaitingRecoveries: Migration = {
  outsideTransaction: true,
  up: (database) =>
    createLargeIndex(database, {
      name: 'pending_changes_awaiting',
      table: 'pending_changes',
      columns: ['takes_effect_at'],
      where: 'first_operator is not null',
    }),
}

import { sql } from 'kysely'
import { createLargeIndex } from './large-index'
import type { Migration } from './migration'

/**
 * Since when an authenticator counts that two other factors have confirmed. Null: 72 hours after it was added. On the
 * account's own row, because every call of a session reads it. No index has it.
 */
export const countingMethods: Migration = {
  up: async (database) => {
    await sql.raw('alter table accounts add column authenticator_counts_from bigint').execute(database)
  },
}

/** Recent invitations of a person, which end with the young methods of the account. */
export const invitationsByInviter: Migration = {
  outsideTransaction: true,
  up: (database) =>
    createLargeIndex(database, {
      name: 'invitations_by_inviter',
      table: 'invitations',
      columns: ['inviter_id', 'id'],
    }),
}

/** The lists of invitations that a person has sent recently, which end in the same way. */
export const batchesByInviter: Migration = {
  outsideTransaction: true,
  up: (database) =>
    createLargeIndex(database, {
      name: 'invitation_batches_by_inviter',
      table: 'invitation_batches',
      columns: ['inviter_id', 'created_at'],
    }),
}

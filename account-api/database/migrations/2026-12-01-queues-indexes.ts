import type { Kysely } from 'kysely'
import { createLargeIndex } from './large-index'

/** Indexes for what is due next, and for the list of usernames that wait for review. */
export const queueIndexes = {
  outsideTransaction: true as const,
  up: async (database: Kysely<unknown>): Promise<void> => {
    await createLargeIndex(database, {
      name: 'accounts_erased_next',
      table: 'accounts',
      expression: 'coalesce(erasing_until, erase_at)',
      where: 'erase_at is not null',
    })
    await createLargeIndex(database, {
      name: 'pending_changes_next',
      table: 'pending_changes',
      expression: 'coalesce(next_attempt_at, takes_effect_at)',
    })
    await createLargeIndex(database, {
      name: 'held_usernames_by_age',
      table: 'held_usernames',
      columns: ['held_at', 'account_id'],
    })
  },
}

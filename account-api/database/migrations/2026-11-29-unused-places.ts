import { createLargeIndex } from './large-index'
import type { Migration } from './migration'

/**
 * The members of an organisation by the day on which they used it last, or joined. A day moves one entry, at most once a
 * day for each member.
 */
export const unusedPlaces: Migration = {
  outsideTransaction: true,
  up: (database) =>
    createLargeIndex(database, {
      name: 'identities_by_last_day',
      table: 'identities',
      expression: ['organisation_id', 'coalesce(active_on, joined_at / 86400000)', 'id'],
    }),
}

import { createLargeIndex } from './large-index'
import type { Migration } from './migration'

/** Finds those who have a role, in the order of their ids. */
export const roleHolders: Migration = {
  outsideTransaction: true,
  up: (database) =>
    createLargeIndex(database, {
      name: 'identity_roles_by_role',
      table: 'identity_roles',
      columns: ['role_id', 'identity_id'],
    }),
}

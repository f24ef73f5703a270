import { createLargeIndex, dropLargeIndex } from './large-index'
import type { Migration } from './migration'

/** Lists what waits in an organisation, page by page. */
export const activationsListed: Migration = {
  outsideTransaction: true,
  up: async (database) => {
    await createLargeIndex(database, {
      name: 'activations_by_organisation',
      table: 'activations',
      columns: ['organisation_id', 'account_id'],
    })
    await dropLargeIndex(database, 'activations_of_organisation')
  },
}

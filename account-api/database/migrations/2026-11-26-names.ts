import { createLargeIndex } from './large-index'
import type { Migration } from './migration'

/** The name that a person goes by, and the address by which an organisation knows a member. */
export const names: Migration = {
  up: async (database) => {
    await database.schema.alterTable('accounts').addColumn('name', 'text').execute()
    await database.schema.alterTable('identities').addColumn('address', 'text').execute()
  },
}

/** Members are found by that address. */
export const memberAddresses: Migration = {
  up: (database) =>
    createLargeIndex(database, {
      name: 'identities_by_address',
      table: 'identities',
      columns: ['organisation_id', 'address'],
      where: 'address is not null',
    }),
  outsideTransaction: true,
}

import type { Migration } from './migration'

/** The name that a person gave to a device. */
export const deviceNames: Migration = {
  up: async (database) => {
    for (const table of ['sessions', 'known_browsers', 'remembered_accounts'])
      await database.schema.alterTable(table).addColumn('device_name', 'text').execute()
  },
}

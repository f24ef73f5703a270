import type { Migration } from './migration'

/** The browser and system of a known browser, so that a copy of its cookie elsewhere is recognised. */
export const newBrowsers: Migration = {
  up: async (database) => {
    await database.schema.alterTable('known_browsers').addColumn('client', 'text').execute()
  },
}

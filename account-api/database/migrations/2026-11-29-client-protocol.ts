import type { Migration } from './migration'

/** What a client has to do in the protocol, as JSON. Null: nothing beyond what every client does. */
export const clientProtocol: Migration = {
  up: async (database) => {
    await database.schema.alterTable('open_clients').addColumn('protocol', 'text').execute()
  },
}

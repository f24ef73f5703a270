import type { Migration } from './migration'

/** The algorithm that signs the ID tokens of a client, and when its tokens were last ended. */
export const openClients: Migration = {
  up: async (database) => {
    await database.schema
      .alterTable('open_clients')
      .addColumn('id_token_alg', 'text', (column) => column.defaultTo('RS256').notNull())
      .execute()
    await database.schema.alterTable('open_clients').addColumn('tokens_ended_at', 'bigint').execute()
  },
}

/** The rules of a client for its claims, and when the profile of an account last changed, which is a claim. */
export const claimRules: Migration = {
  up: async (database) => {
    await database.schema.alterTable('open_clients').addColumn('claim_rules', 'text').execute()
    await database.schema.alterTable('accounts').addColumn('profile_changed_at', 'bigint').execute()
  },
}

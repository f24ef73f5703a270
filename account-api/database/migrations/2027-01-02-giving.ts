import type { Kysely } from 'kysely'

/**
 * A transfer may have to wait, what waits for its owner names whoever answers for it, and an organisation remembers whom
 * it has removed.
 */
export const giving = {
  up: async ({ schema }: Kysely<unknown>): Promise<void> => {
    await schema.alterTable('transfers').addColumn('accept_from', 'bigint').execute()
    await schema.alterTable('activations').addColumn('giver_id', 'text').execute()
    await schema.alterTable('former_members').addColumn('removed_at', 'bigint').execute()
  },
}

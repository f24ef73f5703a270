import type { Kysely } from 'kysely'

/** The token that a session had before its last proof. */
export const renewals = {
  up: async ({ schema }: Kysely<unknown>): Promise<void> => {
    // SQLite adds one column at a time.
    await schema.alterTable('sessions').addColumn('previous_token_hash', 'text').execute()
    await schema.alterTable('sessions').addColumn('previous_proven_at', 'bigint').execute()
    await schema
      .createIndex('sessions_by_previous_token')
      .on('sessions')
      .column('previous_token_hash')
      .where('previous_token_hash' as never, 'is not', null)
      .execute()
  },
}

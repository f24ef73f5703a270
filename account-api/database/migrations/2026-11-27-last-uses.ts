import type { Kysely } from 'kysely'

/**
 * When each account was used last. An account that is older than this column counts as used now: a constant default, so
 * that neither database rewrites the table.
 */
export const lastUses = {
  up: async ({ schema }: Kysely<unknown>): Promise<void> => {
    await schema
      .alterTable('accounts')
      .addColumn('last_used_at', 'bigint', (column) => column.notNull().defaultTo(Date.now()))
      .execute()
  },
}

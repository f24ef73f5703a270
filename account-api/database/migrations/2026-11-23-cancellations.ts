import type { Kysely } from 'kysely'

/** The time when a cancelled account is erased. */
export const cancellations = {
  up: async ({ schema }: Kysely<unknown>): Promise<void> => {
    // SQLite adds one column at a time.
    for (const column of ['erase_at', 'erasing_until'])
      await schema.alterTable('accounts').addColumn(column, 'bigint').execute()
    await schema
      .createIndex('accounts_to_erase')
      .on('accounts')
      .column('erase_at')
      .where('erase_at' as never, 'is not', null)
      .execute()
  },
}

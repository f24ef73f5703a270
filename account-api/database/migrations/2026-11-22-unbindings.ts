import type { Kysely } from 'kysely'

/** Pending unbindings of lost mobiles. */
export const unbindings = {
  up: async ({ schema }: Kysely<unknown>): Promise<void> => {
    await schema
      .createTable('held_unbindings')
      .addColumn('account_id', 'text', (column) => column.primaryKey().references('accounts.id').onDelete('cascade'))
      .addColumn('mobile', 'text', (column) => column.notNull())
      .addColumn('asked_at', 'bigint', (column) => column.notNull())
      .addColumn('takes_effect_at', 'bigint', (column) => column.notNull())
      .execute()
    await schema.createIndex('held_unbindings_by_mobile').on('held_unbindings').column('mobile').execute()
    await schema.createIndex('held_unbindings_due').on('held_unbindings').column('takes_effect_at').execute()
  },
}

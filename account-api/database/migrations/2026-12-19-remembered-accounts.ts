import { type Kysely, sql } from 'kysely'

/** The accounts that devices remember, to sign in by a tap. */
export const rememberedAccounts = {
  up: async ({ schema }: Kysely<unknown>): Promise<void> => {
    await schema
      .createTable('remembered_accounts')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('family_hash', 'text', (column) => column.notNull().unique())
      .addColumn('token_hash', 'text', (column) => column.notNull())
      .addColumn('previous_hash', 'text')
      .addColumn('account_id', 'text', (column) => column.notNull().references('accounts.id').onDelete('cascade'))
      .addColumn('session_id', 'text', (column) => column.notNull())
      .addColumn('address', 'text', (column) => column.notNull())
      .addColumn('client', 'text', (column) => column.notNull())
      .addColumn('proven_at', 'bigint', (column) => column.notNull())
      .addColumn('last_used_at', 'bigint', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .addCheckConstraint('remembered_accounts_change_tokens', sql`token_hash is distinct from previous_hash`)
      .addCheckConstraint('remembered_accounts_end', sql`last_used_at <= expires_at`)
      .execute()
    await schema.createIndex('remembered_accounts_by_account').on('remembered_accounts').column('account_id').execute()
    await schema.createIndex('remembered_accounts_by_end').on('remembered_accounts').column('expires_at').execute()
  },
}

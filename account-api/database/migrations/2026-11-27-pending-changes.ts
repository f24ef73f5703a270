import { type Kysely, sql } from 'kysely'

/**
 * Pending changes of any sign-in method, in place of the pending unbindings of mobiles. When a password was chosen, and
 * what each session has proven, and when: a change needs two proofs, and a new password is none.
 */
export const pendingChanges = {
  up: async (database: Kysely<unknown>): Promise<void> => {
    const { schema } = database
    await schema
      .createTable('pending_changes')
      .addColumn('account_id', 'text', (column) => column.notNull().references('accounts.id').onDelete('cascade'))
      .addColumn('method', 'text', (column) => column.notNull())
      .addColumn('value', 'text', (column) => column.notNull())
      .addColumn('successor', 'text')
      .addColumn('is_lost', 'integer', (column) => column.notNull())
      .addColumn('asked_at', 'bigint', (column) => column.notNull())
      .addColumn('takes_effect_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('pending_changes_pk', ['account_id', 'method'])
      .execute()
    await schema.createIndex('pending_changes_by_value').on('pending_changes').columns(['method', 'value']).execute()
    await schema.createIndex('pending_changes_due').on('pending_changes').column('takes_effect_at').execute()
    await sql`
      insert into pending_changes (account_id, method, value, is_lost, asked_at, takes_effect_at)
      select account_id, 'mobile', mobile, 1, asked_at, takes_effect_at from held_unbindings`.execute(database)
    await schema.dropTable('held_unbindings').execute()

    await schema.alterTable('accounts').addColumn('password_chosen_at', 'bigint').execute()
    // SQLite adds one column at a time.
    for (const column of ['mobile_proven_at', 'email_proven_at', 'password_proven_at'])
      await schema.alterTable('sessions').addColumn(column, 'bigint').execute()
  },
}

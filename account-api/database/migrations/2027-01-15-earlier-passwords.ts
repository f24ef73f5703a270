import type { Kysely } from 'kysely'

/**
 * An account keeps the password that a reset by SMS has taken away, for as long as that is contested. A pending change
 * keeps which factors asked for it. The history has usernames too, and what had proven each change.
 */
export const earlierPasswords = {
  up: async ({ schema }: Kysely<unknown>): Promise<void> => {
    await schema.alterTable('accounts').addColumn('earlier_password_hash', 'text').execute()
    await schema.alterTable('accounts').addColumn('earlier_password_taken_at', 'bigint').execute()
    await schema.alterTable('sign_in_history').addColumn('username', 'text').execute()
    await schema.alterTable('sign_in_history').addColumn('proven_by', 'text').execute()
    await schema
      .alterTable('pending_changes')
      .addColumn('asked_by', 'text', (column) => column.notNull().defaultTo(''))
      .execute()
  },
}

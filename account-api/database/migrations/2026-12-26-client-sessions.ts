import { type Kysely, sql } from 'kysely'

/**
 * The sessions in which clients have got tokens. A row stays when its session ends, and loses it: that is what makes it
 * due for the client to be told.
 */
export const clientSessions = {
  up: async ({ schema }: Kysely<unknown>): Promise<void> => {
    await schema
      .createTable('client_sessions')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('client_id', 'text', (column) => column.notNull().references('open_clients.id').onDelete('cascade'))
      .addColumn('session_id', 'text', (column) => column.references('sessions.id').onDelete('set null'))
      .addColumn('account_id', 'text', (column) => column.notNull().references('accounts.id').onDelete('cascade'))
      .addColumn('sid', 'text', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('next_attempt_at', 'bigint', (column) => column.notNull().defaultTo(0))
      .addUniqueConstraint('client_sessions_of_session', ['session_id', 'client_id'])
      .execute()
    await schema.createIndex('client_sessions_of_account').on('client_sessions').column('account_id').execute()
    await schema.createIndex('client_sessions_by_end').on('client_sessions').column('expires_at').execute()
    await schema
      .createIndex('client_sessions_to_tell')
      .on('client_sessions')
      .columns(['client_id', 'next_attempt_at'])
      .where(sql.ref('session_id'), 'is', null)
      .execute()
    // Few clients want to be told.
    await schema
      .createIndex('open_clients_to_tell')
      .on('open_clients')
      .column('id')
      .where(sql.ref('logout_url'), 'is not', null)
      .execute()
  },
}

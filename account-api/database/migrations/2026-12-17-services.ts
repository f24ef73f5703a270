import { type Kysely, sql } from 'kysely'

/**
 * The services that sign people in here, and their tickets. A ticket stays when its session ends, and loses it: that is
 * what makes it due for single sign-out. So no way of ending a session can forget the services.
 */
export const services = {
  up: async ({ schema }: Kysely<unknown>): Promise<void> => {
    await schema
      .createTable('services')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('url', 'text', (column) => column.notNull())
      .addColumn('logout_url', 'text')
      .addColumn('attributes', 'text', (column) => column.notNull())
      .addColumn('may_gateway', 'integer', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('removed_at', 'bigint')
      .execute()
    await schema
      .createIndex('services_by_url')
      .on('services')
      .column('url')
      .unique()
      .where('removed_at' as never, 'is', null)
      .execute()
    await schema
      .createTable('service_tickets')
      .addColumn('hash', 'text', (column) => column.primaryKey())
      // Services are never deleted.
      .addColumn('service_id', 'text', (column) => column.notNull().references('services.id'))
      .addColumn('session_id', 'text', (column) => column.references('sessions.id').onDelete('set null'))
      .addColumn('proof', 'bigint')
      .addColumn('issued_at', 'bigint', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .addColumn('spent_at', 'bigint')
      .addColumn('ticket', 'text')
      .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('next_attempt_at', 'bigint', (column) => column.notNull().defaultTo(0))
      .addCheckConstraint('service_tickets_are_kept_once_spent', sql`ticket is null or spent_at is not null`)
      .execute()
    // Each proof of a session makes one ticket that counts as a sign-in. The end of a session finds its tickets by it, too.
    await schema
      .createIndex('service_tickets_of_session')
      .on('service_tickets')
      .columns(['session_id', 'proof'])
      .unique()
      .execute()
    await schema.createIndex('service_tickets_by_end').on('service_tickets').column('expires_at').execute()
    await schema
      .createIndex('service_tickets_to_tell')
      .on('service_tickets')
      .columns(['service_id', 'next_attempt_at'])
      .where('session_id' as never, 'is', null)
      .where('ticket' as never, 'is not', null)
      .execute()
  },
}

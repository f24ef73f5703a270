import type { Kysely } from 'kysely'

/** Accounts, identifiers, codes, tickets, sessions, limits and messages. */
export const accounts = {
  up: async (database: Kysely<unknown>): Promise<void> => {
    const { schema } = database
    await schema
      .createTable('accounts')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('account_type', 'integer', (column) => column.notNull())
      .addColumn('password_hash', 'text')
      .addColumn('language', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute()

    await schema
      .createTable('identifiers')
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('value', 'text', (column) => column.notNull())
      .addColumn('account_id', 'text', (column) => column.notNull().references('accounts.id').onDelete('cascade'))
      .addColumn('bound_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('identifiers_pk', ['kind', 'value'])
      .addUniqueConstraint('identifiers_one_of_a_kind', ['account_id', 'kind'])
      .execute()

    await schema
      .createTable('email_claims')
      .addColumn('account_id', 'text', (column) => column.primaryKey().references('accounts.id').onDelete('cascade'))
      .addColumn('email', 'text', (column) => column.notNull())
      .addColumn('claimed_at', 'bigint', (column) => column.notNull())
      .execute()
    await schema.createIndex('email_claims_by_email').on('email_claims').columns(['email', 'claimed_at']).execute()

    await schema
      .createTable('codes')
      .addColumn('channel', 'text', (column) => column.notNull())
      .addColumn('target', 'text', (column) => column.notNull())
      .addColumn('purpose', 'integer', (column) => column.notNull())
      .addColumn('key', 'text', (column) => column.notNull().unique())
      .addColumn('hash', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .addColumn('tries_left', 'integer', (column) => column.notNull())
      .addColumn('used_at', 'bigint')
      .addColumn('locked_until', 'bigint', (column) => column.notNull().defaultTo(0))
      .addPrimaryKeyConstraint('codes_pk', ['channel', 'target', 'purpose'])
      .execute()
    await schema.createIndex('codes_by_end').on('codes').column('expires_at').execute()

    await schema
      .createTable('tickets')
      .addColumn('hash', 'text', (column) => column.primaryKey())
      .addColumn('purpose', 'text', (column) => column.notNull())
      .addColumn('account_id', 'text', (column) => column.references('accounts.id').onDelete('cascade'))
      .addColumn('session_id', 'text')
      .addColumn('value', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .addColumn('used_at', 'bigint')
      .execute()
    await schema.createIndex('tickets_by_end').on('tickets').column('expires_at').execute()

    await schema
      .createTable('sessions')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('token_hash', 'text', (column) => column.notNull().unique())
      .addColumn('account_id', 'text', (column) => column.notNull().references('accounts.id').onDelete('cascade'))
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('last_seen_at', 'bigint', (column) => column.notNull())
      .addColumn('proven_at', 'bigint', (column) => column.notNull())
      .execute()
    await schema.createIndex('sessions_by_account').on('sessions').column('account_id').execute()
    await schema.createIndex('sessions_by_sight').on('sessions').column('last_seen_at').execute()

    await schema
      .createTable('counters')
      .addColumn('key', 'text', (column) => column.primaryKey())
      .addColumn('count', 'integer', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .execute()
    await schema.createIndex('counters_by_end').on('counters').column('expires_at').execute()

    await schema
      .createTable('nonces')
      .addColumn('nonce', 'text', (column) => column.primaryKey())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .execute()
    await schema.createIndex('nonces_by_end').on('nonces').column('expires_at').execute()

    await schema
      .createTable('outbox')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('recipient', 'text', (column) => column.notNull())
      .addColumn('channel', 'text', (column) => column.notNull())
      .addColumn('purpose', 'text', (column) => column.notNull())
      .addColumn('subject', 'text', (column) => column.notNull())
      .addColumn('body', 'text', (column) => column.notNull())
      .addColumn('code', 'text')
      .addColumn('link', 'text')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('attempts', 'integer', (column) => column.notNull())
      .addColumn('next_attempt_at', 'bigint', (column) => column.notNull())
      .addColumn('delivered_at', 'bigint')
      .addColumn('given_up_at', 'bigint')
      .execute()
    await schema.createIndex('outbox_by_recipient').on('outbox').columns(['recipient', 'id']).execute()
    await schema
      .createIndex('outbox_due')
      .on('outbox')
      .columns(['channel', 'next_attempt_at'])
      .where('delivered_at' as never, 'is', null)
      .where('given_up_at' as never, 'is', null)
      .execute()
  },
}

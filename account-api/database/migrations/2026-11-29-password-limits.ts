import type { Kysely } from 'kysely'

/** Leaky buckets, wrong passwords over all accounts by the hour, and what limits a captcha. */
export const passwordLimits = {
  up: async ({ schema }: Kysely<unknown>): Promise<void> => {
    await schema
      .createTable('buckets')
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('subject', 'text', (column) => column.notNull())
      .addColumn('part', 'text', (column) => column.notNull())
      .addColumn('empty_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('buckets_pk', ['name', 'subject', 'part'])
      .execute()
    await schema.createIndex('buckets_by_end').on('buckets').column('empty_at').execute()
    await schema
      .createTable('guesses')
      .addColumn('hour', 'integer', (column) => column.notNull())
      .addColumn('shard', 'integer', (column) => column.notNull())
      .addColumn('count', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('guesses_pk', ['hour', 'shard'])
      .execute()
    await schema
      .alterTable('known_browsers')
      .addColumn('client_address', 'text', (column) => column.notNull().defaultTo(''))
      .execute()
    await schema
      .alterTable('captchas')
      .addColumn('decision', 'text', (column) => column.notNull().defaultTo(''))
      .execute()
  },
}

import { type Kysely, sql } from 'kysely'

/** A slot has one code for each asker, and each code its own tries. Codes that were sent before keep working. */
export const codeRequests = {
  up: async (database: Kysely<unknown>): Promise<void> => {
    const { schema } = database
    await schema.alterTable('codes').renameTo('codes_before').execute()
    await schema.dropIndex('codes_by_end').execute()
    await schema
      .createTable('codes')
      .addColumn('channel', 'text', (column) => column.notNull())
      .addColumn('target', 'text', (column) => column.notNull())
      .addColumn('purpose', 'integer', (column) => column.notNull())
      .addColumn('asker', 'text', (column) => column.notNull())
      .addColumn('by_known_browser', 'integer', (column) => column.notNull())
      .addColumn('key', 'text', (column) => column.notNull().unique())
      .addColumn('hash', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .addColumn('tries_left', 'integer', (column) => column.notNull())
      .addColumn('unnamed_tries_left', 'integer', (column) => column.notNull())
      .addColumn('used_at', 'bigint')
      .addPrimaryKeyConstraint('codes_of_askers_pk', ['channel', 'target', 'purpose', 'asker'])
      .execute()
    await schema.createIndex('codes_by_end').on('codes').column('expires_at').execute()
    await sql`
      insert into codes
        (channel, target, purpose, asker, by_known_browser, key, hash, created_at, expires_at, tries_left, unnamed_tries_left, used_at)
      select channel, target, purpose, '', 0, key, hash, created_at, expires_at, tries_left, tries_left, used_at
      from codes_before
    `.execute(database)
    await schema.dropTable('codes_before').execute()
  },
}

import type { Kysely } from 'kysely'

/** The challenges of captchas. They live for two minutes. */
export const captchas = {
  up: async ({ schema }: Kysely<unknown>): Promise<void> => {
    await schema
      .createTable('captchas')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('subtype', 'text', (column) => column.notNull())
      .addColumn('visitor', 'text', (column) => column.notNull())
      .addColumn('solution', 'text', (column) => column.notNull())
      .addColumn('spoken', 'text', (column) => column.notNull())
      .addColumn('scene', 'text', (column) => column.notNull())
      .addColumn('piece', 'text')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .addColumn('tries_left', 'integer', (column) => column.notNull())
      .addColumn('solved_at', 'bigint')
      .execute()
    await schema.createIndex('captchas_by_end').on('captchas').column('expires_at').execute()
  },
}

import type { Kysely } from 'kysely'

/** The language of a message, which the mail around its text is written in. */
export const textLanguages = {
  up: async ({ schema }: Kysely<unknown>): Promise<void> => {
    await schema.alterTable('outbox').addColumn('language', 'text').execute()
  },
}

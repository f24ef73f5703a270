import type { Kysely } from 'kysely'

/** Whom counters and tickets belong to, so that an erasure finds them. */
export const subjects = {
  up: async ({ schema }: Kysely<unknown>): Promise<void> => {
    await schema.alterTable('counters').addColumn('subject', 'text').execute()
    await schema.alterTable('tickets').addColumn('address', 'text').execute()
  },
}

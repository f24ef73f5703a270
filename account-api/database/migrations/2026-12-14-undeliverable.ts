import type { Kysely } from 'kysely'

/** Why the message of an undeliverable invitation was given up. Null for those of before. */
export const undeliverable = {
  up: async ({ schema }: Kysely<unknown>): Promise<void> => {
    await schema.alterTable('invitations').addColumn('undeliverable_reason', 'text').execute()
  },
}

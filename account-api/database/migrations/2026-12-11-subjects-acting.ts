import type { Kysely } from 'kysely'

/** A session gets a new token when its person chooses as whom to act, without a new proof. */
export const subjectsActing = {
  up: async ({ schema }: Kysely<unknown>): Promise<void> => {
    await schema.alterTable('sessions').addColumn('renewed_at', 'bigint').execute()
  },
}

import type { Kysely } from 'kysely'

/** The chosen time zone of an account. */
export const timeZones = {
  up: async ({ schema }: Kysely<unknown>): Promise<void> => {
    await schema.alterTable('accounts').addColumn('time_zone', 'text').execute()
  },
}

import type { Kysely } from 'kysely'

/** Indexes for the tickets of an account or of an address, which a change of the password ends. */
export const passwords = {
  up: async ({ schema }: Kysely<unknown>): Promise<void> => {
    await schema.createIndex('tickets_by_account').on('tickets').column('account_id').execute()
    await schema.createIndex('tickets_by_value').on('tickets').column('value').execute()
  },
}

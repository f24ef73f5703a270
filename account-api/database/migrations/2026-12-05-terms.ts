import type { Kysely } from 'kysely'

/** The version of the operator's terms that a person agreed to by creating the account. */
export const terms = {
  up: async ({ schema }: Kysely<unknown>): Promise<void> => {
    await schema.alterTable('accounts').addColumn('terms_version', 'text').execute()
  },
}

import type { Kysely } from 'kysely'

/** An operator can freeze an account, with a reason. Null: it is not frozen. */
export const frozenAccounts = {
  up: async ({ schema }: Kysely<unknown>): Promise<void> => {
    await schema.alterTable('accounts').addColumn('frozen_at', 'bigint').execute()
    await schema.alterTable('accounts').addColumn('frozen_reason', 'text').execute()
  },
}

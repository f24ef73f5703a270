import type { Kysely } from 'kysely'

/** What applications were given lately, and by which session, ends with a reset, a sign-out everywhere and "not me". */
export const recentGrants = {
  up: async ({ schema }: Kysely<unknown>): Promise<void> => {
    await schema.alterTable('authorisations').addColumn('granted_in', 'text').execute()
    await schema.alterTable('authorisations').addColumn('ended_at', 'bigint').execute()
    await schema.alterTable('protocol_records').addColumn('answered_at', 'bigint').execute()
    await schema.alterTable('protocol_records').addColumn('answered_in', 'text').execute()
  },
}

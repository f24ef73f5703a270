import type { Kysely } from 'kysely'

/** A client with a secret may do without PKCE, where its software knows none. */
export const clientPkce = {
  up: async ({ schema }: Kysely<unknown>): Promise<void> => {
    await schema
      .alterTable('open_clients')
      .addColumn('requires_pkce', 'integer', (column) => column.notNull().defaultTo(1))
      .execute()
  },
}

import type { Kysely } from 'kysely'
import { createLargeIndex } from './large-index'

/** A code or refresh token that is used again ends what came from the same code, and nothing else of its grant. */
export const tokenChains = {
  up: async ({ schema }: Kysely<unknown>): Promise<void> => {
    await schema.alterTable('protocol_records').addColumn('chain_hash', 'text').execute()
  },
}

export const tokenChainIndexes = {
  outsideTransaction: true as const,
  up: async (database: Kysely<unknown>): Promise<void> => {
    await createLargeIndex(database, {
      name: 'protocol_records_by_chain',
      table: 'protocol_records',
      columns: ['chain_hash'],
      where: 'chain_hash is not null',
    })
  },
}

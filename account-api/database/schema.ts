import type { Kysely, Transaction } from 'kysely'

/**
 * The tables, in types that both databases have. Times are milliseconds since the epoch, and booleans are 0 or 1. Each
 * context adds its own tables in its `tables.ts`.
 */
export interface Schema {
  leases: { name: string; holder: string; until: number }
  probes: { process: string; at: number }
}

export type Connection = Kysely<Schema> | Transaction<Schema>

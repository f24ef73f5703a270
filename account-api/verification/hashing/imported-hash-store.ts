import type { Connection } from '#account-api/database/schema'

/** How many kinds of imported hashes a deployment may have: each costs every wrong password a comparison. */
export const mostKinds = 4

export const importedHashStore = (connection: Connection) => ({
  kinds: async (): Promise<string[]> => {
    const rows = await connection.selectFrom('imported_hash_kinds').select('hash_kind').limit(mostKinds).execute()
    return rows.map((row) => row.hash_kind)
  },

  /** Stores kinds. Known ones are skipped. */
  addKinds: async (kinds: readonly string[], since: number): Promise<void> => {
    await connection
      .insertInto('imported_hash_kinds')
      .values(kinds.map((kind) => ({ hash_kind: kind, since })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  },
})

export type ImportedHashStore = ReturnType<typeof importedHashStore>

import type { Connection } from '#account-api/database/schema'

export interface Kept {
  address: string
  form: string | null
}

export const returnAddressStore = (connection: Connection) => ({
  insert: async ({ address, form, ...at }: Kept & { handleHash: string; expiresAt: number }): Promise<void> => {
    const row = { handle_hash: at.handleHash, address, form, expires_at: at.expiresAt }
    await connection.insertInto('return_addresses').values(row).execute()
  },

  /** Undefined when the handle is unknown or has expired. */
  find: async (handleHash: string, at: number): Promise<Kept | undefined> =>
    connection
      .selectFrom('return_addresses')
      .select(['address', 'form'])
      .where('handle_hash', '=', handleHash)
      .where('expires_at', '>', at)
      .executeTakeFirst(),
})

export type ReturnAddressStore = ReturnType<typeof returnAddressStore>

import type { Connection } from '../../database/schema'

export const returnAddressStore = (connection: Connection) => ({
  insert: async ({
    handleHash,
    address,
    expiresAt,
  }: {
    handleHash: string
    address: string
    expiresAt: number
  }): Promise<void> => {
    await connection
      .insertInto('return_addresses')
      .values({ handle_hash: handleHash, address, expires_at: expiresAt })
      .execute()
  },

  /** Undefined when the handle is unknown or has expired. */
  find: async (handleHash: string, at: number): Promise<string | undefined> => {
    const kept = await connection
      .selectFrom('return_addresses')
      .select('address')
      .where('handle_hash', '=', handleHash)
      .where('expires_at', '>', at)
      .executeTakeFirst()
    return kept?.address
  },
})

export type ReturnAddressStore = ReturnType<typeof returnAddressStore>

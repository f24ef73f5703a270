import type { Connection } from '../../database/schema'

/** A return address, and the sealed form that was posted there. */
export interface Kept {
  address: string
  form: string | null
}

export const returnAddressStore = (connection: Connection) => ({
  insert: async ({
    handleHash,
    expiresAt,
    ...kept
  }: Kept & {
    handleHash: string
    expiresAt: number
  }): Promise<void> => {
    await connection
      .insertInto('return_addresses')
      .values({ handle_hash: handleHash, ...kept, expires_at: expiresAt })
      .execute()
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

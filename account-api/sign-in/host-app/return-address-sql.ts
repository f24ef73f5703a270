import type { ReturnAddressStore } from './return-address-store'
import type { Connection } from '../../database/schema'

export const returnAddressStore = (connection: Connection): ReturnAddressStore => ({
  insert: async ({ handleHash, address, expiresAt }) => {
    await connection
      .insertInto('return_addresses')
      .values({ handle_hash: handleHash, address, expires_at: expiresAt })
      .execute()
  },

  find: async (handleHash, at) => {
    const kept = await connection
      .selectFrom('return_addresses')
      .select('address')
      .where('handle_hash', '=', handleHash)
      .where('expires_at', '>', at)
      .executeTakeFirst()
    return kept?.address
  },
})

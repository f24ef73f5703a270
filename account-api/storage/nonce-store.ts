import type { NonceStore } from '../domain/nonce/nonce-store'
import type { Connection } from './schema'

/** @param rememberedSince nonces of older signatures may have been forgotten, and are refused */
export const nonceStore = (connection: Connection, rememberedSince: number): NonceStore => ({
  add: async (nonce, { signedAt, expiresAt }) => {
    if (signedAt < rememberedSince) return false
    const added = await connection
      .insertInto('nonces')
      .values({ nonce, expires_at: expiresAt })
      .onConflict((conflict) => conflict.column('nonce').doNothing())
      .returning('nonce')
      .executeTakeFirst()
    return added !== undefined
  },
})

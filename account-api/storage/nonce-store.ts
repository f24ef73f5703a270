import type { NonceStore } from '../domain/storage'
import type { Connection } from './storage'

export const nonceStore = (connection: Connection): NonceStore => ({
  add: async (nonce, expiresAt) => {
    const added = await connection
      .insertInto('nonces')
      .values({ nonce, expires_at: expiresAt })
      .onConflict((conflict) => conflict.column('nonce').doNothing())
      .returning('nonce')
      .executeTakeFirst()
    return added !== undefined
  },
})

import type { KnownBrowserStore } from '../domain/known-browser/known-browser-store'
import type { Connection } from './schema'

/** No account has so many: SQLite asks for a limit beside an offset. */
const all = 1_000_000

export const knownBrowserStore = (connection: Connection): KnownBrowserStore => ({
  insert: async ({ tokenHash, accountId, sessionId, signedInAt, clientAddress, expiresAt }) => {
    await connection
      .insertInto('known_browsers')
      .values({
        token_hash: tokenHash,
        account_id: accountId,
        session_id: sessionId,
        signed_in_at: signedInAt,
        client_address: clientAddress,
        expires_at: expiresAt,
      })
      .execute()
  },

  find: async (tokenHashes, at) =>
    connection
      .selectFrom('known_browsers')
      .select(['token_hash as tokenHash', 'account_id as accountId'])
      .where('token_hash', 'in', tokenHashes)
      .where('expires_at', '>', at)
      .execute(),

  of: async (accountId, at) =>
    connection
      .selectFrom('known_browsers')
      .select(['token_hash as tokenHash', 'client_address as clientAddress'])
      .where('account_id', '=', accountId)
      .where('expires_at', '>', at)
      .execute(),

  expire: async (accountId, tokenHashes, at) => {
    await connection
      .updateTable('known_browsers')
      .set({ expires_at: at })
      .where('token_hash', 'in', tokenHashes)
      .where('account_id', '=', accountId)
      .where('expires_at', '>', at)
      .execute()
  },

  prune: async (accountId, most) => {
    const beyond = connection
      .selectFrom('known_browsers')
      .select('token_hash')
      .where('account_id', '=', accountId)
      .orderBy('expires_at', 'desc')
      .limit(all)
      .offset(most)
    await connection.deleteFrom('known_browsers').where('token_hash', 'in', beyond).execute()
  },

  forget: async (accountId, keptTokenHashes) => {
    await connection
      .deleteFrom('known_browsers')
      .where('account_id', '=', accountId)
      .$if(keptTokenHashes.length > 0, (query) => query.where('token_hash', 'not in', keptTokenHashes))
      .execute()
  },

  forgetSession: async (accountId, sessionId) => {
    await connection
      .deleteFrom('known_browsers')
      .where('account_id', '=', accountId)
      .where('session_id', '=', sessionId)
      .execute()
  },
})

import type { KnownBrowserStore } from './known-browser-store'
import type { Connection } from '../../database/schema'

export const knownBrowserStore = (connection: Connection): KnownBrowserStore => ({
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

  forget: async (accountId, keptTokenHashes) => {
    await connection
      .deleteFrom('known_browsers')
      .where('account_id', '=', accountId)
      .$if(keptTokenHashes.length > 0, (query) => query.where('token_hash', 'not in', keptTokenHashes))
      .execute()
  },

  forgetSessions: async (accountId, sessionIds) => {
    await connection
      .deleteFrom('known_browsers')
      .where('account_id', '=', accountId)
      .where('session_id', 'in', sessionIds)
      .execute()
  },
})

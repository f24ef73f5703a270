import type { BrowserOfAccount } from '#account-api/accounts/account/account-record'
import type { Connection } from '#account-api/database/schema'

/** One account's knowledge of a browser. */
export interface KnownBrowserRecord {
  tokenHash: string
  accountId: string
  sessionId: string
  signedInAt: number
  clientAddress: string
  client: string
  expiresAt: number
}

export const knownBrowserStore = (connection: Connection) => ({
  /** The records of these tokens that have not expired. */
  find: async (
    tokenHashes: readonly string[],
    at: number,
  ): Promise<Pick<KnownBrowserRecord, 'tokenHash' | 'accountId'>[]> =>
    connection
      .selectFrom('known_browsers')
      .select(['token_hash as tokenHash', 'account_id as accountId'])
      .where('token_hash', 'in', tokenHashes)
      .where('expires_at', '>', at)
      .execute(),

  /** The records of an account that have not expired. */
  of: async (accountId: string, at: number): Promise<BrowserOfAccount[]> =>
    connection
      .selectFrom('known_browsers')
      .select(['token_hash as tokenHash', 'client_address as clientAddress'])
      .where('account_id', '=', accountId)
      .where('expires_at', '>', at)
      .execute(),

  /** Gives the device of a browser that signed in with a session a name, or none. */
  name: async (accountId: string, sessionId: string, name: string | null): Promise<void> => {
    await connection
      .updateTable('known_browsers')
      .set({ device_name: name })
      .where('account_id', '=', accountId)
      .where('session_id', '=', sessionId)
      .execute()
  },

  /** Deletes the records of an account, except those of the kept tokens. */
  forget: async (accountId: string, keptTokenHashes: readonly string[]): Promise<void> => {
    await connection
      .deleteFrom('known_browsers')
      .where('account_id', '=', accountId)
      .$if(keptTokenHashes.length > 0, (query) => query.where('token_hash', 'not in', keptTokenHashes))
      .execute()
  },

  /** Deletes the records that began with these sessions. */
  forgetSessions: async (accountId: string, sessionIds: readonly string[]): Promise<void> => {
    await connection
      .deleteFrom('known_browsers')
      .where('account_id', '=', accountId)
      .where('session_id', 'in', sessionIds)
      .execute()
  },
})

export type KnownBrowserStore = ReturnType<typeof knownBrowserStore>

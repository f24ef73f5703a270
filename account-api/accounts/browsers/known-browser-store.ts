import type { BrowserOfAccount } from '#account-api/accounts/account/account-record'
import type { Connection } from '#account-api/database/schema'

/** A browser that an account knows. */
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
  /** The unexpired records with these tokens. */
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

  /** The unexpired records of an account. */
  of: async (accountId: string, at: number): Promise<BrowserOfAccount[]> =>
    connection
      .selectFrom('known_browsers')
      .select(['token_hash as tokenHash', 'client_address as clientAddress'])
      .where('account_id', '=', accountId)
      .where('expires_at', '>', at)
      .execute(),

  /** Names the device of the browser whose sign-in began a session, or removes the name. */
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

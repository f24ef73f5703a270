/** The tokens that came with a call: one for each account that has signed in at the browser. */
export type BrowserTokens = readonly string[]

/** One account's knowledge of a browser. */
export interface KnownBrowserRecord {
  tokenHash: string
  accountId: string
  /** The session that the sign-in started. */
  sessionId: string
  signedInAt: number
  /** The client address of the sign-in, as limits count it. */
  clientAddress: string
  expiresAt: number
}

/** What an account knows a browser by. */
export type BrowserOfAccount = Pick<KnownBrowserRecord, 'tokenHash' | 'clientAddress'>

export interface KnownBrowserStore {
  /** The records of these tokens that have not expired. */
  find(tokenHashes: readonly string[], at: number): Promise<Pick<KnownBrowserRecord, 'tokenHash' | 'accountId'>[]>
  /** The records of an account that have not expired. */
  of(accountId: string, at: number): Promise<BrowserOfAccount[]>
  /** Deletes the records of an account, except those of the kept tokens. */
  forget(accountId: string, keptTokenHashes: readonly string[]): Promise<void>
  /** Deletes the records that began with these sessions. */
  forgetSessions(accountId: string, sessionIds: readonly string[]): Promise<void>
}

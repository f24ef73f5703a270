export interface TicketRecord {
  purpose: string
  accountId: string | null
  sessionId: string | null
  value: string
}

export interface TicketStore {
  insert(ticket: TicketRecord & { hash: string; at: number; expiresAt: number }): Promise<void>
  /** Uses the ticket up in one statement; undefined when it is used, expired, or of none of these purposes. */
  redeem(hash: string, wanted: { purposes: readonly string[]; at: number }): Promise<TicketRecord | undefined>
  find(hash: string, wanted: { purposes: readonly string[]; at: number }): Promise<TicketRecord | undefined>
  /** Uses up every ticket of these purposes that belongs to an account or says one of these values. */
  endAll(ended: {
    purposes: readonly string[]
    accountId: string
    values: readonly string[]
    at: number
  }): Promise<void>
  /** Ends the tickets of an account and a purpose that were issued since a time. */
  drop(wanted: { accountId: string; purpose: string; since: number }): Promise<void>
  /** Those that were given in a session of the account. */
  eraseOfSessions(accountId: string): Promise<void>
}

export interface TicketRecord {
  purpose: string
  accountId: string | null
  sessionId: string | null
  value: string
  /** When it was issued. */
  at: number
}

export interface TicketStore {
  /** `address`: the address that the value names, if any. The ticket is erased with it. */
  insert(ticket: TicketRecord & { hash: string; address: string | null; expiresAt: number }): Promise<void>
  /** Uses up a ticket, in one statement. Undefined when it is used, has expired, or has none of these purposes. */
  redeem(hash: string, wanted: { purposes: readonly string[]; at: number }): Promise<TicketRecord | undefined>
  find(hash: string, wanted: { purposes: readonly string[]; at: number }): Promise<TicketRecord | undefined>
  /** Uses up every ticket of these purposes that belongs to the account or has one of these addresses as its value. */
  endAll(ended: {
    purposes: readonly string[]
    accountId: string
    addresses: readonly string[]
    at: number
  }): Promise<void>
  /** Uses up every ticket that belongs to the account or has one of these addresses as its value, but for one purpose. */
  endOf(ended: { accountId: string; addresses: readonly string[]; except: string; at: number }): Promise<void>
  /** Erases the tickets that are bound to sessions of the account. */
  eraseOfSessions(accountId: string): Promise<void>
}

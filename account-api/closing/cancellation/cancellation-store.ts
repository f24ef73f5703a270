import type { CodeChannel } from '../../kernel/outbox/message'

export interface ClaimedErasure {
  accountId: string
  /** How often its erasure was begun, with this time. */
  attempts: number
}

/** The cancellation and erasure of accounts, and of rows that name an address instead of an account. */
export interface CancellationStore {
  /** False when the account is cancelled already. */
  begin(accountId: string, eraseAt: number): Promise<boolean>
  /** False unless the account is due to be erased at this time: it was restored, or has been erased. */
  undo(accountId: string, eraseAt: number): Promise<boolean>
  /** Claims accounts that are due, those that have waited longest first. No copy claims them again before `until`. */
  claim(at: number, until: number, limit: number): Promise<ClaimedErasure[]>
  /** Sets an account aside whose erasure failed. */
  postpone(accountId: string, until: number): Promise<void>
  /** Whether another account has or claims an email. */
  isOthers(email: string, accountId: string): Promise<boolean>
  /** Erases the codes, tickets and messages of an address, and takes it out of invitations. */
  eraseAddress(channel: CodeChannel, address: string): Promise<void>
  /** Erases the counters of these subjects: account ids and identifiers. */
  eraseCounters(subjects: readonly string[]): Promise<void>
  /** Erases an account that is due, with everything that belongs to it. False when it was restored meanwhile. */
  erase(accountId: string, at: number): Promise<boolean>
}

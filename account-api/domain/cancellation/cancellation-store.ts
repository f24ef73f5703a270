import type { Channel } from '../message/message'

/** The cancellation and erasure of accounts, and of rows that name an address instead of an account. */
export interface CancellationStore {
  /** False when the account is cancelled already. */
  begin(accountId: string, eraseAt: number): Promise<boolean>
  /** False unless the account is due to be erased at this time: it was restored, or has been erased. */
  undo(accountId: string, eraseAt: number): Promise<boolean>
  /** Claims accounts that are due. No other copy claims them before `until`. */
  claim(at: number, until: number, limit: number): Promise<string[]>
  /** Whether another account has or claims an email. */
  isOthers(email: string, accountId: string): Promise<boolean>
  /** Erases the codes, tickets and messages of an address. */
  eraseAddress(channel: Channel, address: string): Promise<void>
  /** Erases the counters with these keys, and those whose key goes on after a colon. */
  eraseCounters(keys: readonly string[]): Promise<void>
  /** Erases an account that is due, with everything that belongs to it. False when it was restored meanwhile. */
  erase(accountId: string, at: number): Promise<boolean>
}

import type { Channel } from '../message/message'

/** The end of accounts, and of what is kept by their addresses rather than by their ids. */
export interface CancellationStore {
  /** False for an account that is cancelled already. */
  begin(accountId: string, eraseAt: number): Promise<boolean>
  /** False unless the account is to be erased at this time: it is cancelled no more, or has been erased. */
  undo(accountId: string, eraseAt: number): Promise<boolean>
  /** Takes accounts whose day has come; no other copy takes them before `until`. */
  claim(at: number, until: number, limit: number): Promise<string[]>
  /** Whether anybody but this account holds or claims an email. */
  isOthers(email: string, accountId: string): Promise<boolean>
  /** Codes, tickets and messages of an address. */
  eraseAddress(channel: Channel, address: string): Promise<void>
  /** Counters under one of these keys, or under one that goes on from it after a colon. */
  eraseCounters(keys: readonly string[]): Promise<void>
  /** Deletes an account whose day has come with everything that belongs to it; false when it was restored meanwhile. */
  erase(accountId: string, at: number): Promise<boolean>
}

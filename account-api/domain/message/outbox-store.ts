import type { Channel, OutboxEntry } from './message'

export interface OutboxStore {
  insert(entry: OutboxEntry): Promise<void>
  newest(to: string, limit: number): Promise<OutboxEntry[]>
  /** Takes due messages of these channels for one delivery attempt; no other copy takes them before `until`. */
  claim(channels: readonly Channel[], at: number, until: number, limit: number): Promise<OutboxEntry[]>
  /** The content of a delivered message is erased: it holds a code. */
  delivered(id: string, at: number): Promise<void>
  postpone(id: string, nextAttemptAt: number): Promise<void>
  giveUp(id: string, at: number): Promise<void>
  erase(id: string): Promise<void>
}

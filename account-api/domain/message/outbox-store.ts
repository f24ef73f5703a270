import type { Channel, OutboxEntry } from './message'

export interface OutboxStore {
  insert(entry: OutboxEntry): Promise<void>
  newest(to: string, limit: number): Promise<OutboxEntry[]>
  /** Claims due messages of these channels for one attempt. No other copy claims them before `until`. */
  claim(channels: readonly Channel[], at: number, until: number, limit: number): Promise<OutboxEntry[]>
  /** Marks a message delivered and erases its content, which may have a code. */
  delivered(id: string, at: number): Promise<void>
  postpone(id: string, nextAttemptAt: number): Promise<void>
  giveUp(id: string, at: number): Promise<void>
  erase(id: string): Promise<void>
}

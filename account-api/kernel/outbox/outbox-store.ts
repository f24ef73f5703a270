import type { Channel, OutboxEntry } from './message'

/**
 * Messages that are delivered in the order in which they are due: those of a channel with a code, those that were written
 * in bulk, or the others.
 */
export interface Lane {
  channel: Channel
  kind: 'codes' | 'others' | 'bulk'
}

export interface OutboxStore {
  insert(entry: OutboxEntry): Promise<void>
  /** Inserts many messages without codes, for the lane of bulk. */
  insertBulk(entries: readonly OutboxEntry[]): Promise<void>
  newest(to: string, limit: number): Promise<OutboxEntry[]>
  /** Claims due messages of a lane for one attempt. No other copy claims them before `until`. */
  claim(lane: Lane, at: number, until: number, limit: number): Promise<OutboxEntry[]>
  /** Marks a message delivered and erases its content, which may have a code. */
  delivered(id: string, at: number): Promise<void>
  postpone(id: string, nextAttemptAt: number): Promise<void>
  giveUp(id: string, at: number): Promise<void>
  erase(id: string): Promise<void>
}

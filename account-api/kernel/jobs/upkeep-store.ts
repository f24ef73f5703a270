import type { Channel } from '../outbox/message'

/** What a sweep has done. */
export interface Swept {
  /** The rows that were deleted, by table. */
  deleted: Map<string, number>
  /** The tables that could not be swept. The others were. */
  failed: { table: string; error: unknown }[]
}

export interface Sweeping {
  /** Aborted when the sweep has to end after its present batch. */
  stopped?: AbortSignal | undefined
  /** Told of every batch. */
  onBatch?: ((batch: { table: string; limit: number; deleted: number; ms: number }) => void) | undefined
}

/** Rows that wait for a job. */
export interface Waiting {
  /** Counting stops at 1,000. */
  count: number
  /** For how long the first one has waited, in milliseconds. 0 when none waits. */
  oldestMs: number
}

/** What should have happened by now. */
export interface Overdue {
  erasures: Waiting
  /** Closed organisations that are not erased. */
  organisations: Waiting
  pendingChanges: Waiting
  /** Messages that are neither delivered nor given up. */
  messages: Record<Channel, Waiting>
  /** For how long the oldest row of each table has expired, in milliseconds. 0 when none has. */
  expiredMs: Map<string, number>
}

export interface UpkeepStore {
  /** Deletes rows that have expired. No rule depends on it. Undefined: another copy does. */
  sweep(nowMs: number, sweeping?: Sweeping): Promise<Swept | undefined>
  /** Looks at what should have happened by now. */
  overdue(nowMs: number): Promise<Overdue>
}

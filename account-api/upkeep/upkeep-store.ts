import type { Channel } from '#account-api/kernel/outbox/message'

/** The result of a sweep. */
export interface Swept {
  /** The rows that were deleted, by table. */
  deleted: Map<string, number>
  /** The tables that could not be swept. The others were swept. */
  failed: { table: string; error: unknown }[]
}

export interface Sweeping {
  /** Aborted when the sweep has to end after the current batch. */
  stopped?: AbortSignal | undefined
  /** Called with every batch. The next one waits until it has returned. */
  onBatch?: ((batch: { table: string; limit: number; deleted: number; ms: number }) => unknown) | undefined
}

/** Rows that wait for a job. */
export interface Waiting {
  /** Counting stops at 1,000. */
  count: number
  /** How long the first row has waited, in milliseconds. 0: none waits. */
  oldestMs: number
}

export interface Overdue {
  erasures: Waiting
  /** Closed organisations that are due and not erased. */
  organisations: Waiting
  pendingChanges: Waiting
  /** Messages that are neither delivered nor given up. */
  messages: Record<Channel, Waiting>
  /** Deliveries to webhooks that are due, and events that are not handed out to them. */
  webhooks: Waiting
  webhookEvents: Waiting
  /** At most 1,000. */
  deadDeliveries: number
  /** Webhooks that were switched off, but not by an operator. */
  webhooksOff: number
  /** How long ago the oldest expired row of each table expired, in milliseconds. 0: none. */
  expiredMs: Map<string, number>
}

export interface UpkeepStore {
  /** Deletes expired rows. No rule depends on this. Undefined: another copy is sweeping. */
  sweep(nowMs: number, sweeping?: Sweeping): Promise<Swept | undefined>
  /** Counts overdue work. */
  overdue(nowMs: number): Promise<Overdue>
}

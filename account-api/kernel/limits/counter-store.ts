export interface CounterStore {
  /**
   * Adds one to a counter and answers the count. A counter starts again at 1 after `expiresAt`. Reaching `cap` starts
   * its duration anew, so that a lock lasts for all of it. `subject`: the account or the identifier that the counter is
   * erased with; null when it belongs to no person.
   */
  add(
    key: string,
    count: { subject: string | null; at: number; durationMs: number; cap: number },
  ): Promise<{ count: number; expiresAt: number }>
  /**
   * Changes several counters in one statement, in the given order, and answers their counts by key. None falls below 0.
   * A key occurs once, and is not used again after it has expired. `by`: how many are added, or taken back.
   */
  addAll(
    entries: { key: string; subject: string | null; by: number; expiresAt: number }[],
  ): Promise<Map<string, number>>
  /** The count of a counter that has not expired, or 0. With its duration also 0 for an end that a clock ahead left. */
  read(key: string, at: number, durationMs?: number): Promise<number>
  /** The counts of those counters that exist, by key. */
  readAll(keys: string[]): Promise<Map<string, number>>
  takeBack(key: string): Promise<void>
  reset(key: string): Promise<void>
}

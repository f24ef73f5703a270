export interface CounterStore {
  /**
   * Adds one to a counter and answers the count. A counter starts again at 1 after `expiresAt`. Reaching `cap` starts
   * its duration anew, so that a lock lasts for all of it.
   */
  add(
    key: string,
    count: { at: number; durationMs: number; cap: number },
  ): Promise<{ count: number; expiresAt: number }>
  /** The count of a counter that has not expired, or 0. */
  read(key: string, at: number): Promise<number>
  takeBack(key: string): Promise<void>
  reset(key: string): Promise<void>
}

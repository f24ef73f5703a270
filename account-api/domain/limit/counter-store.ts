export interface CounterStore {
  /**
   * Counts one more under a key and answers the count. It starts again at 1 once `expiresAt` has passed; reaching `cap`
   * sets the end anew, so that a cap holds for its whole duration.
   */
  add(
    key: string,
    count: { at: number; durationMs: number; cap: number },
  ): Promise<{ count: number; expiresAt: number }>
  /** How many were counted under a key that has not come to its end. */
  read(key: string, at: number): Promise<number>
  takeBack(key: string): Promise<void>
  reset(key: string): Promise<void>
}

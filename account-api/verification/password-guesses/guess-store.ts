export interface GuessStore {
  /** The sums of the hours from one on to before another. An hour without wrong passwords is left out. */
  sums(from: number, before: number): Promise<{ hour: number; count: number }[]>
  /** What was usual when this hour began, if it was worked out. */
  usual(hour: number): Promise<number | undefined>
  /** Keeps what is usual in this hour. The first one that is kept counts. */
  keepUsual(hour: number, count: number): Promise<void>
}

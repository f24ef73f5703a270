/** What is counted, for whom. `part` tells the buckets of one subject from each other. */
export interface BucketKey {
  name: string
  subject: string
  part: string
}

export interface BucketStore {
  /** Adds one to a leaky bucket, in one statement. False when it is full; then nothing is added. */
  add(key: BucketKey, rate: { at: number; leakMs: number; most: number }): Promise<boolean>
  /** When a bucket will be empty. Undefined for one that nothing was added to. */
  emptyAt(key: BucketKey): Promise<number | undefined>
  /** Lets a bucket be empty so much sooner. */
  takeBack(key: BucketKey, ms: number): Promise<void>
  /** Empties the buckets of these names and subjects. */
  drop(names: readonly string[], subjects: readonly string[]): Promise<void>
}

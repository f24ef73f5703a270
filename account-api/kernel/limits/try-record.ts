import type { BucketKey } from './bucket-store'

/** A counter that a try adds one to, as {@link CounterStore.add} does. */
export interface TriedCounter {
  key: string
  subject: string | null
  durationMs: number
  cap: number
}

/** A bucket that a try adds one to, unless it is full. */
export interface TriedBucket extends BucketKey {
  leakMs: number
  most: number
}

/** Where a wrong password was counted: one of the rows that share the count of an hour, so that none is in every way. */
export interface CountedGuess {
  hour: number
  shard: number
}

/** A try of a password, before the password is judged. */
export interface TryToCount {
  at: number
  /** When this counter has reached its cap, nothing is counted. */
  gate: TriedCounter
  counters: readonly TriedCounter[]
  /** No two of one name. */
  buckets: readonly TriedBucket[]
  guess: CountedGuess | undefined
}

export type CountedTry =
  | { ok: false; until: number }
  | {
      ok: true
      /** By key. */
      counts: ReadonlyMap<string, number>
      /** The names of the buckets that were not full. */
      poured: ReadonlySet<string>
      /** The wrong passwords over all accounts in the hour of the try and in the hour before, by hour. */
      guesses: ReadonlyMap<number, number>
    }

/** What is given back of a try, because its password was right or was not judged. */
export interface TryToTakeBack {
  at: number
  /** The counters in the order in which they were counted. They lose one, at least one of them, or end. */
  counters: readonly { key: string; ends: boolean }[]
  /** The buckets lose one, or as many as this counter has, which ends. */
  own: string | undefined
  buckets: readonly (BucketKey & { leakMs: number })[]
  guess: CountedGuess | undefined
  /** Counters whose sum is answered. One of them may lose one. */
  failures: readonly string[]
}

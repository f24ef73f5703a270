import type { BucketKey } from './bucket-store'
import type { RaisedCounter } from './counter-statements'

/** A bucket that a try is added to, unless it is full. */
export interface TriedBucket extends BucketKey {
  leakMs: number
  most: number
}

/**
 * The row that counted a wrong password: one of those that share the count of an hour, so that no row is a bottleneck.
 */
export interface CountedGuess {
  hour: number
  shard: number
}

/** A try of a password, before the password is judged. */
export interface TryToCount {
  at: number
  /** The counter that stops a try: when it has reached its cap, nothing else is counted. */
  gate: RaisedCounter
  counters: readonly RaisedCounter[]
  /** Names are unique. */
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

/** The counts that are given back for a try, because its password was right or was not judged. */
export interface TryToTakeBack {
  at: number
  /** The counters, in the order in which they were counted. They are lowered by one, if at least one, or end. */
  counters: readonly { key: string; ends: boolean }[]
  /** The buckets are lowered by one, or by the value of this counter, which ends. */
  own: string | undefined
  buckets: readonly (BucketKey & { leakMs: number })[]
  guess: CountedGuess | undefined
  /** The counters whose sum is returned. One of them may be lowered by one. */
  failures: readonly string[]
}

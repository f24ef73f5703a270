import type { BucketKey } from './bucket-store'
import type { RaisedCounter } from './counter-statements'

/** A bucket to which an attempt is added, unless it is full. */
export interface TriedBucket extends BucketKey {
  leakMs: number
  most: number
}

/** The row that counted a wrong password. Several rows share the count of an hour, so no row is a bottleneck. */
export interface CountedGuess {
  hour: number
  shard: number
}

/** An attempt with a password, before the password is checked. */
export interface TryToCount {
  at: number
  /** The counter that stops attempts: if it has reached its cap, nothing else is counted. */
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
      counts: ReadonlyMap<string, number>
      /** The names of the buckets that were not full. */
      poured: ReadonlySet<string>
      /** The wrong passwords for all accounts in the hour of the attempt and in the hour before, by hour. */
      guesses: ReadonlyMap<number, number>
    }

/** What is uncounted for an attempt, because its password was correct or was not checked. */
export interface TryToUncount {
  at: number
  /** The counters, in the order in which they were counted. Each is lowered by one, if it is at least one, or reset. */
  counters: readonly { key: string; ends: boolean }[]
  /** The buckets are lowered by one, or by the value of this counter, which is reset. */
  own: string | undefined
  buckets: readonly (BucketKey & { leakMs: number })[]
  guess: CountedGuess | undefined
  /** The counters whose sum is returned. One of them may be lowered by one. */
  failures: readonly string[]
}

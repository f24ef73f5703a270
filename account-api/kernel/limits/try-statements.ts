import { type RawBuilder, sql } from 'kysely'
import type { BucketKey } from './bucket-store'
import { clockJumpMs } from './clock-jump'
import type { CountedGuess, TriedBucket, TryToUncount } from './try-record'

/** The row of an hour that stores the usual count at its beginning (guess-store). */
const usualRow = -1

type Sql = RawBuilder<unknown>

const byName = (one: BucketKey, other: BucketKey): number => (one.name < other.name ? -1 : 1)

/** Adds one to each bucket that is not full, in the order of their names. */
export const fillBuckets = (buckets: readonly TriedBucket[], at: number, condition: Sql): Sql => {
  const rows = buckets
    .toSorted(byName)
    .map(
      ({ name, subject, part, leakMs }) =>
        sql`(cast(${name} as text), cast(${subject} as text), cast(${part} as text), cast(${at + leakMs} as bigint))`,
    )
  /** A time for each bucket, from now. */
  const timeOf = (ms: (bucket: TriedBucket) => number): Sql =>
    sql`case excluded.name ${sql.join(
      buckets.map((bucket) => sql`when ${bucket.name} then cast(${at + ms(bucket)} as bigint)`),
      sql` `,
    )} end`
  const full = timeOf(({ most, leakMs }) => most * leakMs)
  const jumped = sql`buckets.empty_at > ${full} + ${sql.lit(clockJumpMs)}`
  return sql`
    insert into buckets (name, subject, part, empty_at)
    select * from (values ${sql.join(rows)}) as tried where ${condition}
    on conflict (name, subject, part) do update set
      empty_at = case when ${jumped} then ${full} when buckets.empty_at > ${at}
        then buckets.empty_at + excluded.empty_at - ${at} else excluded.empty_at end
    where ${jumped} or buckets.empty_at <= ${timeOf(({ most, leakMs }) => (most - 1) * leakMs)}
    returning name`
}

export const addGuess = ({ hour, shard }: CountedGuess, condition: Sql): Sql => sql`
  insert into guesses (hour, shard, count)
  select cast(${hour} as integer), cast(${shard} as integer), 1 where ${condition}
  on conflict (hour, shard) do update set count = guesses.count + 1
  returning hour`

/** The wrong passwords of an hour and of the one before it. */
export const sumGuesses = (hour: number): Sql => sql`
  select hour, cast(sum(count) as bigint) as count from guesses
  where hour in (${hour - 1}, ${hour}) and shard <> ${usualRow} group by hour`

/** Makes buckets empty earlier, by this number of attempts. */
export const uncountBuckets = (buckets: TryToUncount['buckets'], tries: Sql, condition: Sql): Sql => {
  const leaks = buckets.map(({ name, leakMs }) => sql`when ${name} then cast(${leakMs} as bigint)`)
  return sql`
    update buckets set empty_at = empty_at - (${tries}) * case name ${sql.join(leaks, sql` `)} end
    where ${areThese(buckets)} and ${condition}`
}

export const areThese = (buckets: readonly BucketKey[]): Sql =>
  sql`(${sql.join(
    buckets.map(({ name, subject, part }) => sql`name = ${name} and subject = ${subject} and part = ${part}`),
    sql` or `,
  )})`

export const uncountGuess = ({ hour, shard }: CountedGuess, condition: Sql): Sql => sql`
  update guesses set count = count - 1 where hour = ${hour} and shard = ${shard} and count > 0 and ${condition}`

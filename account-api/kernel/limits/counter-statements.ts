import { type RawBuilder, sql } from 'kysely'
import { prepared } from '#account-api/database/prepared'
import { clockJumpMs } from './clock-jump'

type Sql = RawBuilder<unknown>

/** A counter to add one to. A counter that has ended starts again at 1. */
export interface RaisedCounter {
  key: string
  /** The account or identifier whose erasure also erases the counter. Null: it belongs to no person. */
  subject: string | null
  durationMs: number
  /** Reaching this count restarts the duration, so a lock lasts the whole duration. */
  cap: number
}

/** A counter after one more was added. */
export interface CounterRow {
  key: string
  count: number
  expires_at: number
}

/** Condition: a counter had ended before this addition. */
const ended = (at: number): Sql =>
  sql`(counters.expires_at <= ${at} or counters.expires_at > excluded.expires_at + ${sql.lit(clockJumpMs)})`

/** Adds one to a counter, or restarts an ended one at 1. Reaching the cap restarts its duration. */
const raised = (at: number, cap: Sql): Sql => sql`
  count = case when ${ended(at)} then 1 else counters.count + 1 end,
  expires_at = case when ${ended(at)} or counters.count + 1 = ${cap} then excluded.expires_at else counters.expires_at end`

/** Adds one to a counter that is below its cap. */
export const raiseGate = ({ key, subject, durationMs, cap }: RaisedCounter, at: number): Sql => sql`
  insert into counters (key, subject, count, expires_at) values (${key}, ${subject}, 1, ${at + durationMs})
  on conflict (key) do update set ${raised(at, sql`${cap}`)}
  where ${ended(at)} or counters.count < ${cap}
  returning key, count, expires_at`

/** Adds one to each counter, in this order. */
export const raiseCounters = (counters: readonly RaisedCounter[], at: number, condition: Sql): Sql =>
  raise(
    counters.map(({ durationMs, ...counter }) => ({ ...counter, expiresAt: at + durationMs })),
    at,
    condition,
  )

/** Adds one to a counter. */
export const raiseCounter = prepared((_, { key, subject, expiresAt, cap, at }: Raised & { at: number }) =>
  raise([{ key, subject, expiresAt, cap }], at, sql`true`),
)

/** A counter with the end that it gets when it starts now. */
type Raised = Omit<RaisedCounter, 'durationMs'> & { expiresAt: number }

const raise = (counters: readonly Raised[], at: number, condition: Sql) => {
  const rows = counters.map(
    ({ key, subject, expiresAt }) =>
      sql`(cast(${key} as text), cast(${subject} as text), 1, cast(${expiresAt} as bigint))`,
  )
  const caps = counters.map(({ key, cap }) => sql`when ${key} then cast(${cap} as integer)`)
  return sql<CounterRow>`
    insert into counters (key, subject, count, expires_at)
    select * from (values ${sql.join(rows)}) as tried where ${condition}
    on conflict (key) do update set ${raised(at, sql`case excluded.key ${sql.join(caps, sql` `)} end`)}
    returning key, count, expires_at`
}

export const resetCounters = (keys: readonly string[], condition: Sql): Sql => sql`
  delete from counters where key in (${sql.join(keys)}) and ${condition}`

/** Lowers each counter by one, never below 0. */
export const uncountCounters = (keys: readonly string[], condition: Sql): Sql => sql`
  update counters set count = count - 1 where key in (${sql.join(keys)}) and count > 0 and ${condition}
  returning key, count`

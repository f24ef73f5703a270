import { type RawBuilder, sql } from 'kysely'
import { committingSoon, isPostgres } from '#account-api/database/dialect'
import { repeatedStatement } from '#account-api/database/repeated-transaction'
import type { Connection } from '#account-api/database/schema'
import { lockBuckets } from './bucket-store'
import { type CounterRow, raiseCounters, raiseGate, resetCounters, uncountCounters } from './counter-statements'
import type { CountedTry, TryToCount, TryToUncount } from './try-record'
import { addGuess, areThese, fillBuckets, sumGuesses, uncountBuckets, uncountGuess } from './try-statements'

export const tryStore = (connection: Connection) => {
  if (isPostgres(connection))
    return {
      count: (tried: TryToCount): Promise<CountedTry> =>
        repeatedStatement(connection, () => countAtOnce(connection, tried)),
      uncount: (tried: TryToUncount): Promise<number> =>
        repeatedStatement(connection, () => uncountAtOnce(connection, tried)),
    }
  const inTransaction = <Result>(work: (transaction: Connection) => Promise<Result>): Promise<Result> =>
    connection.isTransaction ? work(connection) : connection.transaction().execute(work)
  return {
    /**
     * Counts an attempt, which others see at once. The commit does not wait for the disk; on PostgreSQL it is one
     * statement. A crash of the database can lose the attempts of its last moment.
     */
    count: (tried: TryToCount): Promise<CountedTry> =>
      connection.isTransaction
        ? countOneByOne(connection, tried)
        : committingSoon(connection, (one) =>
            one.transaction().execute((transaction) => countOneByOne(transaction, tried)),
          ),
    /** Uncounts an attempt. Returns the sum of the remaining failures. */
    uncount: (tried: TryToUncount): Promise<number> =>
      inTransaction((transaction) => uncountOneByOne(transaction, tried)),
  }
}

export type TryStore = ReturnType<typeof tryStore>

const always = sql`true`

interface Found {
  what: 'counted' | 'poured' | 'guesses' | 'closed' | 'failures'
  name: string
  count: number
  until: number
}

/** One statement for everything. Outside of a transaction, its commit does not wait for the disk. */
const countAtOnce = async (connection: Connection, tried: TryToCount): Promise<CountedTry> => {
  const { at, gate, counters, buckets, guess } = tried
  // PostgreSQL chooses the order of the parts, so each waits for the one before it.
  const isOpen = sql`exists (select 1 from gate)`
  const areCounted = sql`(select count(*) from counted) >= 0`
  const arePoured = sql`(select count(*) from poured) >= 0`
  const { rows } = await sql<Found>`
    with gate as (${raiseGate(gate, at)}),
      counted as (${raiseCounters(counters, at, isOpen)}),
      poured as (${fillBuckets(buckets, at, sql`${isOpen} and ${areCounted}`)})
      ${guess ? sql`, guessed as (${addGuess(guess, sql`${isOpen} and ${arePoured}`)}), guesses_before as (${sumGuesses(guess.hour)})` : sql``}
    select 'counted' as what, key as name, cast(count as bigint) as count, expires_at as until from gate
    union all select 'counted', key, count, expires_at from counted
    union all select 'poured', name, 0, 0 from poured
    ${guess ? sql`union all select 'guesses', cast(hour as text), count, 0 from guesses_before` : sql``}
    union all select 'closed', key, count, expires_at from counters where key = ${gate.key}
    ${connection.isTransaction ? sql`` : sql`union all select set_config('synchronous_commit', 'off', true), '', 0, 0`}`.execute(
    connection,
  )
  const named = (what: Found['what']) => rows.filter((row) => row.what === what)
  if (named('counted').length === 0) return { ok: false, until: named('closed')[0]?.until ?? at }
  const guesses = new Map(named('guesses').map(({ name, count }) => [Number(name), count]))
  // The statement reads the state before it.
  if (guess) guesses.set(guess.hour, (guesses.get(guess.hour) ?? 0) + 1)
  return {
    ok: true,
    counts: new Map(named('counted').map(({ name, count }) => [name, count])),
    poured: new Set(named('poured').map(({ name }) => name)),
    guesses,
  }
}

/** SQLite changes one table per statement, but a statement needs no round trip. */
const countOneByOne = async (
  connection: Connection,
  { at, gate, counters, buckets, guess }: TryToCount,
): Promise<CountedTry> => {
  const rowsOf = async <Row>(statement: RawBuilder<unknown>) => (await statement.execute(connection)).rows as Row[]
  const opened = await rowsOf<CounterRow>(raiseGate(gate, at))
  if (opened.length === 0) {
    const [closed] = await rowsOf<{ until: number }>(
      sql`select expires_at as until from counters where key = ${gate.key}`,
    )
    return { ok: false, until: closed?.until ?? at }
  }
  const counted = await rowsOf<CounterRow>(raiseCounters(counters, at, always))
  const poured = await rowsOf<{ name: string }>(fillBuckets(buckets, at, always))
  if (guess) await addGuess(guess, always).execute(connection)
  const guesses = guess ? await rowsOf<{ hour: number; count: number }>(sumGuesses(guess.hour)) : []
  return {
    ok: true,
    counts: new Map([...opened, ...counted].map(({ key, count }) => [key, count])),
    poured: new Set(poured.map(({ name }) => name)),
    guesses: new Map(guesses.map(({ hour, count }) => [hour, count])),
  }
}

const orNothing = <Part>(parts: readonly Part[], statement: (parts: readonly Part[]) => RawBuilder<unknown>) =>
  parts.length === 0 ? undefined : statement(parts)

const endedAndLowered = (counters: TryToUncount['counters']) => {
  const keysOf = (ends: boolean) => counters.filter((counter) => counter.ends === ends).map(({ key }) => key)
  return { ended: keysOf(true), lowered: keysOf(false) }
}

/**
 * The parts of one statement that uncounts an attempt on PostgreSQL, and their result. PostgreSQL chooses the order
 * of the parts, so each first locks its rows in the order in which they were counted: counters, buckets, and the guess.
 * Concurrent calls then never deadlock.
 * @param condition what has to be done before
 */
export const uncounting = (
  { at, counters, own, buckets, guess, failures }: TryToUncount,
  condition: RawBuilder<unknown> = always,
) => {
  const keys = counters.map(({ key }) => key)
  const { ended, lowered } = endedAndLowered(counters)
  const areLocked = sql`(select count(*) from locked) >= 0`
  const areBucketsLocked = sql`(select count(*) from locked_buckets) >= 0`
  const tries =
    own === undefined ? sql`1` : sql`coalesce((select count from locked where key = ${own} and expires_at > ${at}), 0)`
  const parts = {
    locked: sql`select key, count, expires_at from counters where key in (${sql.join(keys)}) and ${condition}
      order by array_position(array[${sql.join(keys)}]::text[], key) for update`,
    ended: orNothing(ended, (some) => resetCounters(some, areLocked)),
    lowered: uncountCounters(lowered, areLocked),
    locked_buckets: orNothing(buckets, (some) => lockBuckets(sql`${areThese(some)} and ${areLocked}`)),
    drained: orNothing(buckets, () => uncountBuckets(buckets, tries, areBucketsLocked)),
    guess_back: guess && uncountGuess(guess, buckets.length > 0 ? areBucketsLocked : areLocked),
  }
  const others = failures.filter((key) => !lowered.includes(key))
  return {
    parts: Object.entries(parts).flatMap(([name, part]) => (part ? [sql`${sql.ref(name)} as (${part})`] : [])),
    answer: sql`
      select 'failures' as what, key as name, cast(count as bigint) as count, cast(0 as bigint) as until from lowered
      where ${isOneOf(failures)}
      union all select 'failures', key, count, expires_at from counters where ${isOneOf(others)} and expires_at > ${at}`,
  }
}

const isOneOf = (keys: readonly string[]) => (keys.length === 0 ? sql`false` : sql`key in (${sql.join(keys)})`)

const uncountAtOnce = async (connection: Connection, tried: TryToUncount): Promise<number> => {
  const { parts, answer } = uncounting(tried)
  const { rows } = await sql<Found>`with ${sql.join(parts)} ${answer}`.execute(connection)
  return rows.reduce((sum, { count }) => sum + count, 0)
}

export const uncountOneByOne = async (
  connection: Connection,
  { at, counters, own, buckets, guess, failures }: TryToUncount,
): Promise<number> => {
  const { ended, lowered } = endedAndLowered(counters)
  const tries =
    own === undefined
      ? sql`1`
      : sql`coalesce((select count from counters where key = ${own} and expires_at > ${at}), 0)`
  const statements = [
    // The buckets lose the counter's count before it is reset.
    orNothing(buckets, () => uncountBuckets(buckets, tries, always)),
    orNothing(ended, (some) => resetCounters(some, always)),
    uncountCounters(lowered, always),
    guess && uncountGuess(guess, always),
  ]
  for (const statement of statements) await statement?.execute(connection)
  if (failures.length === 0) return 0
  const { rows } = await sql<{ count: number }>`
    select count from counters where ${isOneOf(failures)} and expires_at > ${at}`.execute(connection)
  return rows.reduce((sum, { count }) => sum + count, 0)
}

import { randomInt } from 'node:crypto'
import type { Stores } from '../stores'
import { hours } from '../time'

/**
 * When wrong passwords over all accounts are too many: in an hour at least `least`, and `factor` times as many as
 * usual. Usual is the upper quartile of the hours of a week: the hours of work count, although the nights are quiet,
 * and an attack of 40 hours does not change it.
 */
export const brakeRule = { least: 300, factor: 5, usualHours: 7 * 24, shards: 16 }

const hourOf = (at: number): number => Math.floor(at / hours(1))

/** Where a wrong password was counted: one of the rows that share the count of an hour, so that none is in every way. */
export interface CountedGuess {
  hour: number
  shard: number
}

/** Counts one wrong password over all accounts. */
export const countGuess = async (stores: Stores, at: number): Promise<CountedGuess> => {
  const counted = { hour: hourOf(at), shard: randomInt(brakeRule.shards) }
  await stores.guesses.add(counted.hour, counted.shard)
  return counted
}

/** Takes one back, because the password was right or was not judged. */
export const uncountGuess = (stores: Stores, { hour, shard }: CountedGuess): Promise<void> =>
  stores.guesses.takeBack(hour, shard)

/** Whether wrong passwords have suddenly multiplied. Then every unknown browser needs a captcha. */
export const isBraked = async (stores: Stores, at: number): Promise<boolean> => {
  const hour = hourOf(at)
  const sums = new Map((await stores.guesses.sums(hour - 1, hour + 1)).map((each) => [each.hour, each.count]))
  // The share of the last hour that is within sixty minutes from now.
  const left = 1 - (at / hours(1) - hour)
  const inAnHour = (sums.get(hour) ?? 0) + left * (sums.get(hour - 1) ?? 0)
  if (inAnHour < brakeRule.least) return false
  return inAnHour >= brakeRule.factor * (await usualIn(stores, hour))
}

/** The usual count of an hour, worked out once an hour. */
const usualIn = async (stores: Stores, hour: number): Promise<number> => {
  const kept = await stores.guesses.usual(hour)
  if (kept !== undefined) return kept
  const { usualHours } = brakeRule
  const sums = (await stores.guesses.sums(hour - usualHours, hour)).map(({ count }) => count)
  const quiet = Array.from({ length: usualHours - sums.length }, () => 0)
  const usual = [...quiet, ...sums].sort((one, other) => one - other)[Math.floor((3 * usualHours) / 4)] ?? 0
  await stores.guesses.keepUsual(hour, usual)
  return usual
}

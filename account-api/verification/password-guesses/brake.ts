import { randomInt } from 'node:crypto'
import type { CountedGuess } from '#account-api/kernel/limits/try-record'
import { hours } from '#account-api/kernel/time'
import type { Stores } from '#account-api/verification/service'

/**
 * The limit of wrong passwords over all accounts: in an hour at least `least`, and `factor` times as many as usual.
 * Usual is the upper quartile of the hours of a week: working hours count although the nights are quiet, and an attack
 * of 40 hours does not change it. A deployment younger than a week or so has no such hours, so usual is at least
 * `ofPeople` times the number of accounts that signed in within the hour. An account counts once, however often it
 * signs in.
 */
export const brakeRule = { least: 300, factor: 5, usualHours: 7 * 24, shards: 16, ofPeople: 0.2, mostPeople: 20_000 }

const hourOf = (at: number): number => Math.floor(at / hours(1))

/** The counter of a wrong password over all accounts. */
export const guessAt = (at: number): CountedGuess => ({ hour: hourOf(at), shard: randomInt(brakeRule.shards) })

/**
 * True when wrong passwords have suddenly multiplied. Then every unknown browser needs a captcha.
 * @param sums the wrong passwords of this hour and of the previous one, by hour
 */
export const isBraked = async (stores: Stores, at: number, sums: ReadonlyMap<number, number>): Promise<boolean> => {
  const hour = hourOf(at)
  // The share of the previous hour that is within the past sixty minutes.
  const left = 1 - (at / hours(1) - hour)
  const inAnHour = (sums.get(hour) ?? 0) + left * (sums.get(hour - 1) ?? 0)
  if (inAnHour < brakeRule.least) return false
  return inAnHour >= brakeRule.factor * (await usualIn(stores, at))
}

/** The usual count per hour, computed once an hour. */
const usualIn = async (stores: Stores, at: number): Promise<number> => {
  const hour = hourOf(at)
  const kept = await stores.guesses.usual(hour)
  if (kept !== undefined) return kept
  const { usualHours, ofPeople, mostPeople } = brakeRule
  const sums = (await stores.guesses.sums(hour - usualHours, hour)).map(({ count }) => count)
  const quiet = Array.from({ length: usualHours - sums.length }, () => 0)
  const ofHours = [...quiet, ...sums].sort((one, other) => one - other)[Math.floor((3 * usualHours) / 4)] ?? 0
  const people = await stores.sessions.peopleSince(at - hours(1), mostPeople)
  const usual = Math.max(ofHours, Math.round(ofPeople * people))
  await stores.guesses.keepUsual(hour, usual)
  return usual
}

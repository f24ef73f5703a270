import type { Stores } from '../stores'
import { days, hours, minutes } from '../time'

/** How often something may happen, and for how long it has to wait after that. */
interface Limit {
  most: number
  durationMs: number
}

export const limits = {
  wrongPasswords: { most: 10, durationMs: minutes(15) },
  wrongPasswordsForAnAccount: { most: 5, durationMs: minutes(15) },
  wrongPasswordsFromAnAddress: { most: 5, durationMs: minutes(15) },
  wrongPasswordsAtABrowser: { most: 10, durationMs: minutes(15) },
  /** From so many on, a right one is told. The second day lets yesterday's be read. */
  wrongPasswordsOfADay: { most: 10, durationMs: days(2) },
  usernameChoices: { most: 50, durationMs: days(1) },
  registeredChecks: { most: 10, durationMs: days(1) },
  oldNumberUses: { most: 1, durationMs: days(1) },
  pendingChanges: { most: 5, durationMs: days(1) },
  addressesPutBack: { most: 1, durationMs: days(30) },
  newPictures: { most: 20, durationMs: days(1) },
  exports: { most: 10, durationMs: days(1) },
  returnAddresses: { most: 100, durationMs: hours(1) },
  warningsOfACap: { most: 1, durationMs: hours(1) },
  answersToADecision: { most: 5, durationMs: minutes(15) },
  challengesOfADecision: { most: 20, durationMs: minutes(15) },
} as const satisfies Record<string, Limit>

/** Counts one more. Answers whether the limit is kept, and if not, until when it holds. */
export const count = async (
  stores: Stores,
  name: keyof typeof limits,
  { subject, at }: { subject: string; at: number },
): Promise<{ within: boolean; until: number }> => {
  const { most, durationMs } = limits[name]
  const { count, expiresAt } = await stores.counters.add(`${name}:${subject}`, { at, durationMs, cap: most })
  return { within: count <= most, until: expiresAt }
}

/** The count so far. */
export const counted = (
  stores: Stores,
  name: keyof typeof limits,
  { subject, at }: { subject: string; at: number },
): Promise<number> => stores.counters.read(`${name}:${subject}`, at)

/** Takes one count back, when what was counted turned out to be fine. */
export const uncount = (stores: Stores, name: keyof typeof limits, subject: string): Promise<void> =>
  stores.counters.takeBack(`${name}:${subject}`)

export const forget = (stores: Stores, name: keyof typeof limits, subject: string): Promise<void> =>
  stores.counters.reset(`${name}:${subject}`)

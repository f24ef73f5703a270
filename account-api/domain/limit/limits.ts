import { days, minutes } from '../setting'
import type { Stores } from '../storage'

/** How often a thing may happen before it has to wait, and for how long. */
export interface Limit {
  most: number
  durationMs: number
}

export const limits = {
  codesToATarget: { most: 10, durationMs: days(1) },
  codesFromAnAddress: { most: 50, durationMs: days(1) },
  wrongPasswords: { most: 10, durationMs: minutes(15) },
  registeredChecks: { most: 10, durationMs: days(1) },
} as const satisfies Record<string, Limit>

/** Counts one more of a limited thing; the answer tells whether it is still within the limit, and if not, until when. */
export const count = async (
  stores: Stores,
  name: keyof typeof limits,
  { subject, at }: { subject: string; at: number },
): Promise<{ within: boolean; until: number }> => {
  const { most, durationMs } = limits[name]
  const { count, expiresAt } = await stores.counters.add(`${name}:${subject}`, { at, durationMs, cap: most })
  return { within: count <= most, until: expiresAt }
}

export const forget = (stores: Stores, name: keyof typeof limits, subject: string): Promise<void> =>
  stores.counters.reset(`${name}:${subject}`)

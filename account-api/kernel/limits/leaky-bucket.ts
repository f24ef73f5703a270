import type { Stores } from '#account-api/kernel/service'
import { hours, minutes, seconds } from '#account-api/kernel/time'
import { limitedClientAddress, networkOf } from './client-address'

/** `most` at once, and one more after each `leakMs`: in any time at most `most + time / leakMs`. */
interface Rate {
  most: number
  leakMs: number
}

/**
 * The limits by leaky buckets. A bucket has no window, so at no moment can twice as many pass. It is one row, whatever
 * its rate.
 */
export const rates = {
  /** Wrong passwords from unknown places, by typed identifier and by account: 20 in any hour, 40 in any day. */
  passwordsForAnIdentifier: { most: 20, leakMs: minutes(72) },
  passwordsForAnAccount: { most: 20, leakMs: minutes(72) },
  /** Wrong passwords from a client address at which the account signed in before: 22 in any day. */
  passwordsFromAKnownAddress: { most: 10, leakMs: hours(2) },
  /** Wrong passwords at a known browser: 38 in any day. */
  passwordsAtAKnownBrowser: { most: 20, leakMs: minutes(80) },
  /** Wrong passwords for all accounts: 390 and 1,740 in any day. */
  passwordsFromAClientAddress: { most: 150, leakMs: minutes(6) },
  passwordsFromANetwork: { most: 300, leakMs: minutes(1) },
  /** Successful sign-ins of an account by one way: 120 in any hour, 1,500 in any day. */
  signIns: { most: 60, leakMs: minutes(1) },
  /** Wrong answers to captchas. */
  captchasFromAClientAddress: { most: 200, leakMs: seconds(30) },
  captchasFromANetwork: { most: 800, leakMs: seconds(8) },
  qrCodesFromAClientAddress: { most: 100, leakMs: seconds(10) },
  qrCodesFromANetwork: { most: 400, leakMs: seconds(3) },
  /** Wrong codes of an authenticator app, and wrong recovery codes: 12 in any hour, 58 in any day. */
  wrongFactorCodes: { most: 10, leakMs: minutes(30) },
  /** Challenges for passkeys: at sign-in, and of an account. Each takes one answer. */
  passkeysFromAClientAddress: { most: 100, leakMs: seconds(10) },
  passkeysFromANetwork: { most: 400, leakMs: seconds(3) },
  passkeysOfAnAccount: { most: 60, leakMs: minutes(1) },
  /** Typed letters that belong to no QR code. */
  wrongLettersOfAnAccount: { most: 10, leakMs: minutes(6) },
  wrongLettersFromAClientAddress: { most: 30, leakMs: minutes(2) },
} as const satisfies Record<string, Rate>

type RateName = keyof typeof rates

/** An addition to a bucket: the limit and the subject. `part` distinguishes several buckets of one subject. */
export interface Poured {
  name: RateName
  subject: string
  part?: string
}

/** The bucket of an addition, for callers that add to several buckets in one statement. */
export const bucketOf = ({ name, subject, part = '' }: Poured) => ({ name, subject, part, ...rates[name] })

/** When a full bucket will have room for one more. */
export const fitsAt = async (stores: Stores, { name, subject, part = '' }: Poured, at: number): Promise<number> => {
  const { most, leakMs } = rates[name]
  return ((await stores.buckets.emptyAt({ name, subject, part })) ?? at) - (most - 1) * leakMs
}

/** Adds one to a bucket. If the bucket is full, adds nothing, and returns when it has room for one more. */
export const pour = async (
  stores: Stores,
  { name, subject, part = '' }: Poured,
  at: number,
): Promise<{ within: boolean; until: number }> => {
  const { most, leakMs } = rates[name]
  if (await stores.buckets.add({ name, subject, part }, { at, most, leakMs })) return { within: true, until: at }
  return { within: false, until: await fitsAt(stores, { name, subject, part }, at) }
}

/**
 * Adds one to each of several buckets, in this order, until one is full. Earlier additions stay.
 * @returns when the full one has room for one more; undefined when none was full
 */
export const pourAll = async (stores: Stores, all: readonly Poured[], at: number): Promise<number | undefined> => {
  for (const poured of all) {
    const { within, until } = await pour(stores, poured, at)
    if (!within) return until
  }
  return undefined
}

/** The buckets of a visitor: of the client address, and then of its network. */
export const ofVisitor = (what: 'captchas' | 'passkeys' | 'qrCodes', clientAddress: string): readonly Poured[] => [
  { name: `${what}FromAClientAddress`, subject: limitedClientAddress(clientAddress) },
  { name: `${what}FromANetwork`, subject: networkOf(clientAddress) },
]

/** Uncounts some additions, because they turned out to be legitimate. */
export const uncount = (stores: Stores, { name, subject, part = '' }: Poured, count = 1): Promise<void> =>
  stores.buckets.uncount({ name, subject, part }, count * rates[name].leakMs)

import type { Selectable } from 'kysely'
import type { Schema } from '#account-api/database/schema'
import { days, hours, minutes } from '#account-api/kernel/time'
import { type Random, randomOf, shortTokenOf, tokenOf } from './random'

/** The rows of one table for one account. */
export type Share<Table extends keyof Schema> = (person: Person) => Selectable<Schema[Table]>[]

export type SomeShares = { [Table in keyof Schema]?: Share<Table> }

/** The password of every seeded account that has one. */
export const seededPassword = 'fourteen calm violins'

/** The parameters that determine all seeded people. */
export interface Seed {
  number: number
  /** The number of accounts. */
  accounts: number
  /** The number of members and invitations of one large organisation. Default: no such organisation. */
  members?: number
  invitations?: number
  /** The time at which the database looks in use, in ms. */
  now: number
  /** The hash of {@link seededPassword}. */
  passwordHash: string
}

/** One account and its activity. */
export interface Person {
  nth: number
  /**
   * True for an account with both addresses, a password and a session, and nothing pending, so it can make every call.
   */
  isWhole: boolean
  seed: Seed
  random: Random
  id: string
  createdAt: number
  usedAt: number
  language: 'en' | 'zh-Hans'
  mobile: string | null
  email: string | null
  username: string
  isNameChosen: boolean
  passwordHash: string | null
  /** When the account is erased. Null: it is not cancelled. */
  eraseAt: number | null
  clientAddress: string
  sessions: readonly { id: string; token: string; begunAt: number; seenAt: number }[]
  /** The tokens of the browsers that know the account, newest first. */
  browsers: readonly string[]
}

const ageMs = days(3 * 365)

/** Two words whose combination with this number is unique among usernames. */
const words = 'amber brave bright calm clear early gentle golden green happy lively lucky quiet silver steady swift'
const things = 'acorn beach birch brook cedar cloud comet dune heron lake maple meadow otter pine river wren'
const [firsts, seconds] = [words.split(' '), things.split(' ')]

/** A number in digits that look like no letter. */
const inClearDigits = (nth: number): string => [...nth.toString(8)].map((digit) => Number(digit) + 2).join('')

export const mobileOf = (nth: number): string => `+86138${String(10_000_000 + nth)}`

/** An id like those of the product: 48 bits of milliseconds, a counter of 16 bits, 64 random bits. */
export const idAt = (ms: number, { nth, random }: Pick<Person, 'nth' | 'random'>): string =>
  Math.floor(ms).toString(16).padStart(12, '0') + (nth % 0x1_0000).toString(16).padStart(4, '0') + random.hex(16)

/** One of eight accounts is whole. */
const wholeEvery = 8

/** The number of the nth whole account. The very first ones have a row in every table, and stay unchanged. */
export const wholeNth = (nth: number): number => (nth + 2) * wholeEvery

/** How many of these accounts are whole, without the very first ones. */
export const wholesAmong = (accounts: number): number => Math.ceil(accounts / wholeEvery) - 2

/** A time after the given one, more often soon than late, and not in the future. */
const later = (from: number, { now }: Seed, random: Random): number =>
  Math.floor(now - (now - from) * random.next() ** 3)

/**
 * The nth account. Accounts with lower numbers are older. Four of ten were used in the last 180 days, and a quarter has
 * sessions.
 */
export const personOf = (seed: Seed, nth: number): Person => {
  const random = randomOf(seed.number, nth)
  const createdAt = Math.floor(seed.now - ageMs * (1 - nth / Math.max(seed.accounts, nth + 1)))
  const id = idAt(createdAt, { nth, random })
  const isWhole = nth % wholeEvery === 0
  const isActive = random.chance(0.4) || isWhole
  const isSignedIn = (isActive && random.chance(0.6)) || isWhole
  const usedAt = isActive ? later(Math.max(createdAt, seed.now - days(180)), seed, random) : createdAt
  const hasMobile = random.chance(0.85) || isWhole
  const isNameChosen = random.chance(0.3)
  const name = `${random.one(firsts)}-${random.one(seconds)}`
  return {
    nth,
    isWhole,
    seed,
    random,
    id,
    createdAt,
    usedAt,
    language: random.chance(0.3) ? 'en' : 'zh-Hans',
    mobile: hasMobile ? mobileOf(nth) : null,
    email: !hasMobile || random.chance(0.4) || isWhole ? `person${nth}@example.com` : null,
    username: `${isNameChosen ? name : 'user'}-${inClearDigits(nth)}`,
    isNameChosen,
    passwordHash: !hasMobile || random.chance(0.8) || isWhole ? seed.passwordHash : null,
    // One of twenty cancelled accounts is due.
    eraseAt: random.chance(0.002) && !isWhole ? Math.floor(seed.now + days(30) * (random.next() - 0.05)) : null,
    clientAddress: `${20 + random.whole(180)}.${random.whole(250)}.${random.whole(250)}.${1 + random.whole(250)}`,
    sessions: Array.from({ length: isSignedIn ? 1 + random.whole(3) : 0 }, (_, which) => {
      const seenAt =
        which === 0 ? Math.max(usedAt, seed.now - hours(1)) : seed.now - minutes(random.whole(13 * 24 * 60))
      const begunAt = seenAt - Math.floor(days(60) * random.next())
      return {
        id: idAt(begunAt, { nth, random }),
        token: tokenOf('session', seed.number, nth, which),
        begunAt,
        seenAt,
      }
    }),
    browsers: Array.from({ length: isActive ? 1 + random.whole(3) : random.whole(2) }, (_, which) =>
      shortTokenOf('browser', seed.number, nth, which),
    ),
  }
}

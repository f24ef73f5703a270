import { randomInt } from 'node:crypto'
import type { Stores } from '#account-api/kernel/service'
import { days, hours, minutes } from '#account-api/kernel/time'
import { smsInvitations } from '#contract/organisations/invitations/sms-invitations'

const { accepted } = smsInvitations

interface RollingWindow {
  durationMs: number
  buckets: number
  shards?: number
  isPersonal?: true
  countsAfterMs?: number
}

/**
 * The limits over a rolling window. A window consists of buckets: nothing restarts at midnight, and events expire
 * bucket by bucket. `shards`: how many rows share one count, because every request writes to it. `isPersonal`: the
 * subjects are people or their addresses, and the rows are erased with them. `countsAfterMs`: events are read with this
 * delay, and up to a bucket more.
 */
const windows = {
  /** Codes for one purpose to one address: for browsers that its account does not know, and for known ones. */
  codesForAPurpose: { durationMs: days(1), buckets: 8, isPersonal: true },
  codesForAPurposeKept: { durationMs: days(1), buckets: 8, isPersonal: true },
  codesToAnAddress: { durationMs: days(1), buckets: 8, isPersonal: true },
  codesOfAMinute: { durationMs: minutes(1), buckets: 4, isPersonal: true },
  codesFromAClientAddress: { durationMs: days(1), buckets: 8 },
  codesFromANetwork: { durationMs: days(1), buckets: 8 },
  /** SMS codes that were typed correctly. */
  provenCodesFromAClientAddress: { durationMs: days(1), buckets: 8 },
  provenCodesFromANetwork: { durationMs: days(1), buckets: 8 },
  codesInAll: { durationMs: hours(1), buckets: 2, shards: 8 },
  /** SMS for one purpose to one region. */
  smsToARegion: { durationMs: days(1), buckets: 8, shards: 8 },
  smsToARegionKept: { durationMs: days(1), buckets: 8, shards: 8 },
  /** Guesses at the codes of one address. */
  guesses: { durationMs: days(1), buckets: 8, isPersonal: true },
  guessesKept: { durationMs: days(1), buckets: 8, isPersonal: true },
  guessesAtFixedCodes: { durationMs: days(1), buckets: 8, isPersonal: true },
  wrongCodesFromAClientAddress: { durationMs: days(1), buckets: 8 },
  wrongCodesFromANetwork: { durationMs: days(1), buckets: 8 },
  wrongCodesInAll: { durationMs: hours(1), buckets: 2, shards: 8 },
  qrCodesInAll: { durationMs: minutes(6), buckets: 2, shards: 8 },
  wrongLettersInAll: { durationMs: hours(1), buckets: 2, shards: 8 },
  /** Messages to an email that somebody claims. */
  claimMessages: { durationMs: days(1), buckets: 8, isPersonal: true },
  /** Accounts created with the link of one invitation, for as long as it may be pending. */
  registrationsByInvitation: { durationMs: days(30), buckets: 10 },
  /** Invitations, including resent ones: of one organisation, by one account, and to one address. */
  invitationsOfAnOrganisation: { durationMs: days(1), buckets: 8 },
  invitationsOfAnAccount: { durationMs: days(1), buckets: 8, isPersonal: true },
  invitationsToAnAddress: { durationMs: days(1), buckets: 8, isPersonal: true },
  invitationsToAnAddressByAnAccount: { durationMs: days(1), buckets: 8, isPersonal: true },
  /** Invitations by SMS, including lists: of one organisation, by one account, and from one network. */
  smsInvitationsOfAnOrganisation: { durationMs: days(1), buckets: 8 },
  smsInvitationsOfAnAccount: { durationMs: days(1), buckets: 8, isPersonal: true },
  smsInvitationsFromANetwork: { durationMs: days(1), buckets: 8 },
  /**
   * Invitations of one organisation that could have been accepted by now, accepted ones, and those that one person
   * accepted.
   */
  smsInvitationsToJudge: {
    durationMs: days(accepted.withinDays),
    buckets: accepted.withinDays,
    countsAfterMs: days(accepted.judgedAfterDays),
  },
  smsInvitationsAccepted: { durationMs: days(accepted.withinDays), buckets: 10 },
  smsInvitationsAcceptedBy: { durationMs: days(accepted.withinDays), buckets: 10, isPersonal: true },
  /** Invitations from lists: by one organisation, and by one account. */
  listedInvitationsOfAnOrganisation: { durationMs: days(1), buckets: 8 },
  listedInvitationsOfAnAccount: { durationMs: days(1), buckets: 8, isPersonal: true },
} as const satisfies Record<string, RollingWindow>

type WindowName = keyof typeof windows

/** A counter: the limit and its subject. `part` distinguishes several counters of one subject. */
export interface Counter {
  name: WindowName
  subject: string
  part?: string
  /** How much to count. Default: one. */
  by?: number
}

export interface Tally {
  /** The count in the window, including the added amount. */
  total: number
  /** When as many more fit into a limit again. */
  freeAt(most: number): number
}

export interface Tallies {
  of(counter: Counter): Tally
  /** Uncounts what was added, or the amounts of these counters. */
  uncount(some?: readonly Counter[]): Promise<void>
}

/**
 * Adds to each counter of `add`, which has each once, and reads the tallies of these and of `read`. Counting comes
 * before judging, outside of a transaction, so others see a count at once. Concurrent calls therefore each get a
 * different total. With shards, a total may be too high, but a limit never lets more pass.
 */
export const tally = async (
  stores: Pick<Stores, 'counters'>,
  { add = [], read = [] }: { add?: Counter[]; read?: Counter[] },
  at: number,
): Promise<Tallies> => {
  const added = new Map(add.map((counter) => [nameOf(counter), entryOf(counter, at)]))
  const counts = await stores.counters.addAll(inOrder([...added.values()]))
  const buckets = [...add, ...read].flatMap((counter) => keysOf(counter, at))
  const earlier = await stores.counters.readAll(buckets.filter((key) => !counts.has(key)))
  const countOf = (key: string) => counts.get(key) ?? earlier.get(key) ?? 0
  return {
    of: (counter) => tallyOf(counter, at, countOf),
    uncount: async (some = add) => {
      const entries = some.flatMap((counter) => {
        const entry = added.get(nameOf(counter))
        return entry ? [{ ...entry, by: -byOf(counter) }] : []
      })
      await stores.counters.addAll(inOrder(entries))
    },
  }
}

/** Resets these counts, with all buckets of their windows. */
export const resetCounts = (
  stores: Pick<Stores, 'counters'>,
  counters: readonly Counter[],
  at: number,
): Promise<void> => stores.counters.reset(counters.flatMap((counter) => keysOf(counter, at)))

const byOf = ({ by = 1 }: Counter): number => by

const nameOf = ({ name, subject, part }: Counter): string => JSON.stringify([name, subject, part])

const bucketMsOf = (name: WindowName): number => windows[name].durationMs / windows[name].buckets

const windowOf = (name: WindowName): RollingWindow => windows[name]

const shardsOf = (name: WindowName): number => windowOf(name).shards ?? 1

const keyOf = ({ name, subject, part }: Counter, bucket: number, shard: number): string =>
  [name, subject, part, bucket, shardsOf(name) === 1 ? undefined : shard]
    .filter((piece) => piece !== undefined)
    .join(':')

const entryOf = (counter: Counter, at: number) => {
  const { name } = counter
  const ms = bucketMsOf(name)
  const { countsAfterMs } = windowOf(name)
  const bucket = countsAfterMs === undefined ? Math.floor(at / ms) : Math.ceil((at + countsAfterMs) / ms)
  const key = keyOf(counter, bucket, randomInt(shardsOf(name)))
  const subject = windowOf(name).isPersonal ? counter.subject : null
  return { key, subject, by: byOf(counter), expiresAt: (bucket + 1) * ms + windows[name].durationMs }
}

/** Statements that change several rows lock them in one order, so they never deadlock. */
const inOrder = <Entry extends { key: string }>(entries: Entry[]): Entry[] =>
  entries.toSorted((one, other) => (one.key < other.key ? -1 : 1))

/** The buckets of a window that ends now: the current one, and the earlier ones that the window covers. */
const bucketsOf = (name: WindowName, at: number): number[] => {
  const present = Math.floor(at / bucketMsOf(name))
  return Array.from({ length: windows[name].buckets + 1 }, (_, back) => present - back)
}

const keysOf = (counter: Counter, at: number): string[] =>
  bucketsOf(counter.name, at).flatMap((bucket) => keysOfBucket(counter, bucket))

const keysOfBucket = (counter: Counter, bucket: number): string[] =>
  Array.from({ length: shardsOf(counter.name) }, (_, shard) => keyOf(counter, bucket, shard))

const tallyOf = (counter: Counter, at: number, countOf: (key: string) => number): Tally => {
  const { name } = counter
  const counts = bucketsOf(name, at).map((bucket) => ({
    // A bucket expires when the window has passed it.
    forgottenAt: (bucket + 1) * bucketMsOf(name) + windows[name].durationMs,
    count: keysOfBucket(counter, bucket).reduce((sum, key) => sum + countOf(key), 0),
  }))
  const total = counts.reduce((sum, { count }) => sum + count, 0)
  return {
    total,
    freeAt: (most) => {
      // The tally without the added amount.
      let others = total - byOf(counter)
      for (const { forgottenAt, count } of counts.toReversed()) {
        others -= count
        if (others + byOf(counter) <= most) return forgottenAt
      }
      return at
    },
  }
}

import type { ActivityEntry } from '#account-api/accounts/activity/activity-store'
import type { KnownBrowserRecord } from '#account-api/accounts/browsers/known-browser-store'
import type { From } from '#account-api/kernel/from'
import type { BucketKey } from '#account-api/kernel/limits/bucket-store'
import type { TryToUncount } from '#account-api/kernel/limits/try-record'
import { days, minutes } from '#account-api/kernel/time'
import type { SignInWay } from '#contract/terms/activity'
import type { Factor } from './factor'
import type { Origin } from './origin'

export const sessionRule = {
  /** The maximum number of sessions of an account. The oldest end first. */
  most: 100,
  touchEveryMs: minutes(60),
  /** The minimum time between two notes that an account is used. */
  useEveryMs: days(1),
  previousTokenMs: minutes(1),
}

export interface SessionRecord {
  id: string
  accountId: string
  createdAt: number
  lastSeenAt: number
  provenAt: number
  /** Where and how the session began. */
  clientAddress: string
  client: string
  way: SignInWay
  /** The id of the last chosen member, which may be removed or suspended by now. */
  memberId: string | null
  deviceName: string | null
  /** When the session last proved each factor. Null: never. */
  factors: Record<Factor, number | null>
  origin: Origin
}

export interface SignInRecords {
  browser: BrowserOfSignIn
  entry: ActivityEntry
  /** The attempt with the correct password. */
  tried?: TryToUncount | undefined
  /** The bucket that counts the sign-in. Undefined if it is not counted. */
  counted?: (BucketKey & { at: number; leakMs: number; most: number }) | undefined
}

/** The browser of a sign-in, known to the account from now on. */
export interface BrowserOfSignIn extends KnownBrowserRecord {
  /** The hashes of the browser's earlier tokens. */
  had: readonly string[]
  replacedExpireAt: number
  /** The maximum number of browsers that an account knows. Those that expire first are forgotten. */
  most: number
}

/**
 * Whether the account knew the browser before a sign-in. `first`: the account knew no browser. A cookie from another
 * browser or system than it was given to counts as unknown.
 */
export type Acquaintance = 'known' | 'unknown' | 'first'

/** A sign-in from a browser that the account did not know. */
export interface NewBrowser {
  session: SessionRecord
  entryId: string
  acquaintance: Exclude<Acquaintance, 'known'>
  from: From
}

export interface OpenedRecords {
  acquaintance: Acquaintance
  /** The name of the device of a known browser. */
  deviceName: string | null
  /** The earlier tokens that are unexpired and belong to other accounts. */
  others: ReadonlySet<string>
  /** The counted failures without this attempt. */
  failures: number
}

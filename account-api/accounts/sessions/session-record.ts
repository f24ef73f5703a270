import type { SignInWay } from '../../../contract/terms/activity'
import type { BucketKey } from '../../kernel/limits/bucket-store'
import type { TryToTakeBack } from '../../kernel/limits/try-record'
import { days, minutes } from '../../kernel/time'
import type { ActivityEntry } from '../activity/activity-store'
import type { KnownBrowserRecord } from '../browsers/known-browser-store'
import type { Factor } from './factor'
import type { Origin } from './origin'

export const sessionRule = {
  idleMs: days(14),
  /** After the last real proof, in this session or in the one that it was passed on from. */
  longestMs: days(90),
  /** How many an account has. The oldest end first. */
  most: 100,
  touchEveryMs: minutes(60),
  /** How often the use of an account is noted. */
  useEveryMs: days(1),
  previousTokenMs: minutes(1),
}

export interface SessionRecord {
  id: string
  accountId: string
  createdAt: number
  lastSeenAt: number
  provenAt: number
  /** Where and how the session began. Empty for a session that is older than these columns. */
  clientAddress: string
  client: string
  way: SignInWay | ''
  /** The identity that was chosen last, by its id. It may be gone, or frozen, by now. */
  identityId: string | null
  /** When the session has last proven each factor. Null: never. */
  factors: Record<Factor, number | null>
  origin: Origin
}

/** What is written together with the session of a sign-in. */
export interface SignIn {
  browser: BrowserOfSignIn
  entry: ActivityEntry
  /** The try whose password was right. */
  tried?: TryToTakeBack | undefined
  /** Where the sign-in is counted. Undefined: it is not. */
  counted?: (BucketKey & { at: number; leakMs: number; most: number }) | undefined
}

/** The browser of a sign-in, which the account knows from now on. */
export interface BrowserOfSignIn extends KnownBrowserRecord {
  /** The hashes of the tokens that the browser had. */
  had: readonly string[]
  /** When those of this account expire. */
  replacedExpireAt: number
  /** How many browsers an account knows. Those that expire first are forgotten. */
  most: number
}

export interface BegunSession {
  /** The living tokens of other accounts among those that the browser had. */
  others: ReadonlySet<string>
  /** The failures that are left after the try was taken back. */
  failures: number
}

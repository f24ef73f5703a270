import type { SignInWay } from '../../../contract/activity'
import type { AccountRecord } from '../account/account-store'
import type { ActivityEntry } from '../activity/activity-store'
import type { KnownBrowserRecord } from '../browsers/known-browser-store'
import type { BucketKey } from '../../kernel/limits/bucket-store'
import type { TryToTakeBack } from '../../kernel/limits/try-store'
import type { Factor } from './factor'
import type { Entrance, Origin } from './origin'

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
interface BrowserOfSignIn extends KnownBrowserRecord {
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

export interface SessionStore {
  /**
   * Begins a session, if the account still has this password hash (or none) and is neither cancelled nor frozen, and
   * writes all that belongs to the sign-in: on PostgreSQL in one statement. The oldest sessions end that are more than the
   * account may have. When the account has changed, or there were too many sign-ins, the transaction has to end. A change
   * of the account waits until it ends, so that ending the account's sessions ends this one too.
   */
  begin(
    session: SessionRecord & { tokenHash: string },
    account: Pick<AccountRecord, 'passwordHash'>,
    signIn: SignIn,
  ): Promise<BegunSession | 'account_changed' | 'too_many'>
  /**
   * Finds a session of an account that is neither cancelled nor frozen. The token before the last renewal is accepted if
   * that was after `renewedSince`; then the session has the proof of that token. `accountUsedAt`: when its account was
   * last used.
   */
  find(
    tokenHash: string,
    options: { renewedSince: number },
  ): Promise<(SessionRecord & { accountUsedAt: number }) | undefined>
  /** False when the session has ended. */
  isLiving(id: string): Promise<boolean>
  /** The session of an id. Undefined when it has ended. */
  get(id: string): Promise<SessionRecord | undefined>
  touch(id: string, at: number): Promise<void>
  /**
   * Gives a session a new token and a fresh proof: of a factor, or of a third-party identity, which is none. Its present
   * token becomes the previous one.
   */
  renew(
    id: string,
    renewed: { tokenHash: string; at: number; factor: Factor | undefined; way: SignInWay },
  ): Promise<void>
  /**
   * Gives a session the identity that was chosen, and a new token with the same proof. Its present token becomes the
   * previous one. False when the session has a newer proof than the token that the call came with: that one ends soon.
   */
  act(
    session: Pick<SessionRecord, 'id' | 'provenAt'>,
    acting: { tokenHash: string; at: number; identityId: string },
  ): Promise<boolean>
  /**
   * Ends every session of an account. Of very many, this and what follows here delete some, and the others are over from
   * now on; a sweep deletes them.
   */
  endAll(accountId: string): Promise<void>
  /** Ends every session of an account but one, and answers how many it has deleted. */
  endOthers(accountId: string, keptId: string): Promise<number>
  /** Ends the sessions of an account that began in one of these ways. Where there are very many, all end. */
  endBegunBy(accountId: string, ways: readonly SignInWay[]): Promise<void>
  /** Ends the sessions whose roots were let in so, except one. Where there are very many, all others end. */
  endLetInBy(accountId: string, entrance: Entrance, keptId?: string): Promise<void>
  /**
   * The living sessions of an account that were seen after this time, and last proven after that one, the most recently
   * seen first. Of very many, the newest are looked at.
   */
  living(accountId: string, since: { seen: number; proven: number; limit?: number }): Promise<SessionRecord[]>
  /** How many accounts have a session that began after a time; looks at the newest `most` sessions. */
  peopleSince(since: number, most: number): Promise<number>
  /** Ends one session of this account and answers what it was. Undefined when the account has no such session. */
  endOne(accountId: string, id: string): Promise<SessionRecord | undefined>
  /** Ends the sessions that were passed on from this one, at once or by others, and answers their ids. */
  endPassedOn(accountId: string, id: string): Promise<string[]>
}

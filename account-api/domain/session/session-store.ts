import type { SignInWay } from '../../../contract/activity'
import type { AccountRecord } from '../account/account-store'
import type { ActivityEntry } from '../activity/activity-store'
import type { KnownBrowserRecord } from '../known-browser/known-browser-store'
import type { TryToTakeBack } from '../password/try-store'
import type { Factor } from '../proof/factor'

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
}

/** What is written together with the session of a sign-in. */
export interface SignIn {
  browser: BrowserOfSignIn
  entry: ActivityEntry
  /** The try whose password was right. */
  tried?: TryToTakeBack | undefined
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
   * Begins a session, if the account still has this password hash (or none) and is neither cancelled nor frozen, and writes all that
   * belongs to the sign-in: on PostgreSQL in one statement. Undefined when the account has changed; then the
   * transaction has to end. A change of the account waits until it ends, so that ending the account's sessions ends this
   * one too.
   */
  begin(
    session: SessionRecord & { tokenHash: string },
    account: Pick<AccountRecord, 'passwordHash'>,
    signIn: SignIn,
  ): Promise<BegunSession | undefined>
  /**
   * Finds a session of an account that is neither cancelled nor frozen. The token before the last renewal is accepted if that was
   * after `renewedSince`; then the session has the proof of that token. `accountUsedAt`: when its account was last used.
   */
  find(
    tokenHash: string,
    options: { renewedSince: number },
  ): Promise<(SessionRecord & { accountUsedAt: number }) | undefined>
  /** False when the session has ended. */
  isLiving(id: string): Promise<boolean>
  touch(id: string, at: number): Promise<void>
  /**
   * Gives a session a new token and a fresh proof: of a factor, or of a third-party identity, which is none. Its present
   * token becomes the previous one.
   */
  renew(id: string, renewed: { tokenHash: string; at: number; factor: Factor | undefined }): Promise<void>
  /**
   * Gives a session the identity that was chosen, and a new token with the same proof. Its present token becomes the
   * previous one. False when the session has a newer proof than the token that the call came with: that one ends soon.
   */
  act(
    session: Pick<SessionRecord, 'id' | 'provenAt'>,
    acting: { tokenHash: string; at: number; identityId: string },
  ): Promise<boolean>
  endAll(accountId: string): Promise<void>
  /** The sessions of an account that were seen and begun after these times, the most recently seen first. */
  living(accountId: string, since: { seen: number; begun: number; limit?: number }): Promise<SessionRecord[]>
  /** Ends one session of this account and answers what it was. Undefined when the account has no such session. */
  endOne(accountId: string, id: string): Promise<SessionRecord | undefined>
  /** Ends the sessions of an account that began in one of these ways, except one. */
  endBegunBy(accountId: string, ways: readonly SignInWay[], keptId?: string): Promise<void>
  /** Ends every session of an account but one, and answers how many. */
  endOthers(accountId: string, keptId: string): Promise<number>
}

import type { From } from '#account-api/kernel/from'
import type * as kernel from '#account-api/kernel/service'
import { operations, type RuleOf, type ServiceOf } from '#account-api/kernel/service'
import type { cancellationBlockers } from '#contract/accounts/account-errors'
import type { AccountProfile } from './account/account-record'
import type { AccountStore, LockingAccountStore } from './account/account-store'
import type { ActivityStore } from './activity/activity-store'
import type { AnnouncementStore } from './announcements/announcement-store'
import type { KnownBrowserStore } from './browsers/known-browser-store'
import type { GuardStore } from './changes/guard-store'
import type { HistoryStore } from './changes/history-store'
import type { AuthenticatorStore } from './methods/authenticator-store'
import type { PasskeyStore } from './methods/passkey-store'
import type { UsernameStore } from './names/username-store'
import type { PendingChangeStore } from './pending-changes/pending-change-store'
import type { DefaultPicture, MakePicture } from './pictures/kinds'
import type { PictureStore } from './pictures/picture-store'
import type { PlatformStore } from './platforms/platform-store'
import type { Provider } from './platforms/provider'
import type { RecoveryEmailStore } from './recovery-email/recovery-email-store'
import type { RememberedStore } from './sessions/remembered-store'
import type { NewBrowser } from './sessions/session-record'
import type { SessionStore } from './sessions/session-store'
import type { StandingStore } from './standing/standing-store'
import type { Terms, TermsStore } from './terms/terms-store'

export type BlockerName = (typeof cancellationBlockers)[number]

/** A rule that refuses a cancellation that would leave something without a responsible person. */
export interface Blocker {
  name: BlockerName
  /** Runs in the transaction that cancels, with the account locked. */
  blocks(stores: Stores, accountId: string): Promise<boolean>
}

/** The account whose grants end, the start of the window, and the session that keeps its grants. */
export interface RecentGrants {
  accountId: string
  /** The beginning of the window. Default: as far back as a link can undo a change. */
  since?: number
  keptSessionId?: string | undefined
}

/** What else ends together with an account's sign-ins, in contexts that depend on this one. */
export interface Endings {
  endRecentGrants(stores: Transaction, recent: RecentGrants): Promise<void>
  /** Withdraws transfers that the account has started, because an intruder may have started them in its name. */
  withdrawTransfers(stores: Transaction, of: { accountId: string; from: From }): Promise<void>
  /**
   * Ends the methods that an account got within 72 hours and that two factors have not confirmed.
   * @param of `before`: only those added before this time. `keptSessionId`: the session that stays
   */
  endYoungMethods(
    stores: Transaction,
    of: { accountId: string; from: From; before?: number | undefined; keptSessionId?: string | undefined },
  ): Promise<void>
  /**
   * Takes back what the account gave in organisations since a time, and disables the applications that it registered.
   */
  takeBackGiven(stores: Transaction, of: { accountId: string; since: number; from: From }): Promise<void>
  /** Removes the operator role from an account that is restored, or that an intruder may control. */
  endOperator(stores: Transaction, of: { account: AccountProfile; from: From }): Promise<void>
}

export interface Deployment extends kernel.Deployment {
  blockers: readonly Blocker[]
  /** The region of a mobile number that was typed without its country code. */
  defaultRegion: string
  /** The regions that SMS may be sent to (ISO 3166-1 alpha-2). Undefined: all regions. */
  smsRegions: ReadonlySet<string> | undefined
  /** The terms of the operator. Undefined: there are none. */
  terms: Terms | undefined
  makePicture: MakePicture
  defaultPicture: DefaultPicture
  /** How long the activity is kept. */
  activityDays: number
  providers: ReadonlyMap<string, Provider>
  endings: Endings
  /**
   * Notifies the addresses of an account of a sign-in from a new browser. Passed in, because notices import sessions,
   * and not the other way round.
   */
  tellNewBrowser(stores: Transaction, told: NewBrowser): Promise<void>
}

export interface Stores extends kernel.Stores {
  deployment: Deployment
  accounts: AccountStore
  standing: StandingStore
  terms: TermsStore
  announcements: AnnouncementStore
  usernames: UsernameStore
  sessions: SessionStore
  activity: ActivityStore
  pictures: PictureStore
  platforms: PlatformStore
  knownBrowsers: KnownBrowserStore
  remembered: RememberedStore
  pendingChanges: PendingChangeStore
  history: HistoryStore
  guards: GuardStore
  authenticators: AuthenticatorStore
  passkeys: PasskeyStore
  recoveryEmails: RecoveryEmailStore
}

/** Only a transaction has this type, because only a transaction can lock accounts. */
export interface Transaction extends Stores, kernel.Transaction {
  deployment: Deployment
  accounts: LockingAccountStore
}

export type Service = ServiceOf<Stores, Transaction>

export type Rule<Input, Result> = RuleOf<Transaction, Input, Result>

export const inTransaction = operations<Stores, Transaction>()

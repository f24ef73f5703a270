import type { BrowserOfAccount } from '../browsers/known-browser-store'
import type { IdentifierKind } from './identifier'

/** A password that somebody with a code by SMS alone has replaced. */
export interface EarlierPassword {
  hash: string
  /** When it was last replaced so. */
  takenAt: number
}

export interface AccountRecord {
  id: string
  accountType: number
  passwordHash: string | null
  /** When the present password was chosen. Null: with the account, or before such times were kept. */
  passwordChosenAt: number | null
  earlierPassword: EarlierPassword | null
  language: string
  createdAt: number
  /** When somebody with a session was last here, to the day. */
  lastUsedAt: number
  /** When a cancelled account will be erased. Null: it is not cancelled. */
  eraseAt: number | null
  /** Since when an operator has kept its person out. Null: it is not frozen. */
  frozenAt: number | null
}

export interface AccountProfile extends AccountRecord {
  username: string
  /** False while the account has the username that it was created with. */
  usernameIsChosen: boolean
  /** The username that waits for an operator's review. */
  pendingUsername: string | null
  /** As YYYY-MM-DD. */
  birthday: string | null
  /** The IANA name of the chosen time zone; null: the default is in force (domain/profile/time-zone). */
  timeZone: string | null
  mobile: string | null
  email: string | null
  /** Since when the account has its mobile and its email. */
  mobileBoundAt: number | null
  emailBoundAt: number | null
  unverifiedEmail: string | null
  /** The keys of the pictures that the account has chosen. */
  avatar: string | null
  background: string | null
  /** Why it is frozen, as the operator wrote it for its person. */
  frozenReason: string | null
}

export interface AccountStore {
  /** `termsVersion`: which of the operator's terms the person agreed to, if any were shown. */
  insert(
    account: Omit<AccountRecord, 'eraseAt' | 'frozenAt' | 'passwordChosenAt' | 'earlierPassword' | 'lastUsedAt'> & {
      termsVersion?: string | undefined
    },
  ): Promise<void>
  /** False when another account has the identifier. */
  bind(identifier: { kind: IdentifierKind; value: string; accountId: string; at: number }): Promise<boolean>
  /** False when the account does not have this value, or not any more. */
  unbind(identifier: { kind: IdentifierKind; value: string; accountId: string }): Promise<boolean>
  /**
   * Replaces the password hash. False when the account has another hash than `was` by now.
   * @param hash `chosenAt`: when somebody chose the new password, if anybody did. `earlier`: none by default
   */
  replacePassword(
    accountId: string,
    hash: { was: string | null; becomes: string | null; chosenAt?: number; earlier?: EarlierPassword | null },
  ): Promise<boolean>
  /** Replaces the hash of a password by another of the same password. False when the account has another hash by now. */
  rehash(accountId: string, hash: { was: string; becomes: string }): Promise<boolean>
  /** Notes that an account is used, unless that was noted after `unlessAfter`. */
  use(accountId: string, used: { at: number; unlessAfter: number }): Promise<void>
  holderOf(kind: IdentifierKind, value: string): Promise<AccountRecord | undefined>
  /** The account of the first of these values that anybody has, and the browsers that it knows at this time. */
  typistOf(
    kind: IdentifierKind,
    values: readonly string[],
    at: number,
  ): Promise<{ account: AccountRecord | undefined; browsers: BrowserOfAccount[] }>
  profile(accountId: string): Promise<AccountProfile | undefined>
  claimEmail(claim: { accountId: string; email: string; at: number }): Promise<void>
  dropClaims(email: string): Promise<void>
  /** Ends the claim of one account, whatever address it is for. */
  dropClaimOf(accountId: string): Promise<void>
  setBirthday(accountId: string, birthday: string | null): Promise<void>
  setLanguage(accountId: string, language: string): Promise<void>
  setTerms(accountId: string, version: string): Promise<void>
  setTimeZone(accountId: string, timeZone: string | null): Promise<void>
  /** Freezes an account, with the reason for its person, or unfreezes it. */
  freeze(accountId: string, frozen: { at: number; reason: string } | null): Promise<void>
}

/** The accounts of a transaction, which can also be locked. */
export interface LockingAccountStore extends AccountStore {
  /**
   * Makes other transactions that lock one of these accounts wait until this one ends. For rules that depend on more
   * than the row that they change. Whatever was read before may be out of date.
   */
  lock(...accountIds: string[]): Promise<void>
  /** Like holderOf. Until this transaction ends, the account does not change and keeps the identifier. */
  keepHolderOf(kind: IdentifierKind, value: string): Promise<AccountRecord | undefined>
}

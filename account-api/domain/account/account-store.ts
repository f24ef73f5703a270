import type { IdentifierKind } from './identifier'

export interface AccountRecord {
  id: string
  accountType: number
  passwordHash: string | null
  language: string
  createdAt: number
  /** When a cancelled account is erased; null for one that is not cancelled. */
  eraseAt: number | null
}

export interface AccountProfile extends AccountRecord {
  username: string
  /** False while it is the name that the account was made with. */
  usernameIsChosen: boolean
  /** The name that waits until an operator has looked at it. */
  pendingUsername: string | null
  /** As YYYY-MM-DD. */
  birthday: string | null
  /** The IANA name of the chosen time zone; null: the default is in force (domain/profile/time-zone). */
  timeZone: string | null
  mobile: string | null
  email: string | null
  unverifiedEmail: string | null
  /** The keys of the pictures that were chosen. */
  avatar: string | null
  background: string | null
}

export interface AccountStore {
  insert(account: Omit<AccountRecord, 'eraseAt'>): Promise<void>
  /** False when another account holds the identifier. */
  bind(identifier: { kind: IdentifierKind; value: string; accountId: string; at: number }): Promise<boolean>
  /** False when the account does not hold this value (any more). */
  unbind(identifier: { kind: IdentifierKind; value: string; accountId: string }): Promise<boolean>
  /** A new password hash for an account that still has the old one, which may be none; false: it has another. */
  replacePassword(accountId: string, hash: { was: string | null; becomes: string | null }): Promise<boolean>
  holderOf(kind: IdentifierKind, value: string): Promise<AccountRecord | undefined>
  profile(accountId: string): Promise<AccountProfile | undefined>
  claimEmail(claim: { accountId: string; email: string; at: number }): Promise<void>
  /** The account that was first to claim an address that nobody has proven. */
  firstClaimantOf(email: string): Promise<AccountRecord | undefined>
  dropClaims(email: string): Promise<void>
  /** Ends the claim of one account, whichever address it is to. */
  dropClaimOf(accountId: string): Promise<void>
  setBirthday(accountId: string, birthday: string | null): Promise<void>
  setLanguage(accountId: string, language: string): Promise<void>
  setTimeZone(accountId: string, timeZone: string | null): Promise<void>
}

/** The accounts as a transaction sees them, which can also lock them. */
export interface LockingAccountStore extends AccountStore {
  /**
   * Makes every other transaction that locks one of these accounts wait until this one ends: for rules that look at more
   * than the row they change. What was read before may be out of date.
   */
  lock(...accountIds: string[]): Promise<void>
  /** The same as holderOf; until this transaction ends, the account stays as it is and keeps the identifier. */
  keepHolderOf(kind: IdentifierKind, value: string): Promise<AccountRecord | undefined>
}

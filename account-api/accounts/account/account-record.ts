/** What an account knows a browser by: the hash of a token, and the client address of the sign-in, as limits count it. */
export interface BrowserOfAccount {
  tokenHash: string
  clientAddress: string
}

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
  /** The IANA name of the chosen time zone; null: the default is in force (time-zone.ts). */
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

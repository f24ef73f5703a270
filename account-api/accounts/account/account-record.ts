/** How an account recognises a browser: by the hash of a token. Limits count the client address of the sign-in. */
export interface BrowserOfAccount {
  tokenHash: string
  clientAddress: string
}

/** The password that the person had before a code by SMS alone replaced it. */
export interface EarlierPassword {
  hash: string
  /** When that password was replaced. */
  takenAt: number
}

export interface AccountRecord {
  id: string
  accountType: number
  passwordHash: string | null
  /** When the current password was chosen. Null: at registration. */
  passwordChosenAt: number | null
  /** When a sign-in first found the current password in the list of breached passwords. Null: it has not. */
  passwordBreachedAt: number | null
  earlierPassword: EarlierPassword | null
  language: string
  /** The version of the operator's terms that the person accepted last. Null: none. */
  termsVersion: string | null
  createdAt: number
  /** The day on which a session of the account was last used. */
  lastUsedAt: number
  /** When a cancelled account will be erased. Null: the account is not cancelled. */
  eraseAt: number | null
  /** When an operator suspended the account. Null: the account is not suspended. */
  suspendedAt: number | null
  authenticatorSince: number | null
  authenticatorCountsFrom: number | null
  asksAuthenticator: boolean
  /** When the oldest passkey of the account was added. Null: it has none. */
  passkeySince: number | null
  /** When the first of its passkeys counts. Null: it has none. */
  passkeyCountsFrom: number | null
  /** When the deployment first required a second factor of the person. Null: it has not. */
  factorAskedAt: number | null
}

export interface AccountProfile extends AccountRecord {
  username: string
  /** False while the account keeps the username that it was created with. */
  usernameIsChosen: boolean
  /** The username that waits for an operator's review. */
  pendingUsername: string | null
  name: string | null
  /** As YYYY-MM-DD. */
  birthday: string | null
  /** The IANA name of the chosen time zone; null: the default is in force (time-zone.ts). */
  timeZone: string | null
  mobile: string | null
  email: string | null
  /** When the name, birthday, language, time zone or picture was last changed. Null: never. */
  profileChangedAt: number | null
  /** When the account got its username, its mobile and its email. */
  usernameBoundAt: number | null
  mobileBoundAt: number | null
  emailBoundAt: number | null
  unverifiedEmail: string | null
  /** The recovery address, which cannot be used to sign in, and when the account got it. */
  recoveryEmail: string | null
  recoveryAddedAt: number | null
  /** The keys of the account's chosen pictures. */
  avatar: string | null
  background: string | null
  /** The operator's reason for the suspension, for the person to read. */
  suspendedReason: string | null
}

/** True for an account that can be signed in to: it is neither cancelled nor suspended. */
export const isOpen = ({ eraseAt, suspendedAt }: Pick<AccountRecord, 'eraseAt' | 'suspendedAt'>): boolean =>
  eraseAt === null && suspendedAt === null

/** A person as described in a file of another system. Missing values are undefined. Nothing is checked yet. */
export interface SourcePerson {
  line: number
  /** The id that the other system has for them. */
  origin: string
  email: string | undefined
  isEmailVerified: boolean
  mobile: string | undefined
  isMobileVerified: boolean
  username: string | undefined
  name: string | undefined
  /** As a bcrypt hash or a PHC string. */
  passwordHash: string | undefined
  createdAt: number | undefined
  lastUsedAt: number | undefined
  isSuspended: boolean
  language: string | undefined
  birthday: string | undefined
  authenticator: SourceAuthenticator | undefined
  /** Data of the person that cannot be imported, each as a sentence without a full stop. */
  leftOut: string[]
}

/** An authenticator app with codes of six digits, every thirty seconds, by HMAC-SHA-1. */
export interface SourceAuthenticator {
  secret: Buffer
  since: number | undefined
}

/** A part of a file that is not a person, and why. */
export interface NoPerson {
  line: number
  refused: string
}

export type SourceLine = SourcePerson | NoPerson

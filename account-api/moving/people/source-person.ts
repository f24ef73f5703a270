/** A person as a file of another system tells. What is missing is undefined. Nothing is judged yet. */
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
  /** As bcrypt writes it, or as a PHC string. */
  passwordHash: string | undefined
  createdAt: number | undefined
  lastUsedAt: number | undefined
  isFrozen: boolean
  language: string | undefined
  birthday: string | undefined
  authenticator: SourceAuthenticator | undefined
  /** Data of the person that cannot be imported, each as a sentence without a full stop. */
  leftOut: string[]
}

/** An authenticator app with codes of six digits each thirty seconds, by HMAC-SHA-1. */
export interface SourceAuthenticator {
  secret: Buffer
  since: number | undefined
}

/** A part of a file that is no person, and why. */
export interface NoPerson {
  line: number
  refused: string
}

export type SourceLine = SourcePerson | NoPerson

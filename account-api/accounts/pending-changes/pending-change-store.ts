import type { Factor } from '../sessions/factor'

/** A change of a sign-in method that takes effect at a time, unless somebody stops it. */
export interface PendingChange {
  accountId: string
  /** `mobile`, `email`, or the name of a platform. */
  method: string
  /** The address, or the platform's id for the person, that the change takes away. */
  value: string
  /** What takes its place: an address that a code has proven, or a third-party identity as JSON. Null: nothing does. */
  successor: string | null
  /** True when whoever asked could not prove the address. A later proof of it stops the change. */
  isLost: boolean
  /** The factors that whoever asked had proven. */
  askedBy: Factor[]
  askedAt: number
  takesEffectAt: number
}

type Key = Pick<PendingChange, 'accountId' | 'method'>

export interface ClaimedChange extends Key {
  /** How often it was begun, with this time. */
  attempts: number
}

export interface PendingChangeStore {
  /** Notes a pending change, in place of another of the same sign-in method. */
  put(pending: PendingChange): Promise<void>
  /** The pending changes of an account: at most one of each sign-in method. */
  of(accountId: string): Promise<PendingChange[]>
  /** The changes of an address that are pending because it is said to be lost. */
  ofLost(method: string, value: string): Promise<PendingChange[]>
  /** Claims changes that are due, those that have waited longest first. No copy claims them again before `until`. */
  claim(at: number, until: number, limit: number): Promise<ClaimedChange[]>
  /** Sets a change aside that could not be made. */
  postpone(key: Key, until: number): Promise<void>
  /** Takes a pending change, if it is due. Undefined when another copy took it, or it was stopped. */
  take(key: Key, at: number): Promise<PendingChange | undefined>
  /** Drops the pending change of one sign-in method, or all of the account, and answers them. */
  drop(accountId: string, method?: string): Promise<PendingChange[]>
}

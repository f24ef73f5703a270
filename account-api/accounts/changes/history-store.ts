import type { Address } from '../account/identifier'
import type { Change } from '../../kernel/outbox/message'
import type { PlatformBinding } from '../account/platform-store'
import type { Factor } from '../sessions/factor'

/** An address, and the time since when the account has it. */
export interface HeldAddress {
  value: string
  boundAt: number
}

/** The sign-in methods of an account. */
export interface SignInMethods {
  /** Null in a snapshot that is older than the usernames in it. */
  username: string | null
  mobile: HeldAddress | null
  email: HeldAddress | null
  platforms: PlatformBinding[]
  passwordHash: string | null
}

/** A change of sign-in methods. `mobile_lost`: the mobile was removed because somebody reported it lost. */
export type MethodChange = Change | 'mobile_lost'

/** What an account had before a change of its sign-in methods. */
export interface Snapshot extends SignInMethods {
  id: string
  accountId: string
  at: number
  change: MethodChange
  /** The factors that whoever made it had proven. Null: nobody knows. */
  provenBy: Factor[] | null
}

/** The changes of one account after a time. */
export interface Window {
  accountId: string
  since: number
}

export interface HistoryStore {
  /** The sign-in methods that an account has now. Undefined: there is no such account. */
  present(accountId: string): Promise<SignInMethods | undefined>
  insert(snapshot: Snapshot): Promise<void>
  /** The snapshot before the first change of a window; with an address, the first one that has the address. */
  first(window: Window, having?: Address): Promise<Snapshot | undefined>
  /** The snapshots of a window, the oldest first. */
  list(window: Window, limit: number): Promise<Snapshot[]>
  /** Whether an account had, before any change of a window, an address that it got before `boundBefore`. */
  hasOlderAddress(window: Window, boundBefore: number): Promise<boolean>
  /** Whether a mobile was removed in a window because somebody reported it lost. */
  wasReportedLost(window: Window, mobile: string): Promise<boolean>
}

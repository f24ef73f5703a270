import type { Address } from '../account/identifier'

/**
 * Guards the sign-in methods of an account that was secured: until a time, none can be removed or replaced without a
 * proof of this address.
 */
export interface Guard extends Address {
  accountId: string
  /** Since when the account has the address. */
  boundAt: number
  since: number
  until: number
}

export interface GuardStore {
  /** Sets the guard of an account, in place of another that it had. */
  put(guard: Guard): Promise<void>
  /** The guard of an account, if it lasts at this time. */
  of(accountId: string, at: number): Promise<Guard | undefined>
}

import type { Address } from '../account/identifier'

/** An account that an organisation created, which waits for the owner of its address. */
export interface Activation {
  accountId: string
  organisationId: string
  /** Only claimed: it is bound by the code of its owner. */
  address: Address
  /** When the account is erased. */
  endsAt: number
}

export interface ActivationStore {
  insert(activation: Activation): Promise<void>
  /** What waits for the owner of an address, the oldest first. */
  of(address: Address, page: { at: number; limit: number }): Promise<Activation[]>
  /** Whether an account of this organisation waits for the owner of an address. */
  isAwaited(organisationId: string, address: Address): Promise<boolean>
  /** How many accounts of an organisation wait. Counts no further than `most`. */
  count(organisationId: string, most: number): Promise<number>
  /** Whether the account waited. */
  remove(accountId: string): Promise<boolean>
}

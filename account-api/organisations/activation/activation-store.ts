import type { Address } from '../../accounts/account/identifier'
import type { IdentityRecord } from '../records/identity-store'

/** An account that an organisation created, which waits for the owner of its address. */
export interface NewActivation {
  accountId: string
  organisationId: string
  /** Only claimed: it is bound by the code of its owner. */
  address: Address
  /** When the account is erased. */
  endsAt: number
  /** The identity that answers for it. */
  giverId: string
}

export interface Activation extends Omit<NewActivation, 'giverId'> {
  /** Undefined: whoever answers for it has left the organisation. */
  giver: { accountId: string; name: string } | undefined
}

/** The same with its place. */
export interface AwaitedMember extends Activation {
  identity: IdentityRecord
}

/** The same with the name of its organisation. */
export interface OfferedPlace extends AwaitedMember {
  organisationName: string
}

export interface ActivationStore {
  insert(activation: NewActivation): Promise<void>
  /** What waits for the owner of an address, the oldest first. */
  of(address: Address, page: { at: number; limit: number }): Promise<OfferedPlace[]>
  /** Whether an account of this organisation waits for the owner of an address. */
  isAwaited(organisationId: string, address: Address): Promise<boolean>
  /** How many accounts of an organisation wait. Counts no further than `most`. */
  count(organisationId: string, most: number): Promise<number>
  /** What waits in an organisation, the oldest first. */
  list(
    organisationId: string,
    page: { at: number; after?: string | undefined; offset: number; limit: number },
  ): Promise<AwaitedMember[]>
  /** What waits in an organisation for the owner of the place with this public id. */
  find(organisationId: string, publicId: string, at: number): Promise<AwaitedMember | undefined>
  /** Has an account wait until another time. */
  prolong(accountId: string, endsAt: number): Promise<void>
  /** Has an identity of the organisation answer for those of these accounts that wait. */
  vouch(organisationId: string, accountIds: readonly string[], giverId: string): Promise<void>
  /** Whether the account waited. */
  remove(accountId: string): Promise<boolean>
}

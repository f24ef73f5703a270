import type { OrganisationRecord } from '../organisation/organisation-store'
import type { RoleRecord } from '../role/role-store'

/** The place of an account in an organisation. */
export interface IdentityRecord {
  id: string
  /** The opaque id in URLs. */
  publicId: string
  /** The opaque id of its person towards this organisation. It stays when they leave and come back. */
  userPublicId: string
  organisationId: string
  accountId: string
  /** The name by which the organisation knows the person. */
  name: string
  isFrozen: boolean
  joinedAt: number
}

/** Somebody who acts in an organisation. */
export interface Acting {
  organisation: OrganisationRecord
  identity: IdentityRecord
  isManager: boolean
  /** The roles that were given to the identity, banned ones included. */
  roles: RoleRecord[]
}

/** A page of a list that is short: nobody is in thousands of organisations. */
export interface SubjectPage {
  offset: number
  limit: number
}

/** Part of the identities of an organisation, in the order of their ids. */
export interface IdentityPage {
  organisationId: string
  /** Those who were given this role. */
  roleId?: string | undefined
  /** The id of the identity before the page. */
  after?: string | undefined
  offset: number
  limit: number
}

/** An identity with its organisation, without its roles. */
export type Place = Omit<Acting, 'roles'>

/** Names one of the places of an account: by the organisation, by its public id, or by its own. */
export type PlaceName = { organisationId: string } | { publicId: string } | { id: string }

/** A deputy, with the addresses of the account. */
export interface DeputyToTell {
  identityId: string
  language: string
  mobile: string | null
  email: string | null
}

export interface IdentityStore {
  /** False when the account has a place in the organisation already. */
  insert(identity: Omit<IdentityRecord, 'isFrozen'> & { isFrozen?: boolean; sortKey: string }): Promise<boolean>
  /** Makes an identity the first manager of its organisation. */
  insertManager(manager: { organisationId: string; identityId: string }): Promise<void>
  /** The place of an account in the organisation with this public id. */
  acting(accountId: string, publicId: string): Promise<Acting | undefined>
  /**
   * Those of these mobiles or emails whose accounts have a place in the organisation, and at which they have accepted its
   * invitation: it does not learn of others that a member has. One by workplace messaging does not count, as whoever has
   * its link accepts it.
   */
  withPlace(organisationId: string, kind: 'mobile' | 'email', values: readonly string[]): Promise<Set<string>>
  /** The identities of an organisation with these public ids, as far as there are such. */
  find(organisationId: string, publicIds: readonly string[]): Promise<(IdentityRecord & { isManager: boolean })[]>
  page(page: IdentityPage): Promise<(IdentityRecord & { isManager: boolean })[]>
  /** Gives the place of one account to another, which has none in the organisation. `as`: who that one was there. */
  move(place: {
    organisationId: string
    from: string
    to: string
    as?: Pick<IdentityRecord, 'userPublicId' | 'isFrozen'> | undefined
  }): Promise<void>
  /** The places of an account, by the names of the organisations. Reads all of them, to sort them. */
  ofAccount(accountId: string, page: SubjectPage): Promise<Place[]>
  /** The place of an account that has no other. */
  only(accountId: string): Promise<Place | undefined>
  placeOf(accountId: string, name: PlaceName): Promise<Place | undefined>
  /** How many organisations the account manages. */
  countManaged(accountId: string): Promise<number>
  /** The organisations that the account manages. */
  managed(accountId: string): Promise<OrganisationRecord[]>
  managerOf(organisationId: string): Promise<IdentityRecord | undefined>
  /** Those who help to administer an organisation, in the order of their ids, without those who are frozen. */
  deputies(organisationId: string, page: { after: string; limit: number }): Promise<DeputyToTell[]>
}

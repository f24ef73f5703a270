import type { SecondFactors } from '#account-api/accounts/account/counting'
import type { OrganisationRecord } from './organisation-store'
import type { RoleRecord } from './role-record'

/** The place of an account in an organisation. */
export interface MemberRecord {
  id: string
  /** The opaque id in URLs. */
  publicId: string
  /** The opaque id of the person in this organisation. It stays the same when they leave and come back. */
  userPublicId: string
  organisationId: string
  accountId: string
  /** The name by which the organisation knows the person. */
  name: string
  /** The mobile or email by which the organisation knows the person. The account may have lost it since. */
  address: string | null
  isSuspended: boolean
  joinedAt: number
  /** The day on which they last used the organisation, in days since 1970 (UTC). Null: not recorded. */
  activeOn: number | null
}

/** A person who acts in an organisation. */
export interface Acting {
  organisation: OrganisationRecord
  member: MemberRecord
  isManager: boolean
  /** When each second factor of the account counts from. */
  factors: SecondFactors
  /** The roles that were given to the member, disabled ones included. */
  roles: RoleRecord[]
}

/** Maximum entries of a short list, because nobody is in thousands of organisations. */
export interface SubjectPage {
  offset: number
  limit: number
}

/** A range of the members of an organisation, ordered by id. */
export interface MembersById {
  organisationId: string
  /** Only holders of this role. */
  roleId?: string | undefined
  /** The id of the member before the page. */
  after?: string | undefined
  offset: number
  limit: number
}

/** A member with its organisation, without its roles. */
export type Place = Omit<Acting, 'roles'>

/** Selects one place of an account: by the organisation, by its public id, or by its own id. */
export type PlaceName = { organisationId: string } | { publicId: string } | { id: string }

/** An administrator, with the addresses of the account. */
export interface AdministratorToTell {
  memberId: string
  language: string
  mobile: string | null
  email: string | null
}

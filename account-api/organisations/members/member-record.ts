import type { IdentityRecord } from '#account-api/organisations/records/identity-record'

/** An identity of an organisation. */
export interface MemberRecord extends IdentityRecord {
  isManager: boolean
}

/** The position of a member in a list: the sort value, and the id of the identity. */
export interface MemberKey {
  value: string
  id: string
}

/** A member in a list. */
export interface ListedMember extends MemberRecord {
  key: MemberKey
}

/** Selects the members of a list. A missing field matches everything. */
export interface MemberFilter {
  isFrozen?: boolean | undefined
  isManager?: boolean
  /** The day, in days since 1970 (UTC), since which the member has not used the organisation. */
  inactiveSince?: number | undefined
  /** The id of a role that the member has; null: the member has none. */
  roleId?: string | null
}

/** A filter, and the number of entries of a list that it looks at: an index finds those, and none may match. */
export interface Filtering extends MemberFilter {
  within: number
}

/** Part of a list. */
export interface MemberRange {
  /** The entry before the range. */
  after: MemberKey | undefined
  offset: number
  limit: number
  /** The filter. Offset and limit count the members that match. */
  filter?: Filtering | undefined
}

/** The part of a place that stays after its end. */
export type FormerMember = Pick<IdentityRecord, 'userPublicId' | 'isFrozen'>

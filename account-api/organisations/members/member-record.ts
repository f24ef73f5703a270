import type { IdentityRecord } from '../records/identity-record'

/** An identity of an organisation. */
export interface MemberRecord extends IdentityRecord {
  isManager: boolean
}

/** Where a member stands in a list: what the list is sorted by, and the id of the identity. */
export interface MemberKey {
  value: string
  id: string
}

/** A member in a list. */
export interface ListedMember extends MemberRecord {
  key: MemberKey
}

/** Who of a list is wanted. What is left out does not matter. */
export interface MemberFilter {
  isFrozen?: boolean | undefined
  isManager?: boolean
  /** The id of a role that the member has; null: the member has none. */
  roleId?: string | null
}

/** A filter, and how many entries of a list it looks at: an index finds those, and nobody may fit. */
export interface Filtering extends MemberFilter {
  within: number
}

/** Part of a list. */
export interface MemberRange {
  /** The entry before it. */
  after: MemberKey | undefined
  offset: number
  limit: number
  /** Whom it leaves out. Offset and limit count the others. */
  filter?: Filtering | undefined
}

/** What stays of a place. */
export type FormerMember = Pick<IdentityRecord, 'userPublicId' | 'isFrozen'>

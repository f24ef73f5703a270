import type { EntryKey } from '#account-api/kernel/pages/entry-key'
import type { MemberRecord } from '#account-api/organisations/records/member-record'

/** A member of an organisation. */
export interface Member extends MemberRecord {
  isManager: boolean
}

/** A member in a list. */
export interface ListedMember extends Member {
  key: EntryKey
}

/** Selects the members of a list. A missing field matches everything. */
export interface MemberFilter {
  isSuspended?: boolean | undefined
  isManager?: boolean
  /** Members who have not used the organisation since this day, in days since 1970 (UTC). */
  inactiveSince?: number | undefined
  /** The id of a role of the member; null: members without a role. */
  roleId?: string | null
}

/** A filter, and how many entries of a list to examine: an index finds them, but perhaps none matches. */
export interface Filtering extends MemberFilter {
  within: number
}

/** Part of a list. */
export interface MemberRange {
  /** The entry before the range. */
  after: EntryKey | undefined
  offset: number
  limit: number
  /** The filter. Offset and limit count the members that match. */
  filter?: Filtering | undefined
}

/** The stored facts of a former place. */
export type FormerMember = Pick<MemberRecord, 'userPublicId' | 'isSuspended'>

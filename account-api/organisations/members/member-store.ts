import type { MemberSort } from '../../../contract/members'
import type { IdentityRecord } from '../records/identity-store'

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

type PlaceOfPerson = Pick<IdentityRecord, 'organisationId' | 'accountId'>

export interface MemberStore {
  /** The members of an organisation: all, or those who are frozen, or those who are not. */
  list(
    organisationId: string,
    order: { sort: MemberSort; isFrozen: boolean | undefined },
    range: MemberRange,
  ): Promise<ListedMember[]>
  /** The members with a role. */
  ofRole(roleId: string, sort: MemberSort, range: MemberRange): Promise<ListedMember[]>
  /** The manager of an organisation. */
  manager(organisationId: string): Promise<ListedMember | undefined>
  /** The members whose name, or a part of it, begins with a text, each once, by the first such part. */
  search(organisationId: string, beginning: string, range: MemberRange): Promise<ListedMember[]>
  /** False when the identity is gone. */
  rename(identityId: string, to: { name: string; sortKey: string }): Promise<boolean>
  /** False when the identity is gone. */
  freeze(identityId: string, isFrozen: boolean): Promise<boolean>
  /** Deletes an identity with its roles. False when it is gone. */
  remove(identityId: string): Promise<boolean>
  /** Keeps by what id an organisation knows somebody who has no place there any more. */
  keepFormer(identity: FormerMember & PlaceOfPerson & { removedAt: number | null }): Promise<void>
  /** When an organisation removed an account that has no place there. Undefined: it did not. */
  removedAt(place: PlaceOfPerson): Promise<number | undefined>
  /** Who an account was in an organisation, which is forgotten, since it comes back. */
  takeFormer(place: PlaceOfPerson): Promise<FormerMember | undefined>
}

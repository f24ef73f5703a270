import type { BatchState, LineRefusal, ListFormat } from '../../../contract/organisations/invitation-batches'
import type { InvitationState } from '../invitations/invitation-store'

/** Whether a `new` line waits, or was left out, follows from its batch. */
export type StoredLineState = 'new' | 'invited' | LineRefusal

/** Many people who are invited from one list. */
export interface BatchRecord {
  id: string
  /** The opaque id in URLs. */
  publicId: string
  organisationId: string
  /** The identity that invites. */
  inviterId: string
  state: BatchState
  format: ListFormat
  /** The region of numbers without a country code. */
  region: string
  /** What lines get that name no role, or no note. */
  roleId: string | null
  note: string
  /** How long the invitations are pending. */
  days: number
  language: string
  lineCount: number
  /** How many lines were checked. They are checked in their order. */
  checkedCount: number
  createdAt: number
}

/** A batch with whoever made it. */
export interface Batch extends BatchRecord {
  organisationPublicId: string
  /** Undefined: the inviter has left the organisation. */
  inviter: { accountId: string; name: string } | undefined
}

export interface LineRecord {
  /** Also the id of the invitation that is made from the line, so that no line makes two. */
  id: string
  /** Where the line begins in the list, from 1. */
  number: number
  state: StoredLineState
  /** Null where no address could be read, and once the account of the address was erased. */
  channel: 'mobile' | 'email' | null
  address: string | null
  /** The beginning of what could not be read. */
  typed: string
  name: string
  note: string
  roleId: string | null
  /** The number of the line before that has the same address. */
  sameAs: number | null
}

/** A line with the invitation that was made from it. */
export interface BatchLine extends LineRecord {
  invitation: { publicId: string; state: InvitationState; endsAt: number } | undefined
}

export interface LinePage {
  state?: StoredLineState | undefined
  /** The number of the line before the page. */
  after?: number | undefined
  offset: number
  limit: number
}

/** A batch that one copy works on. */
export interface ClaimedBatch {
  id: string
  /** How often work on it was begun. */
  attempts: number
}

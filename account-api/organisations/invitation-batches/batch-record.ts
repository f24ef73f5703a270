import type { BatchState, LineRefusal, ListFormat } from '#contract/organisations/invitations/invitation-batches'
import type { InvitationState } from '#contract/organisations/invitations/invitations'

/** The stored state of a line. If it is `new`, the batch decides between waiting and left out. */
export type StoredLineState = 'new' | 'invited' | LineRefusal

/** Many people who are invited from one list. */
export interface BatchRecord {
  id: string
  /** The opaque id in URLs. */
  publicId: string
  organisationId: string
  inviterId: string
  state: BatchState
  format: ListFormat
  /** The region of numbers without a country code. */
  region: string
  /** The role and the note for lines without their own. */
  roleId: string | null
  note: string
  /** How long the invitations are pending. */
  days: number
  language: string
  lineCount: number
  /** The number of checked lines. Lines are checked in their order. */
  checkedCount: number
  createdAt: number
}

export interface Batch extends BatchRecord {
  organisationPublicId: string
  /** Undefined: the inviter has left the organisation. */
  inviter: { accountId: string; name: string } | undefined
}

export interface LineRecord {
  /** The id of the line and of the invitation made from it, so no line makes two. */
  id: string
  /** The position of the line in the list, from 1. */
  number: number
  state: StoredLineState
  /** Null if no address could be read, and after the account of the address was erased. */
  channel: 'mobile' | 'email' | null
  address: string | null
  /** The beginning of the unreadable text. */
  typed: string
  name: string
  note: string
  roleId: string | null
  /** The number of the earlier line that has the same address. */
  sameAs: number | null
}

/** A line with the invitation that was made from it. */
export interface BatchLine extends LineRecord {
  invitation: { publicId: string; state: InvitationState; endsAt: number } | undefined
}

export interface LinePage {
  state?: StoredLineState | undefined
  after?: number | undefined
  offset: number
  limit: number
}

/** A batch that one copy works on. */
export interface ClaimedBatch {
  id: string
  /** How many attempts to work on it have begun. */
  attempts: number
}

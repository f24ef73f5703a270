import type { BatchState, LineRefusal, ListFormat } from '../../../contract/invitation-batches'
import type { InvitationState } from '../invitations/invitation-store'

export type { BatchState, ListFormat }

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

export interface InvitationBatchStore {
  /** `list`: its text. It is worked on from `workAt` on. */
  insert(batch: BatchRecord, work: { list: string; workAt: number }): Promise<void>
  find(organisationId: string, publicId: string): Promise<Batch | undefined>
  /** The newest first. */
  list(organisationId: string, page: { after?: string | undefined; offset: number; limit: number }): Promise<Batch[]>
  countLines(id: string): Promise<Map<StoredLineState, number>>
  /** How many lines are new and by SMS. */
  countNewBySms(id: string): Promise<number>
  /** Leaves out the new lines by SMS after so many of them. */
  limitSms(id: string, most: number): Promise<void>
  countInvitations(id: string): Promise<Map<InvitationState, number>>
  /** In the order of the list. */
  lines(id: string, page: LinePage): Promise<BatchLine[]>
  /** Claims batches with work that is due. No other copy claims them before `until`. */
  claim(at: number, until: number, limit: number): Promise<ClaimedBatch[]>
  postpone(id: string, until: number): Promise<void>
  /** The text of the list, until its lines are checked. */
  listOf(id: string): Promise<string>
  read(id: string): Promise<Batch | undefined>
  /** Reads a batch, and makes other transactions that do so wait until this one ends. */
  lock(id: string): Promise<Batch | undefined>
  /** The numbers of lines of the batch with these addresses, by address. */
  linesTo(id: string, addresses: readonly string[]): Promise<Map<string, number>>
  insertLines(batch: Pick<BatchRecord, 'id' | 'organisationId'>, lines: readonly LineRecord[]): Promise<void>
  /** Notes how far a batch is. `workAt`: when it is worked on next; null for nothing to do. */
  advance(
    id: string,
    to: Partial<Pick<BatchRecord, 'checkedCount' | 'state'>> & { list?: ''; workAt: number | null },
  ): Promise<void>
  /** Sets the state of lines of a batch that are still new. */
  settle(id: string, state: StoredLineState, numbers: readonly number[]): Promise<void>
}

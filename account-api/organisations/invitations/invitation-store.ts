import type { InvitationChannel, InvitationState, UndeliverableReason } from '../../../contract/invitations'
import type { OrganisationRecord } from '../records/organisation-store'
import type { RoleRecord } from '../records/role-store'

export type { InvitationState }

export interface InvitationRecord {
  id: string
  /** The opaque id in URLs. */
  publicId: string
  organisationId: string
  channel: InvitationChannel
  /** Null for a link, and once the account of the address was erased. */
  address: string | null
  roleId: string | null
  /** The name for the member. Empty: their username. */
  name: string
  note: string
  extra: Record<string, unknown> | null
  /** Where accepting leads: a path of the web app, or empty. */
  nextUrl: string
  /** The identity that answers for its role. */
  inviterId: string
  tokenHash: string
  /** An expired one may be pending here for some seconds more. */
  state: InvitationState
  /** Why it is undeliverable. Null where it is not, or where that was not kept. */
  undeliverableReason: UndeliverableReason | null
  /** For how many people it is, and how many may still accept it. */
  places: number
  placesLeft: number
  /** How often it was sent. Each time has a token of its own. */
  sent: number
  language: string
  createdAt: number
  /** When a pending one expires, or when it ended. */
  endsAt: number
}

/** An invitation with what it names. */
export interface Invitation extends InvitationRecord {
  role: RoleRecord | undefined
  /** Undefined: the inviter has left the organisation. */
  inviter: { accountId: string; name: string } | undefined
}

/** An invitation with the organisation that it is to. */
export interface ReceivedInvitation extends Invitation {
  organisation: OrganisationRecord
}

export interface InvitationPage {
  state?: InvitationState | undefined
  /** The id of the entry before the page. */
  after?: string | undefined
  offset: number
  limit: number
}

/** What a new or a resent invitation has anew. */
interface Sending {
  tokenHash: string
  sent: number
  endsAt: number
  inviterId: string
}

export type NewInvitation = Omit<InvitationRecord, 'state' | 'undeliverableReason' | 'placesLeft' | 'sent'>

export interface InvitationStore {
  /** Answers the ids of those that were added: not where the address has a pending invitation to the organisation. */
  insert(invitations: readonly NewInvitation[]): Promise<string[]>
  find(organisationId: string, publicId: string): Promise<Invitation | undefined>
  /** The invitation of a token, or with a public id. */
  received(by: { tokenHash: string } | { publicId: string }): Promise<ReceivedInvitation | undefined>
  /** The newest first. */
  list(organisationId: string, page: InvitationPage): Promise<Invitation[]>
  /** The pending ones to an address that have not expired at this time, the newest first. */
  ofAddress(address: string, pending: { at: number; limit: number }): Promise<ReceivedInvitation[]>
  /** The public ids of the pending invitations to these addresses, by address. */
  pendingTo(
    organisationId: string,
    channel: InvitationChannel,
    addresses: readonly string[],
  ): Promise<Map<string, string>>
  /** Ends the pending invitations to these addresses that have expired. */
  expireTo(organisationId: string, channel: InvitationChannel, addresses: readonly string[], at: number): Promise<void>
  /** Makes it pending with another token. False when it was resent meanwhile. */
  resend(id: string, sending: Sending): Promise<boolean>
  /** Changes what is given. */
  update(
    id: string,
    changes: Partial<Pick<InvitationRecord, 'roleId' | 'inviterId' | 'name' | 'note' | 'endsAt'>>,
  ): Promise<void>
  /** Ends a pending invitation that has not expired. False when it had ended already. */
  end(id: string, ended: { state: InvitationState; at: number }): Promise<boolean>
  /** Takes one place, and ends the invitation with the last one. False when none is left, or it had ended. */
  takePlace(id: string, at: number): Promise<boolean>
  /** Ends the pending invitation of a token whose message was given up. */
  giveUp(tokenHash: string, given: { reason: UndeliverableReason; at: number }): Promise<void>
  /** Ends pending invitations that have expired. Answers how many. */
  expire(at: number, limit: number): Promise<number>
}

import type { OrganisationRecord } from '#account-api/organisations/records/organisation-store'
import type { RoleRecord } from '#account-api/organisations/records/role-record'
import type {
  InvitationChannel,
  InvitationState,
  UndeliverableReason,
} from '#contract/organisations/invitations/invitations'

export interface InvitationRecord {
  id: string
  /** The opaque id in URLs. */
  publicId: string
  organisationId: string
  channel: InvitationChannel
  /** Null for a link, and after the account of the address was erased. */
  address: string | null
  roleId: string | null
  /** The name for the member. Empty: their username. */
  name: string
  note: string
  extra: Record<string, unknown> | null
  /** Where the browser goes after accepting: a path of the web app, or empty. */
  nextUrl: string
  /** The member that is responsible for its role. */
  inviterId: string
  tokenHash: string
  /** An expired invitation may still be pending here for some seconds. */
  state: InvitationState
  /** Why it is undeliverable. Null: it is not, or the reason was not stored. */
  undeliverableReason: UndeliverableReason | null
  /** How many people it is for, and how many may still accept it. */
  places: number
  placesLeft: number
  /** How often it was sent. Each time has its own token. */
  sent: number
  language: string
  createdAt: number
  /** When a pending one expires, or when it ended. */
  endsAt: number
}

/** An invitation with its role and inviter. */
export interface Invitation extends InvitationRecord {
  role: RoleRecord | undefined
  /** Undefined: the inviter has left the organisation. */
  inviter: { accountId: string; name: string } | undefined
}

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

export type NewInvitation = Omit<InvitationRecord, 'state' | 'undeliverableReason' | 'placesLeft' | 'sent'>

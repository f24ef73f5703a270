import type { joinings } from '../../../contract/organisations/mail-domains'
import type { OrganisationRecord } from '../records/organisation-store'
import type { RoleRecord } from '../records/role-record'

/** A mail domain that an organisation says is its own. */
export interface MailDomain {
  id: string
  organisationId: string
  /** In ASCII and lower case. */
  domain: string
  /** What its text record has to say. */
  token: string
  createdAt: number
  /** Since when it is proven. Null: it is not. */
  provenSince: number | null
  /** When the record of a proven domain was last seen. */
  seenAt: number | null
  /** Since when the record of a proven domain is missing. Null: it is there. */
  missingSince: number | null
  /** What whoever has proven an address of it may do. */
  joining: (typeof joinings)[number]
  /** The role that joining gives, and whoever answers for it. Undefined: none, or that member has left. */
  role: RoleRecord | undefined
  chooser: { accountId: string } | undefined
}

/** What the last look at a record has changed. */
export type Look = Pick<MailDomain, 'token' | 'provenSince' | 'seenAt' | 'missingSince'> & {
  /** When somebody looks again. Null: only when they are asked to. */
  nextCheckAt: number | null
}

/** What whoever has proven an address may do. */
export interface Joining {
  joining: MailDomain['joining']
  roleId: string | null
  /** The identity that answers for the role. */
  chooserId: string | null
}

/** A proven domain with the organisation of which it is. */
export interface HeldDomain extends MailDomain {
  organisation: OrganisationRecord
}

export interface ClaimedDomain {
  id: string
  organisationId: string
  domain: string
  /** How often looking failed. */
  attempts: number
}

/** Somebody in an organisation, by the account and its email. */
export interface Entrant {
  organisationId: string
  accountId: string
  email: string
}

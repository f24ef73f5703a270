import type { OrganisationRecord } from '#account-api/organisations/records/organisation-store'
import type { RoleRecord } from '#account-api/organisations/records/role-record'
import type { joinings } from '#contract/organisations/mail-domains'

/** A mail domain that an organisation claims. */
export interface MailDomain {
  id: string
  organisationId: string
  /** In ASCII and lower case. */
  domain: string
  /** The token that its text record has to contain. */
  token: string
  createdAt: number
  /** When it was proven. Null: it is not proven. */
  provenSince: number | null
  /** When the record of a proven domain was last seen. */
  seenAt: number | null
  /** Since when the record of a proven domain has been missing. Null: it is present. */
  missingSince: number | null
  /** How people with a proven address of the domain may join. */
  joining: (typeof joinings)[number]
  /** The role that joining gives, and the member responsible for it. Undefined: no role, or the member has left. */
  role: RoleRecord | undefined
  chooser: { accountId: string } | undefined
}

/** The changes found by the last check of a record. */
export type Look = Pick<MailDomain, 'token' | 'provenSince' | 'seenAt' | 'missingSince'> & {
  /** The time of the next automatic check. Null: checked on request only. */
  nextCheckAt: number | null
}

/** How people with a proven address may join. */
export interface Joining {
  joining: MailDomain['joining']
  roleId: string | null
  /** The member that is responsible for the role. */
  chooserId: string | null
}

/** A proven domain with its organisation. */
export interface HeldDomain extends MailDomain {
  organisation: OrganisationRecord
}

export interface ClaimedDomain {
  id: string
  organisationId: string
  domain: string
  /** The number of failed checks. */
  attempts: number
}

/** A member of an organisation, by the account and its email. */
export interface Entrant {
  organisationId: string
  accountId: string
  email: string
}

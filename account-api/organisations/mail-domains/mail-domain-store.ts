import type { joinings } from '../../../contract/mail-domains'
import type { OrganisationRecord } from '../records/organisation-store'
import type { RoleRecord } from '../records/role-store'

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

export interface MailDomainStore {
  /** False when the organisation has it already. */
  insert(domain: Pick<MailDomain, 'id' | 'organisationId' | 'domain' | 'token' | 'createdAt'>): Promise<boolean>
  /** The domains of an organisation, by name. There are few. */
  of(organisationId: string): Promise<MailDomain[]>
  find(organisationId: string, domain: string): Promise<MailDomain | undefined>
  /** The organisation that has proven a domain, with the domain. */
  held(domain: string): Promise<HeldDomain | undefined>
  /** False when another organisation has proven the domain. */
  keepLook(id: string, look: Look): Promise<boolean>
  update(id: string, joining: Joining): Promise<void>
  delete(id: string): Promise<void>
  /** Claims proven domains at which it is time to look, those that have waited longest first. */
  claim(at: number, until: number, limit: number): Promise<ClaimedDomain[]>
  /** Has somebody look at this time. */
  postpone(id: string, until: number): Promise<void>

  /** Remembers by which address somebody has joined. */
  noteJoin(entrant: Entrant, at: number): Promise<void>
  /** Keeps a removed member out, by the account, its email now, and the one by which they had joined. */
  keepOut(removed: Omit<Entrant, 'email'>, at: number): Promise<void>
  /** Whether the account, or another one with the same address, was removed. */
  isKeptOut(entrant: Entrant): Promise<boolean>
  /** Lets an account join again that was removed. */
  letIn(admitted: Omit<Entrant, 'email'>): Promise<void>
}

import type { Generated } from 'kysely'

/** The tables of the websites that people of this deployment sign in to: applications of the operator, and services. */
export interface ServiceTables {
  applications: {
    aid: string
    name: string
    url: string
    key_version: number
    created_at: number
    disabled_at: number | null
  }
  services: {
    id: string
    name: string
    url: string
    logout_url: string | null
    /** Names, with commas between them. */
    attributes: string
    may_gateway: number
    created_at: number
    removed_at: number | null
  }
  service_tickets: {
    hash: string
    service_id: string
    /** Null: the session has ended. Its foreign key sees to that, however a session ends. */
    session_id: string | null
    /** The time of the proof that the ticket was the first one after. */
    proof: number | null
    issued_at: number
    expires_at: number
    spent_at: Generated<number | null>
    /** The ticket itself, once it was validated: the service knows its own session by it. */
    ticket: Generated<string | null>
    attempts: Generated<number>
    next_attempt_at: Generated<number>
  }
}

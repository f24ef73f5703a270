import type { Generated } from 'kysely'
import type { SessionRecord } from './sessions/session-store'

/** Where a session comes from, or what a device remembers. Null: it is older than that. */
interface OriginColumns {
  /** Ids of sessions with blanks between them, the root first. */
  ancestors: Generated<string>
  /** Entrances, with commas between them. */
  let_in_by: string | null
  root_way: SessionRecord['way'] | null
  root_proven_at: number | null
}

/** The tables of sessions, and of the browsers and devices that had one. */
export interface SessionTables {
  sessions: {
    id: string
    token_hash: string
    previous_token_hash: string | null
    account_id: string
    created_at: number
    last_seen_at: number
    /** When a sweep looks whether it was used since. */
    due_at: Generated<number>
    proven_at: number
    previous_proven_at: number | null
    mobile_proven_at: number | null
    email_proven_at: number | null
    password_proven_at: number | null
    address: string
    client: string
    way: SessionRecord['way']
    /** The identity as which the session acts, where it chose one. */
    identity_id: Generated<string | null>
    /** When the session got its present token without a new proof. */
    renewed_at: Generated<number | null>
    generation: Generated<number>
  } & OriginColumns
  known_browsers: {
    token_hash: string
    account_id: string
    session_id: string
    signed_in_at: number
    expires_at: number
    client_address: Generated<string>
  }
  remembered_accounts: {
    id: string
    family_hash: string
    token_hash: string
    previous_hash: string | null
    account_id: string
    session_id: string
    /** The client address of the last use. */
    address: string
    client: string
    proven_at: number
    last_used_at: number
    expires_at: number
  } & OriginColumns
}

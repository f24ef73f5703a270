import type { Generated, Kysely, Transaction } from 'kysely'
import type { ActivityEntry } from '../accounts/activity/activity-store'
import type { Guard } from '../accounts/changes/guard-store'
import type { MethodChange } from '../accounts/changes/history-store'
import type { PictureRecord } from '../accounts/pictures/picture-store'
import type { SessionTables } from '../accounts/session-tables'
import type { OpenTables } from '../applications/open-tables'
import type { ServiceTables } from '../applications/service-tables'
import type { OrganisationTables } from '../organisations/organisation-tables'
import type { QrTables } from '../sign-in/qr-tables'

/** The tables, in types that both databases have. Times are milliseconds since the epoch, and switches are 0 or 1. */
export interface Schema extends SessionTables, OrganisationTables, ServiceTables, OpenTables, QrTables {
  accounts: {
    id: string
    account_type: number
    password_hash: string | null
    password_chosen_at: number | null
    earlier_password_hash: string | null
    earlier_password_taken_at: number | null
    language: string
    created_at: number
    last_used_at: Generated<number>
    birthday: string | null
    username_is_chosen: Generated<number>
    avatar: string | null
    background: string | null
    erase_at: number | null
    erasing_until: number | null
    erasure_attempts: Generated<number>
    time_zone: string | null
    terms_version: string | null
    /** Sessions of an earlier generation are over. */
    session_generation: Generated<number>
    /** Whether a sweep has such sessions to delete. */
    has_ended_sessions: Generated<number>
    frozen_at: number | null
    frozen_reason: string | null
  }
  identifiers: {
    kind: 'mobile' | 'email' | 'username'
    value: string
    account_id: string
    bound_at: number
    skeleton: string | null
  }
  username_changes: {
    id: string
    account_id: string
    username: string
    skeleton: string
    changed_at: number
  }
  held_usernames: {
    account_id: string
    username: string
    skeleton: string
    held_at: number
  }
  email_claims: {
    account_id: string
    email: string
    claimed_at: number
  }
  codes: {
    channel: string
    target: string
    purpose: number
    asker: string
    by_known_browser: number
    key: string
    hash: string
    created_at: number
    expires_at: number
    tries_left: number
    unnamed_tries_left: number
    used_at: number | null
  }
  tickets: {
    hash: string
    purpose: string
    account_id: string | null
    session_id: string | null
    value: string
    address: string | null
    created_at: number
    expires_at: number
    used_at: number | null
  }
  activity: {
    id: string
    account_id: string
    kind: ActivityEntry['kind']
    at: number
    address: string
    client: string
    detail: string
  }
  platform_bindings: {
    platform: string
    app_id: string
    openid: string
    unionid: string | null
    account_id: string
    name: string
    tenant_key: string | null
    bound_at: number
    picture: string | null
  }
  pending_changes: {
    account_id: string
    method: string
    value: string
    successor: string | null
    is_lost: number
    /** Factors, with commas. */
    asked_by: Generated<string>
    asked_at: number
    takes_effect_at: number
    attempts: Generated<number>
    next_attempt_at: number | null
  }
  sign_in_history: {
    id: string
    account_id: string
    at: number
    change: MethodChange
    /** Null: the row is older than this column. */
    username: string | null
    /** Factors, with commas. Null: nobody knows. */
    proven_by: string | null
    mobile: string | null
    mobile_bound_at: number | null
    email: string | null
    email_bound_at: number | null
    /** The third-party identities, as JSON. */
    platforms: string
    password_hash: string | null
  }
  guards: {
    account_id: string
    kind: Guard['kind']
    address: string
    bound_at: number
    since: number
    until: number
  }
  return_addresses: { handle_hash: string; address: string; expires_at: number }
  counters: { key: string; subject: string | null; count: number; expires_at: number }
  buckets: { name: string; subject: string; part: string; empty_at: number }
  guesses: { hour: number; shard: number; count: number }
  leases: { name: string; holder: string; until: number }
  nonces: { nonce: string; expires_at: number }
  nonce_memory: { memory: string; since: number }
  probes: { process: string; at: number }
  captchas: {
    id: string
    decision: Generated<string>
    subtype: string
    visitor: string
    solution: string
    spoken: string
    scene: string
    piece: string | null
    created_at: number
    expires_at: number
    tries_left: number
    solved_at: number | null
  }
  images: {
    key: string
    account_id: string
    kind: PictureRecord['kind']
    media_type: PictureRecord['mediaType']
    base64: string
    created_at: number
  }
  outbox: {
    id: string
    recipient: string
    channel: 'sms' | 'email' | 'workplace'
    purpose: string
    subject: string
    body: string
    code: string | null
    link: string | null
    language: string | null
    created_at: number
    attempts: number
    next_attempt_at: number
    delivered_at: number | null
    given_up_at: number | null
    /** One of many that were written at once. */
    is_bulk: Generated<number>
  }
}

/** A database, or a transaction on it. */
export type Connection = Kysely<Schema> | Transaction<Schema>

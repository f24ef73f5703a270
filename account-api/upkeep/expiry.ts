import { historyStaysMs } from '#account-api/accounts/changes/history'
import { usernameRule } from '#account-api/accounts/names/username'
import type { Schema } from '#account-api/database/schema'
import { idMadeAt } from '#account-api/kernel/random'
import { days, hours, minutes } from '#account-api/kernel/time'
import { batchStayMs } from '#account-api/organisations/invitation-batches/batch'
import { brakeRule } from '#account-api/verification/password-guesses/brake'
import { longestProofMinutes } from '#settings/policy/lifetimes'

/** How long a delivery to a webhook is kept, mostly as a dead letter. */
const deliveriesStayMs = days(30)

/** How long a transfer is kept after its last day. The organisation's log has it for longer. */
const transfersStayMs = days(30)

/** How long an operator key is kept after its last day, so the list shows whose it was. */
const keysStayMs = days(90)

/** How a column stores a time: in milliseconds, in hours, or as the beginning of an id made then. */
type Unit = 'ms' | 'hour' | 'id'

/** A table whose rows expire. */
export interface Expiring {
  table: keyof Schema & string
  key: readonly [string, ...string[]]
  /** The first column of an index. */
  column: string
  unit: Unit
  /** How long a row stays after the time in the column. */
  staysMs: number
  /** For rows with a use: a row stays this long after its last use, and its column is moved on. */
  used?: { column: string; staysMs: number } | undefined
}

const expiring = <Table extends keyof Schema & string>(
  table: Table,
  key: readonly [keyof Schema[Table] & string, ...(keyof Schema[Table] & string)[]],
  column: keyof Schema[Table] & string,
  { staysMs = 0, unit = 'ms', used }: Partial<Pick<Expiring, 'staysMs' | 'unit' | 'used'>> = {},
): Expiring => ({ table, key, column, unit, staysMs, used })

/** How long the operator keeps each kind of row. */
export interface Keeping {
  activityDays: number
  organisationLogDays: number
  /** The events of all acts. */
  auditDays: number
  /** Unused sessions. */
  sessionIdleDays: number
  /** Messages, delivered or not: long enough to investigate a complaint. */
  messageDays: number
  /** Invitations, after they have ended. */
  invitationDays: number
}

/** The default retention times. */
export const usualKeeping: Keeping = {
  activityDays: 180,
  organisationLogDays: 365,
  auditDays: 90,
  sessionIdleDays: 14,
  messageDays: 7,
  invitationDays: 180,
}

/** Every table whose rows expire. */
export const expiringTables = ({
  activityDays,
  organisationLogDays,
  auditDays,
  sessionIdleDays,
  messageDays,
  invitationDays,
}: Keeping): readonly Expiring[] => [
  expiring('nonces', ['nonce'], 'expires_at'),
  expiring('request_keys', ['hash'], 'expires_at'),
  // Of processes that have ended. Each start adds a row.
  expiring('probes', ['process'], 'at', { staysMs: days(1) }),
  expiring('counters', ['key'], 'expires_at'),
  expiring('buckets', ['name', 'subject', 'part'], 'empty_at'),
  expiring('guesses', ['hour', 'shard'], 'hour', { staysMs: hours(brakeRule.usualHours + 1), unit: 'hour' }),
  expiring('tickets', ['hash'], 'expires_at'),
  expiring('captchas', ['id'], 'expires_at'),
  expiring('known_browsers', ['token_hash'], 'expires_at'),
  expiring('return_addresses', ['handle_hash'], 'expires_at'),
  expiring('qr_codes', ['polling_hash'], 'expires_at'),
  expiring('remembered_accounts', ['id'], 'expires_at'),
  // A code is kept one day longer, so the second of two clicks gets its own answer.
  expiring('codes', ['key'], 'expires_at', { staysMs: days(1) }),
  expiring('sessions', ['id'], 'due_at', { used: { column: 'last_seen_at', staysMs: days(sessionIdleDays) } }),
  expiring('activity', ['id'], 'at', { staysMs: days(activityDays) }),
  expiring('username_changes', ['id'], 'changed_at', { staysMs: usernameRule.windowMs }),
  expiring('sign_in_history', ['id'], 'at', { staysMs: historyStaysMs }),
  expiring('guards', ['account_id'], 'until'),
  expiring('organisation_log', ['id'], 'at', { staysMs: days(organisationLogDays) }),
  expiring('invitations', ['id'], 'ends_at', { staysMs: days(invitationDays) }),
  expiring('invitation_lines', ['id'], 'id', { staysMs: batchStayMs, unit: 'id' }),
  // A day longer, so a batch has no lines left when it is deleted.
  expiring('invitation_batches', ['id'], 'id', { staysMs: batchStayMs + days(1), unit: 'id' }),
  expiring('join_requests', ['id'], 'ends_at'),
  expiring('transfers', ['id'], 'expires_at', { staysMs: transfersStayMs }),
  // A used ticket is kept until its proof allows no other one.
  expiring('service_tickets', ['hash'], 'expires_at', { staysMs: minutes(longestProofMinutes) }),
  expiring('site_sessions', ['hash'], 'expires_at'),
  expiring('desk_sessions', ['hash'], 'expires_at'),
  // A used code or refresh token is kept, so a second use is recognised.
  expiring('protocol_records', ['hash'], 'expires_at', { staysMs: hours(1) }),
  expiring('client_sessions', ['id'], 'expires_at'),
  expiring('operator_keys', ['id'], 'expires_at', { staysMs: keysStayMs }),
  expiring('events', ['id'], 'id', { staysMs: days(auditDays), unit: 'id' }),
  expiring('announcements', ['id'], 'ends_at', { staysMs: days(30) }),
  expiring('outbox', ['id'], 'id', { staysMs: days(messageDays), unit: 'id' }),
  expiring('webhook_deliveries', ['id'], 'id', { staysMs: deliveriesStayMs, unit: 'id' }),
]

/** Rows with a value up to this have expired. */
export const expiredUpTo = ({ unit, staysMs }: Expiring, nowMs: number): number | string => {
  const ms = nowMs - staysMs
  if (unit === 'hour') return Math.floor(ms / hours(1))
  return unit === 'ms' ? ms : ms.toString(16).padStart(12, '0').padEnd(32, 'f')
}

/** When a row with this value has expired. */
export const expiryOf = ({ unit, staysMs }: Expiring, value: number | string): number => {
  if (unit === 'hour') return Number(value) * hours(1) + staysMs
  return (unit === 'ms' ? Number(value) : idMadeAt(String(value))) + staysMs
}

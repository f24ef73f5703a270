import { sql } from 'kysely'
import type { Connection, Schema } from '#account-api/database/schema'
import { inBatches } from '#account-api/kernel/queue/batches'

/** The tables with data about an account. */
type OfAccounts = {
  [Table in keyof Schema]: 'account_id' extends keyof Schema[Table] ? Table : never
}[keyof Schema]

/** `true` exports a column. A text is the reason for leaving it out. */
type Told = true | string

const owner = 'is the account itself, the same in every row'
const derived = 'follows from the name next to it'
const cancelled = 'is empty while the person is signed in'
const frozen = 'is empty while the person is signed in; the activity has it'
const internal = 'says when the change was attempted, which is no fact about the person'
const secret = 'proves who somebody is, or what they may do'

const ended = 'says which sessions have ended'
const origins = { ancestors: true, let_in_by: true, root_way: true, root_proven_at: true } as const

/**
 * The columns in an export of each table with data about an account, and why others are left out. A missing table or
 * column does not compile.
 */
export const exported: {
  [Table in OfAccounts | 'accounts']: { [Column in keyof Schema[Table]]: Told } | string
} = {
  events: {
    id: 'identifies the event for readers of all events',
    at: true,
    call: true,
    actor: true,
    account_id: owner,
    organisation_id: true,
    target: true,
    client: true,
    outcome: true,
    reason: true,
    log_id: "identifies lines of the operator's log",
    address_hash: 'means nothing without our key; the activity has the address',
    browser: true,
    kinds: 'are in the activity',
    is_unread: 'says whether webhooks were notified of it, which is no fact about the person',
    organisation_act: 'is in the log of the organisation',
    organisation_actor: 'is in the log of the organisation',
  },
  operators: {
    account_id: owner,
    scopes: true,
    added_at: true,
    added_by: 'names another person, or a key of the operator',
    line: 'the same',
  },
  desk_sessions:
    'belong to the session that they came from, and live for hours; the activity has when the desk was entered',
  accounts: {
    id: true,
    account_type: true,
    password_hash: secret,
    password_chosen_at: true,
    password_breached_at: true,
    earlier_password_hash: secret,
    earlier_password_taken_at: true,
    language: true,
    time_zone: true,
    terms_version: true,
    name: true,
    name_key: derived,
    birthday: true,
    profile_changed_at: true,
    username_is_chosen: true,
    avatar: true,
    background: true,
    created_at: true,
    last_used_at: true,
    erase_at: cancelled,
    erasing_until: cancelled,
    erasure_attempts: cancelled,
    session_generation: ended,
    has_ended_sessions: ended,
    frozen_at: frozen,
    frozen_reason: frozen,
    authenticator_since: true,
    asks_authenticator: true,
    passkey_since: true,
    authenticator_counts_from: true,
    factor_asked_at: true,
  },
  terms_acceptances: { account_id: owner, version: true, accepted_at: true },
  authenticators: `${secret}; the account says since when it exists`,
  recovery_codes: secret,
  passkeys: {
    id: true,
    account_id: owner,
    credential_id: true,
    public_key: true,
    counter: true,
    transports: true,
    name: true,
    made_at: true,
    used_at: true,
  },
  recovery_emails: { account_id: owner, email: true, added_at: true },
  identifiers: { kind: true, value: true, skeleton: derived, account_id: owner, bound_at: true },
  username_changes: { id: true, account_id: owner, username: true, skeleton: derived, changed_at: true },
  held_usernames: { account_id: owner, username: true, skeleton: derived, held_at: true },
  email_claims: { account_id: owner, email: true, claimed_at: true },
  platform_bindings: {
    platform: true,
    app_id: true,
    openid: true,
    unionid: true,
    account_id: owner,
    name: true,
    tenant_key: true,
    bound_at: true,
    picture: true,
  },
  images: { key: true, account_id: owner, kind: true, media_type: true, base64: true, created_at: true },
  sessions: {
    id: true,
    token_hash: secret,
    previous_token_hash: secret,
    account_id: owner,
    created_at: true,
    last_seen_at: true,
    proven_at: true,
    previous_proven_at: 'belongs to a token of one minute',
    mobile_proven_at: true,
    email_proven_at: true,
    password_proven_at: true,
    authenticator_proven_at: true,
    passkey_proven_at: true,
    address: true,
    client: true,
    way: true,
    identity_id: true,
    due_at: 'says when a sweep looks at the session, which is no fact about the person',
    renewed_at: 'belongs to a token of one minute',
    generation: ended,
    device_name: true,
    ...origins,
  },
  identities: {
    id: true,
    public_id: true,
    user_public_id: true,
    organisation_id: true,
    account_id: owner,
    name: true,
    name_key: derived,
    address: true,
    is_frozen: true,
    joined_at: true,
    active_on: true,
  },
  join_requests: {
    id: true,
    public_id: true,
    organisation_id: true,
    account_id: owner,
    email: true,
    name: true,
    state: true,
    roles: true,
    asked_at: true,
    ends_at: true,
  },
  domain_joins: { id: true, organisation_id: true, account_id: owner, email: true, is_kept_out: true, at: true },
  former_members: {
    id: true,
    organisation_id: true,
    account_id: owner,
    is_frozen: true,
    removed_at: true,
    place: true,
    joined_at: true,
    address: true,
  },
  activations: 'waits until a person signs in for the first time',
  activity: { id: true, account_id: owner, kind: true, at: true, address: true, client: true, detail: true },
  tickets: `${secret}, for minutes or days`,
  known_browsers: `${secret}: its holder passes locks`,
  qr_codes: `${secret}, for minutes`,
  remembered_accounts: {
    id: true,
    account_id: owner,
    family_hash: secret,
    token_hash: secret,
    previous_hash: secret,
    session_id: true,
    address: true,
    client: true,
    device_name: true,
    proven_at: true,
    last_used_at: true,
    expires_at: true,
    ...origins,
  },
  webhook_deliveries: 'tells a client what the activity says, and is forgotten then',
  client_sessions: 'tells a client of the end of a session, and is forgotten then',
  authorisations: {
    id: true,
    account_id: owner,
    client_id: true,
    identity_id: true,
    scopes: true,
    declined: true,
    agreed_to: true,
    granted_at: true,
    granted_in: true,
    ended_at: true,
    used_at: true,
  },
  sign_in_history: {
    id: true,
    account_id: owner,
    at: true,
    change: true,
    username: true,
    proven_by: true,
    mobile: true,
    mobile_bound_at: true,
    email: true,
    email_bound_at: true,
    platforms: true,
    password_hash: secret,
    authenticator: secret,
    passkeys: 'is a copy of what the account had; its present rows are exported',
    recovery: true,
    recovery_added_at: true,
  },
  guards: {
    account_id: owner,
    kind: true,
    address: true,
    bound_at: true,
    since: true,
    until: true,
  },
  pending_changes: {
    account_id: owner,
    method: true,
    value: true,
    successor: true,
    is_lost: true,
    asked_by: true,
    asked_at: true,
    takes_effect_at: true,
    attempts: internal,
    next_attempt_at: internal,
    sent_at: true,
    // It names an operator. The request is in the activity, with its reason.
    first_operator: internal,
  },
}

export const exportStore = (connection: Connection) => ({
  /** All rows about an account, by table, the oldest first. Secrets of the account API are left out. */
  rowsOf: async (accountId: string): Promise<Record<string, Record<string, unknown>[]>> => {
    const tables = Object.entries(exported).flatMap(([table, columns]) =>
      typeof columns === 'string' ? [] : [[table, toldOf(columns)] as const],
    )
    const rows = tables.map(async ([table, columns]) => {
      const readRows = table in largeTables ? readInBatches : read
      return [table, await readRows(connection, { table, columns, accountId })]
    })
    return Object.fromEntries(await Promise.all(rows))
  },
})

export type ExportStore = ReturnType<typeof exportStore>

const toldOf = (columns: Record<string, Told>): string[] =>
  Object.entries(columns).flatMap(([column, told]) => (told === true ? [column] : []))

/** Tables that may have very many rows of one account, with the column order of their index. */
const largeTables: Record<string, readonly string[]> = { activity: ['at', 'id'], events: ['id'] }

interface Reading {
  table: string
  columns: string[]
  accountId: string
}

const readInBatches = async (connection: Connection, { table, columns, accountId }: Reading) => {
  const order = largeTables[table] ?? []
  const all: Record<string, unknown>[] = []
  const next = async (limit: number) => {
    const last = all.at(-1)
    const names = (wanted: readonly string[]) => sql.join(wanted.map((column) => sql.ref(column)))
    const after = sql`and (${names(order)}) > (${sql.join(order.map((column) => last?.[column]))})`
    const { rows } = await sql<Record<string, unknown>>`
      select ${names([...new Set([...columns, ...order])])} from ${sql.table(table)} where account_id = ${accountId}
      ${last ? after : sql``} order by ${names(order)} limit ${limit}`.execute(connection)
    all.push(...rows)
    return rows.length
  }
  await inBatches(next)
  return all.map((row) => Object.fromEntries(columns.map((column) => [column, row[column]])))
}

/** Ordered by the first exported column: an id sorts by time. */
const read = async (connection: Connection, { table, columns, accountId }: Reading) => {
  const names = columns.map((column) => sql.ref(column))
  const owned = sql.ref(table === 'accounts' ? 'id' : 'account_id')
  const { rows } = await sql<Record<string, unknown>>`
    select ${sql.join(names)} from ${sql.table(table)} where ${owned} = ${accountId} order by ${names[0]}
  `.execute(connection)
  return rows
}

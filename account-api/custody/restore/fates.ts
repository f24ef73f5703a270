import { type Kysely, sql } from 'kysely'
import type { Schema } from '#account-api/database/schema'
import { days, hours } from '#account-api/kernel/time'
import { stepAt } from '#account-api/verification/authenticators/totp'

/** How much time people get, after a restore, to stop again what they had stopped before it. */
export const heldForMs = { changes: hours(48), ends: days(3) }

export interface Moment {
  at: number
  endsSessions: boolean
}

type Database = Kysely<Schema>

type Change = (database: Database, moment: Moment) => Promise<bigint>

/** What a restore does with the rows of a table, and why. */
export type Fate =
  | { kept: string }
  | { emptied: string; onlyWith?: 'endsSessions' }
  | { changed: string; change: Change }

const erasureWaits =
  ({ table, day }: { table: 'accounts'; day: 'erase_at' } | { table: 'organisations'; day: 'closes_at' }): Change =>
  async (database, { at }) => {
    const until = at + heldForMs.ends
    const { numAffectedRows = 0n } = await sql`
      update ${sql.table(table)} set ${sql.ref(day)} = ${until}, erasing_until = null where ${sql.ref(day)} < ${until}
    `.execute(database)
    return numAffectedRows
  }

/**
 * Every table of the schema. In the backup, what was used up, ended or sent afterwards is still unused, running or
 * waiting. It must not become active again. The choices of people and operators are those at the time of the backup.
 */
export const fates: Record<keyof Schema & string, Fate> = {
  accounts: {
    changed:
      'An account that was to be erased by now waits for three more days: its person may have restored it since.',
    change: erasureWaits({ table: 'accounts', day: 'erase_at' }),
  },
  terms_acceptances: { kept: 'People who have accepted terms since are asked again.' },
  authenticators: {
    changed: 'Codes from before the restore are used up, because some were used since the backup.',
    change: (database, { at }) =>
      rowsOf(
        database
          .updateTable('authenticators')
          .set({ last_step: stepAt(at) })
          .where('last_step', '<', stepAt(at)),
      ),
  },
  imported_hash_kinds: { kept: 'As at the time of the backup.' },
  recovery_codes: { kept: 'Those that were used since work again. Without them people could not sign in.' },
  passkeys: { kept: "A counter may be lower than the device's, which does not cause a refusal." },
  recovery_emails: { kept: 'As at the time of the backup.' },
  identifiers: { kept: 'As at the time of the backup.' },
  username_changes: { kept: 'They count for a limit.' },
  held_usernames: { kept: 'They wait for a review, again.' },
  email_claims: { kept: 'As at the time of the backup.' },
  activity: { kept: 'What people saw at that time.' },
  platform_bindings: { kept: 'As at the time of the backup.' },
  pending_changes: {
    changed: 'A change that would take effect by now waits for 48 more hours: it may have been stopped since.',
    change: (database, { at }) =>
      rowsOf(
        database
          .updateTable('pending_changes')
          .set({ takes_effect_at: at + heldForMs.changes, next_attempt_at: null, attempts: 0 })
          .where('takes_effect_at', '<', at + heldForMs.changes),
      ),
  },
  sign_in_history: { kept: 'With it, a change that a message reported can be undone.' },
  guards: { kept: 'They protect an address, until their own end.' },
  images: { kept: 'As at the time of the backup.' },
  sessions: {
    emptied: 'Some have ended since, for example on a stolen device or of an account that was frozen.',
    onlyWith: 'endsSessions',
  },
  known_browsers: { kept: 'They have no rights.' },
  remembered_accounts: {
    emptied: 'A device token changes at each use. An older one that was used since counts as stolen.',
  },
  open_clients: { kept: 'A secret that was replaced since is the older one again.' },
  client_icons: { kept: 'As at the time of the backup.' },
  authorisations: { kept: 'Authorisations that were taken back since exist again, but without tokens.' },
  protocol_records: {
    emptied: 'Codes, requests and refresh tokens that were used or ended since would be valid again.',
  },
  client_sessions: { kept: 'Clients are notified of sessions that the restore has ended.' },
  signing_keys: { kept: 'Tokens that they have signed still have to be verified.' },
  imported_people: { kept: 'A repeated import skips people who were imported before the backup.' },
  operator_keys: { emptied: 'A key that was revoked since would be valid again. The command line makes new ones.' },
  operators: { emptied: 'A role that was removed since would be back. The command line gives it again.' },
  desk_sessions: { emptied: 'Sessions at the desk that have ended since would be valid again.' },
  applications: { kept: 'As at the time of the backup.' },
  services: { kept: 'As at the time of the backup.' },
  open_apis: { kept: 'As at the time of the backup.' },
  protected_sites: { kept: 'As at the time of the backup.' },
  site_sessions: {
    changed: 'Tickets that were used since would be valid again. Sessions at sites end with those that they come from.',
    change: (database) => rowsOf(database.deleteFrom('site_sessions').where('challenge', 'is not', null)),
  },
  service_tickets: {
    changed: 'Tickets that were used since would be valid again. Used ones notify services of ended sessions.',
    change: (database) => rowsOf(database.deleteFrom('service_tickets').where('spent_at', 'is', null)),
  },
  tickets: { emptied: 'Tickets that were used since would be valid again. They live for minutes.' },
  counters: { kept: 'They limit, and count what came before the backup.' },
  buckets: { kept: 'They limit, and count what came before the backup.' },
  nonces: { emptied: 'Requests of that time are too old to be accepted.' },
  nonce_memory: { emptied: 'The memory of nonces restarts, and earlier requests are refused.' },
  announcements: { kept: 'As at the time of the backup. They end at their own time.' },
  events: {
    changed: 'They are the acts until the backup. Webhooks have got them already.',
    change: (database) =>
      rowsOf(database.updateTable('events').set({ is_unread: 0 }).where(sql<boolean>`is_unread = 1`)),
  },
  webhooks: {
    changed:
      'All are switched off, because some were removed since, or have another secret. An operator switches them on.',
    change: (database, { at }) =>
      rowsOf(
        database
          .updateTable('webhooks')
          .set({ disabled_at: at, disabled_because: 'restored', due_at: null, busy_until: 0, holder: null })
          .where('disabled_at', 'is', null),
      ),
  },
  webhook_deliveries: { emptied: 'Waiting deliveries were made or given up since: nothing is sent again.' },
  outbox: {
    changed: 'Waiting messages were delivered or given up since: nothing is sent again.',
    change: (database, { at }) =>
      rowsOf(
        database
          .updateTable('outbox')
          .set({ given_up_at: at, subject: '', body: '', code: null, link: null })
          .where('delivered_at', 'is', null)
          .where('given_up_at', 'is', null),
      ),
  },
  organisations: {
    changed: 'One that was to be erased by now waits for three more days: its manager may have reopened it since.',
    change: erasureWaits({ table: 'organisations', day: 'closes_at' }),
  },
  organisation_logos: { kept: 'As at the time of the backup.' },
  rule_notices: { kept: 'A rule binds members. Two notices are better than none.' },
  identities: { kept: 'As at the time of the backup.' },
  former_members: { kept: 'As at the time of the backup.' },
  organisation_managers: { kept: 'As at the time of the backup.' },
  roles: { kept: 'As at the time of the backup.' },
  name_parts: { kept: 'They belong to the names of members.' },
  invitation_name_parts: { kept: 'They belong to the names of invitations.' },
  identity_roles: { kept: 'As at the time of the backup.' },
  invitation_answers: { emptied: 'Inviters were notified of these answers, and would be notified again.' },
  invitations: { kept: 'People who accepted one since are no longer members, and can accept it again.' },
  invitation_batches: {
    changed: 'A list whose people were being invited stops: some of them have got their invitation since.',
    change: (database) =>
      rowsOf(
        database
          .updateTable('invitation_batches')
          .set({ state: 'stopped', work_at: null })
          .where('state', '=', 'sending'),
      ),
  },
  invitation_lines: { kept: 'They say who was invited by then.' },
  activations: { kept: 'Until their own end.' },
  transfers: {
    changed: 'A request to become the manager ends: it may have been withdrawn since. It can be asked again.',
    change: (database, { at }) =>
      rowsOf(
        database.updateTable('transfers').set({ state: 'withdrawn', ended_at: at }).where('state', '=', 'pending'),
      ),
  },
  mail_domains: { kept: 'Their proofs are checked again within a day.' },
  domain_joins: { kept: 'As at the time of the backup.' },
  join_requests: { kept: 'Those that were answered since wait again.' },
  organisation_log: { kept: 'What administrators saw at that time.' },
  return_addresses: { emptied: 'They live for minutes.' },
  request_keys: { emptied: 'They live for minutes.' },
  qr_codes: { emptied: 'Those that were used since would be valid again. They live for minutes.' },
  codes: { emptied: 'Codes that were used since would be valid again. They live for minutes.' },
  guesses: { kept: 'They limit, and count what came before the backup.' },
  captchas: { emptied: 'Those that were solved since would be valid again. They live for minutes.' },
  leases: { emptied: 'Of processes that have ended.' },
  probes: { emptied: 'Of processes that have ended.' },
}

interface Statement {
  executeTakeFirst(): Promise<object | undefined>
}

/** How many rows a statement has changed or deleted. */
const rowsOf = async (statement: Statement): Promise<bigint> => {
  const done = (await statement.executeTakeFirst()) as { numUpdatedRows?: bigint; numDeletedRows?: bigint } | undefined
  return done?.numUpdatedRows ?? done?.numDeletedRows ?? 0n
}

/** Empties a table, or changes its rows. @returns how many rows */
export const meet = async (
  database: Database,
  { table, moment }: { table: keyof Schema & string; moment: Moment },
): Promise<bigint> => {
  const fate: Fate = fates[table]
  if ('change' in fate) return fate.change(database, moment)
  if ('kept' in fate || (fate.onlyWith && !moment[fate.onlyWith])) return 0n
  return rowsOf(database.deleteFrom(table))
}

import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { Kysely } from 'kysely'
import { type Logger, pino } from 'pino'
import { accountStore } from '../accounts/account/account-store'
import { authenticatorStore } from '../accounts/account/authenticator-store'
import { passkeyStore } from '../accounts/account/passkey-store'
import { activityStore } from '../accounts/activity/activity-store'
import { knownBrowserStore } from '../accounts/browsers/known-browser-store'
import { guardStore } from '../accounts/changes/guard-store'
import { historyStore } from '../accounts/changes/history-store'
import { usernameStore } from '../accounts/names/username-store'
import { pendingChangeStore } from '../accounts/pending-changes/pending-change-store'
import { pictureStore } from '../accounts/pictures/picture-store'
import { platformStore } from '../accounts/platforms/platform-store'
import { recoveryEmailStore } from '../accounts/recovery-email/recovery-email-store'
import { rememberedStore } from '../accounts/sessions/remembered-store'
import { sessionStore } from '../accounts/sessions/session-store'
import { standingStore } from '../accounts/standing/standing-store'
import { termsStore } from '../accounts/terms/terms-store'
import { apiStore } from '../applications/apis/api-store'
import { applicationStore } from '../applications/applications/application-store'
import { openClientStore } from '../applications/clients/client-store'
import { authorisationStore } from '../applications/grants/authorisation-store'
import { clientSessionStore } from '../applications/grants/client-session-store'
import { protocolStore } from '../applications/grants/protocol-store'
import { signingKeyStore } from '../applications/grants/signing-key-store'
import { serviceStore } from '../applications/services/service-store'
import { serviceTicketStore } from '../applications/services/service-ticket-store'
import { siteSessionStore } from '../applications/sites/site-session-store'
import { siteStore } from '../applications/sites/site-store'
import { cancellationStore } from '../closing/cancellation/cancellation-store'
import { exportStore } from '../closing/export/export-store'
import { migratePostgres, migrateSqlite } from '../database/migrate'
import { migrations } from '../database/migrations'
import { areLimited, settingsInForce } from '../database/pooler'
import { limitsOf, type PostgresLimits, postgresDialect, postgresLimits as usualLimits } from '../database/postgres'
import { repeatedTransaction } from '../database/repeated-transaction'
import type { Connection, Schema } from '../database/schema'
import { sqliteDialect } from '../database/sqlite'
import { lockFiles } from '../database/sqlite-lock'
import { announcementStore } from '../kernel/announcements/announcement-store'
import { auditLine, type WriteAudit } from '../kernel/events/audit-line'
import { eventOf } from '../kernel/events/event'
import { eventStore } from '../kernel/events/event-store'
import { withActs, withEvent } from '../kernel/events/in-transaction'
import type { UpkeepStore } from '../kernel/jobs/upkeep-store'
import { bucketStore } from '../kernel/limits/bucket-store'
import { counterStore } from '../kernel/limits/counter-store'
import { tryStore } from '../kernel/limits/try-store'
import { nonceStore } from '../kernel/nonces/nonce-store'
import { outboxStore } from '../kernel/outbox/outbox-store'
import { undeliveredStore } from '../kernel/outbox/undelivered-store'
import { requestKeyStore } from '../kernel/request-keys/request-key-store'
import { ticketStore } from '../kernel/tickets/ticket-store'
import { peopleStore } from '../moving/people/people-store'
import { deskSessionStore } from '../operator/desk/desk-session-store'
import { operatorStore } from '../operator/desk/operator-store'
import { operatorKeyStore } from '../operator/keys/key-store'
import { searchStore } from '../operator/people/search-store'
import type { Storage, Transaction } from '../operator/service'
import { deliveryStore } from '../operator/webhooks/delivery-store'
import { turnStore } from '../operator/webhooks/turn-store'
import { webhookStore } from '../operator/webhooks/webhook-store'
import { activationStore } from '../organisations/activation/activation-store'
import { closingStore } from '../organisations/closing/closing-store'
import { answerStore } from '../organisations/invitation-answers/answer-store'
import { invitationBatchStore } from '../organisations/invitation-batches/batch-store'
import { invitationStore } from '../organisations/invitations/invitation-store'
import { joinRequestStore } from '../organisations/mail-domains/join-request-store'
import { mailDomainStore } from '../organisations/mail-domains/mail-domain-store'
import { memberStore } from '../organisations/members/member-store'
import { countStore } from '../organisations/organisation/count-store'
import { organisationLogStore } from '../organisations/organisation/log/log-store'
import { identityStore } from '../organisations/records/identity-store'
import { organisationStore } from '../organisations/records/organisation-store'
import { roleStore } from '../organisations/records/role-store'
import { ruleNoticeStore } from '../organisations/sign-in-rules/rule-notice-store'
import { transferStore } from '../organisations/transfers/transfer-store'
import { returnAddressStore } from '../sign-in/host-app/return-address-store'
import { qrCodeStore } from '../sign-in/qr-codes/qr-code-store'
import { keepingOfRows, sweepMonths } from '../upkeep/activity-months'
import { type Keeping, usualKeeping } from '../upkeep/expiry'
import { overdue } from '../upkeep/overdue'
import { sweep } from '../upkeep/sweep'
import { captchaStore } from '../verification/captchas/captcha-store'
import { codeStore } from '../verification/codes/code-store'
import { importedHashStore } from '../verification/hashing/imported-hash-store'
import { guessStore } from '../verification/password-guesses/guess-store'
import { actMarks } from './act-marks'
import { statementLog } from './statement-log'

export interface OpenStorage extends Storage, UpkeepStore {
  /**
   * Brings the schema up to date, under a lock.
   * @throws UnknownMigrations
   */
  migrate(): Promise<void>
  /** False where PostgreSQL lets a statement, or a transaction without one, take longer than it is to. */
  hasLimits(): Promise<boolean>
  /** Writes one row of this process. Throws when the database takes no write. */
  probe(): Promise<void>
  close(): Promise<void>
}

export const sqliteFile = 'butterfly.db'

/** The files of SQLite in the data directory. */
export const sqliteFiles = [sqliteFile, `${sqliteFile}-wal`, `${sqliteFile}-shm`, ...lockFiles]

/** Opens PostgreSQL if a URL is given, otherwise the SQLite file in the data directory. */
export const openStorage = ({
  databaseUrl,
  directUrl = databaseUrl,
  dataDir,
  log = pino({ level: 'silent' }),
  signatureClock = Date.now,
  postgresLimits = usualLimits,
  keeping = usualKeeping,
  audit = () => undefined,
}: {
  databaseUrl?: string | undefined
  /** The same database without the pooler in front of it, for migrations. */
  directUrl?: string | undefined
  dataDir: string
  log?: Logger
  /** The clock that checks signatures. */
  signatureClock?: () => number
  postgresLimits?: PostgresLimits
  keeping?: Keeping
  /** Takes the acts of jobs, which no call reports. */
  audit?: WriteAudit
}): OpenStorage => {
  const dialect = databaseUrl
    ? postgresDialect(databaseUrl, postgresLimits)
    : sqliteDialect(join(dataDir, sqliteFile), log)
  const database = new Kysely<Schema>({ dialect, log: statementLog(log) })
  // SQLite keeps nonces in memory. A signature's time has whole seconds, so this second counts as remembered.
  const noncesSince = databaseUrl ? 0 : Math.floor(signatureClock() / 1000) * 1000
  const process = randomUUID()
  const stores = (connection: Connection) => storesOf(connection, { rememberedSince: noncesSince, signatureClock })
  const transaction: OpenStorage['transaction'] = async (work) => {
    const inOne = { isTransaction: true } as const
    const { result, written } = await repeatedTransaction(() =>
      database.transaction().execute((one) => withEvent({ ...stores(one), ...inOne }, actMarks, work)),
    )
    if (written) written.isWritten = true
    if (written?.actor === 'system') audit(auditLine(eventOf(written, 'ok'), { clientAddress: '' }))
    return result
  }
  return {
    ...withActs(stores(database), actMarks, transaction),
    transaction,
    migrate: () =>
      databaseUrl
        ? migratePostgres(directUrl ?? databaseUrl, { migrations, log, timeoutMs: postgresLimits.timeoutMs })
        : migrateSqlite(database as Kysely<unknown>, { migrations, log }),
    // One process opens a SQLite file.
    sweep: (nowMs, sweeping) => (databaseUrl ? sweepMonths : sweep)(database, nowMs, { keeping, ...sweeping }),
    overdue: (nowMs) => overdue(database, nowMs, databaseUrl ? keepingOfRows(keeping) : keeping),
    hasLimits: async () =>
      !databaseUrl || areLimited(await settingsInForce(database as Kysely<unknown>), limitsOf(postgresLimits)),
    probe: () => writeProbe(database, process),
    close: () => database.destroy(),
  }
}

const writeProbe = async (connection: Connection, process: string): Promise<void> => {
  const at = Date.now()
  await connection
    .insertInto('probes')
    .values({ process, at })
    .onConflict((conflict) => conflict.column('process').doUpdateSet({ at }))
    .execute()
}

const storesOf = (
  connection: Connection,
  nonces: Parameters<typeof nonceStore>[1],
): Omit<Transaction, 'isTransaction'> => ({
  accounts: accountStore(connection),
  standing: standingStore(connection),
  terms: termsStore(connection),
  codes: codeStore(connection),
  tickets: ticketStore(connection),
  usernames: usernameStore(connection),
  sessions: sessionStore(connection),
  activations: activationStore(connection),
  activity: activityStore(connection),
  counters: counterStore(connection),
  buckets: bucketStore(connection),
  guesses: guessStore(connection),
  importedHashes: importedHashStore(connection),
  tries: tryStore(connection),
  nonces: nonceStore(connection, nonces),
  requestKeys: requestKeyStore(connection),
  captchas: captchaStore(connection),
  pictures: pictureStore(connection),
  outbox: outboxStore(connection),
  events: eventStore(connection),
  undelivered: undeliveredStore(connection),
  announcements: announcementStore(connection),
  exports: exportStore(connection),
  knownBrowsers: knownBrowserStore(connection),
  platforms: platformStore(connection),
  pendingChanges: pendingChangeStore(connection),
  cancellations: cancellationStore(connection),
  history: historyStore(connection),
  guards: guardStore(connection),
  authenticators: authenticatorStore(connection),
  passkeys: passkeyStore(connection),
  recoveryEmails: recoveryEmailStore(connection),
  returnAddresses: returnAddressStore(connection),
  qrCodes: qrCodeStore(connection),
  organisations: organisationStore(connection),
  identities: identityStore(connection),
  members: memberStore(connection),
  roles: roleStore(connection),
  counts: countStore(connection),
  organisationLog: organisationLogStore(connection),
  invitations: invitationStore(connection),
  invitationAnswers: answerStore(connection),
  invitationBatches: invitationBatchStore(connection),
  transfers: transferStore(connection),
  closings: closingStore(connection),
  mailDomains: mailDomainStore(connection),
  ruleNotices: ruleNoticeStore(connection),
  joinRequests: joinRequestStore(connection),
  applications: applicationStore(connection),
  services: serviceStore(connection),
  serviceTickets: serviceTicketStore(connection),
  sites: siteStore(connection),
  apis: apiStore(connection),
  siteSessions: siteSessionStore(connection),
  remembered: rememberedStore(connection),
  openClients: openClientStore(connection),
  authorisations: authorisationStore(connection),
  protocol: protocolStore(connection),
  signingKeys: signingKeyStore(connection),
  clientSessions: clientSessionStore(connection),
  operatorKeys: operatorKeyStore(connection),
  operators: operatorStore(connection),
  deskSessions: deskSessionStore(connection),
  webhooks: webhookStore(connection),
  turns: turnStore(connection),
  deliveries: deliveryStore(connection),
  search: searchStore(connection),
  importedPeople: peopleStore(connection),
})

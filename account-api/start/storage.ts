import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { Kysely } from 'kysely'
import { type Logger, pino } from 'pino'
import { accountStore } from '#account-api/accounts/account/account-store'
import { activityStore } from '#account-api/accounts/activity/activity-store'
import { announcementStore } from '#account-api/accounts/announcements/announcement-store'
import { knownBrowserStore } from '#account-api/accounts/browsers/known-browser-store'
import { guardStore } from '#account-api/accounts/changes/guard-store'
import { historyStore } from '#account-api/accounts/changes/history-store'
import { authenticatorStore } from '#account-api/accounts/methods/authenticator-store'
import { passkeyStore } from '#account-api/accounts/methods/passkey-store'
import { usernameStore } from '#account-api/accounts/names/username-store'
import { pendingChangeStore } from '#account-api/accounts/pending-changes/pending-change-store'
import { pictureStore } from '#account-api/accounts/pictures/picture-store'
import { platformStore } from '#account-api/accounts/platforms/platform-store'
import { recoveryEmailStore } from '#account-api/accounts/recovery-email/recovery-email-store'
import { rememberedStore } from '#account-api/accounts/sessions/remembered-store'
import { sessionStore } from '#account-api/accounts/sessions/session-store'
import { standingStore } from '#account-api/accounts/standing/standing-store'
import { termsStore } from '#account-api/accounts/terms/terms-store'
import { apiStore } from '#account-api/applications/apis/api-store'
import { openClientStore } from '#account-api/applications/clients/client-store'
import { authorisationStore } from '#account-api/applications/grants/authorisation-store'
import { clientSessionStore } from '#account-api/applications/grants/client-session-store'
import { protocolStore } from '#account-api/applications/grants/protocol-store'
import { signingKeyStore } from '#account-api/applications/grants/signing-key-store'
import { serviceStore } from '#account-api/applications/services/service-store'
import { serviceTicketStore } from '#account-api/applications/services/service-ticket-store'
import { applicationStore } from '#account-api/applications/share/application-store'
import { siteSessionStore } from '#account-api/applications/sites/site-session-store'
import { siteStore } from '#account-api/applications/sites/site-store'
import { cancellationStore } from '#account-api/closing/cancellation/cancellation-store'
import { exportStore } from '#account-api/closing/export/export-store'
import { migratePostgres, migrateSqlite } from '#account-api/database/migrate'
import { migrations } from '#account-api/database/migrations/index'
import { areLimited, settingsInForce } from '#account-api/database/pooler'
import {
  limitsOf,
  type PostgresLimits,
  postgresDialect,
  postgresLimits as usualLimits,
} from '#account-api/database/postgres'
import { repeatedTransaction } from '#account-api/database/repeated-transaction'
import type { Connection, Schema } from '#account-api/database/schema'
import { sqliteDialect } from '#account-api/database/sqlite'
import { lockFiles } from '#account-api/database/sqlite-lock'
import { auditLine, type WriteAudit } from '#account-api/kernel/events/audit-line'
import { eventOf } from '#account-api/kernel/events/event'
import { eventStore } from '#account-api/kernel/events/event-store'
import { writeEvent } from '#account-api/kernel/events/mark'
import { bucketStore } from '#account-api/kernel/limits/bucket-store'
import { counterStore } from '#account-api/kernel/limits/counter-store'
import { tryStore } from '#account-api/kernel/limits/try-store'
import { nonceStore } from '#account-api/kernel/nonces/nonce-store'
import { outboxStore } from '#account-api/kernel/outbox/outbox-store'
import { undeliveredStore } from '#account-api/kernel/outbox/undelivered-store'
import { requestKeyStore } from '#account-api/kernel/request-keys/request-key-store'
import { ticketStore } from '#account-api/kernel/tickets/ticket-store'
import { peopleStore } from '#account-api/moving/people/people-store'
import { deskSessionStore } from '#account-api/operator/desk/desk-session-store'
import { operatorStore } from '#account-api/operator/desk/operator-store'
import { operatorKeyStore } from '#account-api/operator/keys/key-store'
import { searchStore } from '#account-api/operator/people/search-store'
import type { Deployment, Storage, Transaction } from '#account-api/operator/service'
import { deliveryStore } from '#account-api/operator/webhooks/delivery-store'
import { turnStore } from '#account-api/operator/webhooks/turn-store'
import { webhookStore } from '#account-api/operator/webhooks/webhook-store'
import { activationStore } from '#account-api/organisations/activation/activation-store'
import { closingStore } from '#account-api/organisations/closing/closing-store'
import { answerStore } from '#account-api/organisations/invitation-answers/answer-store'
import { invitationBatchStore } from '#account-api/organisations/invitation-batches/batch-store'
import { invitationStore } from '#account-api/organisations/invitations/invitation-store'
import { joinRequestStore } from '#account-api/organisations/mail-domains/join-request-store'
import { mailDomainStore } from '#account-api/organisations/mail-domains/mail-domain-store'
import { memberListStore } from '#account-api/organisations/members/member-list-store'
import { countStore } from '#account-api/organisations/organisation/count-store'
import { organisationLogStore } from '#account-api/organisations/organisation/log/log-store'
import { memberStore } from '#account-api/organisations/records/member-store'
import { organisationStore } from '#account-api/organisations/records/organisation-store'
import { roleStore } from '#account-api/organisations/records/role-store'
import { ruleNoticeStore } from '#account-api/organisations/sign-in-rules/rule-notice-store'
import { transferStore } from '#account-api/organisations/transfers/transfer-store'
import { returnAddressStore } from '#account-api/sign-in/host-app/return-address-store'
import { qrCodeStore } from '#account-api/sign-in/qr-codes/qr-code-store'
import { keepingOfRows, sweepMonths } from '#account-api/upkeep/activity-months'
import { type Keeping, usualKeeping } from '#account-api/upkeep/expiry'
import { overdue } from '#account-api/upkeep/overdue'
import { sweep } from '#account-api/upkeep/sweep'
import type { UpkeepStore } from '#account-api/upkeep/upkeep-store'
import { captchaStore } from '#account-api/verification/captchas/captcha-store'
import { codeStore } from '#account-api/verification/codes/code-store'
import { importedHashStore } from '#account-api/verification/hashing/imported-hash-store'
import { guessStore } from '#account-api/verification/password-guesses/guess-store'
import { statementLog } from './statement-log'

export interface OpenStorage extends Storage, UpkeepStore {
  /**
   * Brings the schema up to date, under a lock.
   * @throws UnknownMigrations
   */
  migrate(): Promise<void>
  /** False if PostgreSQL lets a statement, or an idle transaction, take longer than configured. */
  hasLimits(): Promise<boolean>
  /** Writes one row of this process. Throws when the database takes no writes. */
  probe(): Promise<void>
  close(): Promise<void>
}

/** A storage without its deployment. */
export type BareStorage = Omit<OpenStorage, 'deployment' | 'transaction'> & {
  transaction<Result>(work: (stores: Omit<Transaction, 'deployment'>) => Promise<Result>): Promise<Result>
}

/** The storage for the rules of a deployment. */
export const storageWith = (deployment: Deployment, opened: BareStorage): OpenStorage => ({
  ...opened,
  deployment,
  transaction: (work) => opened.transaction((stores) => work({ ...stores, deployment })),
})

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
  /** The URL of the same database without the pooler, for migrations. */
  directUrl?: string | undefined
  dataDir: string
  log?: Logger
  signatureClock?: () => number
  postgresLimits?: PostgresLimits
  keeping?: Keeping
  /** Receives the acts of jobs, which no call reports. */
  audit?: WriteAudit
}): BareStorage => {
  const dialect = databaseUrl
    ? postgresDialect(databaseUrl, postgresLimits)
    : sqliteDialect(join(dataDir, sqliteFile), log)
  const database = new Kysely<Schema>({ dialect, log: statementLog(log) })
  // SQLite keeps nonces in memory. A signature's time has whole seconds, so this second counts as remembered.
  const noncesSince = databaseUrl ? 0 : Math.floor(signatureClock() / 1000) * 1000
  const process = randomUUID()
  const stores = (connection: Connection) => storesOf(connection, { rememberedSince: noncesSince, signatureClock })
  const transaction: BareStorage['transaction'] = async (work) => {
    const { result, written } = await repeatedTransaction(() =>
      database.transaction().execute(async (one) => {
        const inOne = { ...stores(one), marks: [] }
        const result = await work(inOne)
        return { result, written: await writeEvent(inOne, result) }
      }),
    )
    if (written) written.isWritten = true
    if (written?.actor === 'system') audit(auditLine(eventOf(written, 'ok'), { clientAddress: '' }))
    return result
  }
  return {
    ...stores(database),
    transaction,
    migrate: () =>
      databaseUrl
        ? migratePostgres(directUrl ?? databaseUrl, { migrations, log, timeoutMs: postgresLimits.timeoutMs })
        : migrateSqlite(database as Kysely<unknown>, { migrations, log }),
    // Only one process opens a SQLite file.
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
): Omit<Transaction, 'marks' | 'deployment'> => ({
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
  members: memberStore(connection),
  memberLists: memberListStore(connection),
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

import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { Kysely } from 'kysely'
import { type Logger, pino } from 'pino'
import type { Storage, Transaction } from '../kernel/stores'
import type { UpkeepStore } from '../kernel/jobs/upkeep-store'
import { accountStore } from '../accounts/account/account-sql'
import { activationStore } from '../organisations/activation/activation-sql'
import { keepingOfRows, sweepMonths } from '../accounts/activity/activity-months'
import { activityStore } from '../accounts/activity/activity-sql'
import { applicationStore } from '../applications/applications/application-sql'
import { authorisationStore } from '../applications/requests/authorisation-sql'
import { bucketStore } from '../kernel/limits/bucket-sql'
import { cancellationStore } from '../closing/cancellation/cancellation-sql'
import { captchaStore } from '../verification/captchas/captcha-sql'
import { clientSessionStore } from '../applications/requests/client-session-sql'
import { closingStore } from '../organisations/closing/closing-sql'
import { codeStore } from '../verification/codes/code-sql'
import { counterStore } from '../kernel/limits/counter-sql'
import { type Keeping, usualKeeping } from '../database/expiry'
import { exportStore } from '../closing/export/export-sql'
import { guardStore } from '../accounts/changes/guard-sql'
import { guessStore } from '../verification/password-guesses/guess-sql'
import { historyStore } from '../accounts/changes/history-sql'
import { identityStore } from '../organisations/records/identity-sql'
import { invitationBatchStore } from '../organisations/invitation-batches/batch-sql'
import { invitationStore } from '../organisations/invitations/invitation-sql'
import { knownBrowserStore } from '../accounts/browsers/known-browser-sql'
import { mailDomainStore } from '../organisations/mail-domains/mail-domain-sql'
import { memberStore } from '../organisations/members/member-sql'
import { migratePostgres, migrateSqlite } from '../database/migrate'
import { migrations } from '../database/migrations'
import { nonceStore } from '../kernel/nonces/nonce-sql'
import { openClientStore } from '../applications/clients/client-sql'
import { organisationLogStore } from '../organisations/organisation/log-sql'
import { organisationStore } from '../organisations/records/organisation-sql'
import { outboxStore } from '../kernel/outbox/outbox-sql'
import { overdue } from '../database/overdue'
import { pendingChangeStore } from '../accounts/pending-changes/pending-change-sql'
import { pictureStore } from '../accounts/pictures/picture-sql'
import { platformStore } from '../accounts/account/platform-sql'
import { type PostgresLimits, postgresDialect } from '../database/postgres'
import { protocolStore } from '../applications/requests/protocol-sql'
import { qrCodeStore } from '../sign-in/qr-codes/qr-code-sql'
import { rememberedStore } from '../sign-in/remembered/remembered-sql'
import { repeatedTransaction } from '../database/repeated-transaction'
import { returnAddressStore } from '../sign-in/host-app/return-address-sql'
import { roleStore } from '../organisations/records/role-sql'
import type { Connection, Schema } from '../database/schema'
import { serviceStore } from '../applications/services/service-sql'
import { serviceTicketStore } from '../applications/services/service-ticket-sql'
import { sessionStore } from '../accounts/sessions/session-sql'
import { signingKeyStore } from '../applications/requests/signing-key-sql'
import { sqliteDialect } from '../database/sqlite'
import { lockFiles } from '../database/sqlite-lock'
import { statementLog } from '../database/statement-log'
import { sweep } from '../database/sweep'
import { ticketStore } from '../kernel/tickets/ticket-sql'
import { transferStore } from '../organisations/transfers/transfer-sql'
import { tryStore } from '../kernel/limits/try-sql'
import { usernameStore } from '../accounts/names/username-sql'

export interface OpenStorage extends Storage, UpkeepStore {
  /**
   * Brings the schema up to date, under a lock.
   * @throws NewerDatabase
   */
  migrate(): Promise<void>
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
  dataDir,
  log = pino({ level: 'silent' }),
  signatureClock = Date.now,
  postgresLimits,
  keeping = usualKeeping,
}: {
  databaseUrl?: string | undefined
  dataDir: string
  log?: Logger
  /** The clock that checks signatures. */
  signatureClock?: () => number
  postgresLimits?: PostgresLimits
  keeping?: Keeping
}): OpenStorage => {
  const dialect = databaseUrl
    ? postgresDialect(databaseUrl, postgresLimits)
    : sqliteDialect(join(dataDir, sqliteFile), log)
  const database = new Kysely<Schema>({ dialect, log: statementLog(log) })
  // SQLite keeps nonces in memory. A signature's time has whole seconds, so this second counts as remembered.
  const noncesSince = databaseUrl ? 0 : Math.floor(signatureClock() / 1000) * 1000
  const process = randomUUID()
  const stores = (connection: Connection) => storesOf(connection, { rememberedSince: noncesSince, signatureClock })
  return {
    ...stores(database),
    transaction: (work) =>
      repeatedTransaction(() => database.transaction().execute((transaction) => work(stores(transaction)))),
    migrate: () =>
      databaseUrl
        ? migratePostgres(databaseUrl, { migrations, log })
        : migrateSqlite(database as Kysely<unknown>, { migrations, log }),
    // One process opens a SQLite file.
    sweep: (nowMs, sweeping) => (databaseUrl ? sweepMonths : sweep)(database, nowMs, { keeping, ...sweeping }),
    overdue: (nowMs) => overdue(database, nowMs, databaseUrl ? keepingOfRows(keeping) : keeping),
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

const storesOf = (connection: Connection, nonces: Parameters<typeof nonceStore>[1]): Transaction => ({
  accounts: accountStore(connection),
  codes: codeStore(connection),
  tickets: ticketStore(connection),
  usernames: usernameStore(connection),
  sessions: sessionStore(connection),
  activations: activationStore(connection),
  activity: activityStore(connection),
  counters: counterStore(connection),
  buckets: bucketStore(connection),
  guesses: guessStore(connection),
  tries: tryStore(connection),
  nonces: nonceStore(connection, nonces),
  captchas: captchaStore(connection),
  pictures: pictureStore(connection),
  outbox: outboxStore(connection),
  exports: exportStore(connection),
  knownBrowsers: knownBrowserStore(connection),
  platforms: platformStore(connection),
  pendingChanges: pendingChangeStore(connection),
  cancellations: cancellationStore(connection),
  history: historyStore(connection),
  guards: guardStore(connection),
  returnAddresses: returnAddressStore(connection),
  qrCodes: qrCodeStore(connection),
  organisations: organisationStore(connection),
  identities: identityStore(connection),
  members: memberStore(connection),
  roles: roleStore(connection),
  organisationLog: organisationLogStore(connection),
  invitations: invitationStore(connection),
  invitationBatches: invitationBatchStore(connection),
  transfers: transferStore(connection),
  closings: closingStore(connection),
  mailDomains: mailDomainStore(connection),
  applications: applicationStore(connection),
  services: serviceStore(connection),
  serviceTickets: serviceTicketStore(connection),
  remembered: rememberedStore(connection),
  openClients: openClientStore(connection),
  authorisations: authorisationStore(connection),
  protocol: protocolStore(connection),
  signingKeys: signingKeyStore(connection),
  clientSessions: clientSessionStore(connection),
})

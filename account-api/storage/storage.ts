import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { Kysely } from 'kysely'
import { type Logger, pino } from 'pino'
import type { Storage, Transaction } from '../domain/stores'
import type { UpkeepStore } from '../domain/upkeep/upkeep-store'
import { accountStore } from './account-store'
import { activationStore } from './activation-store'
import { keepingOfRows, sweepMonths } from './activity-months'
import { activityStore } from './activity-store'
import { applicationStore } from './application-store'
import { authorisationStore } from './authorisation-store'
import { bucketStore } from './bucket-store'
import { cancellationStore } from './cancellation-store'
import { captchaStore } from './captcha-store'
import { clientSessionStore } from './client-session-store'
import { closingStore } from './closing-store'
import { codeStore } from './code-store'
import { counterStore } from './counter-store'
import { type Keeping, usualKeeping } from './expiry'
import { exportStore } from './export-store'
import { guardStore } from './guard-store'
import { guessStore } from './guess-store'
import { historyStore } from './history-store'
import { identityStore } from './identity-store'
import { invitationBatchStore } from './invitation-batch-store'
import { invitationStore } from './invitation-store'
import { knownBrowserStore } from './known-browser-store'
import { mailDomainStore } from './mail-domain-store'
import { memberStore } from './member-store'
import { migratePostgres, migrateSqlite } from './migrate'
import { migrations } from './migrations'
import { nonceStore } from './nonce-store'
import { openClientStore } from './open-client-store'
import { organisationLogStore } from './organisation-log-store'
import { organisationStore } from './organisation-store'
import { outboxStore } from './outbox-store'
import { overdue } from './overdue'
import { pendingChangeStore } from './pending-change-store'
import { pictureStore } from './picture-store'
import { platformStore } from './platform-store'
import { type PostgresLimits, postgresDialect } from './postgres'
import { protocolStore } from './protocol-store'
import { qrCodeStore } from './qr-code-store'
import { rememberedStore } from './remembered-store'
import { repeatedTransaction } from './repeated-transaction'
import { returnAddressStore } from './return-address-store'
import { roleStore } from './role-store'
import type { Connection, Schema } from './schema'
import { serviceStore } from './service-store'
import { serviceTicketStore } from './service-ticket-store'
import { sessionStore } from './session-store'
import { signingKeyStore } from './signing-key-store'
import { sqliteDialect } from './sqlite'
import { lockFiles } from './sqlite-lock'
import { statementLog } from './statement-log'
import { sweep } from './sweep'
import { ticketStore } from './ticket-store'
import { transferStore } from './transfer-store'
import { tryStore } from './try-store'
import { usernameStore } from './username-store'

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

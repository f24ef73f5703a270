import { join } from 'node:path'
import { Kysely, Migrator, sql, type Transaction } from 'kysely'
import type { Storage, Stores } from '../domain/storage'
import { accountStore } from './account-store'
import { codeStore } from './code-store'
import { counterStore } from './counter-store'
import { migrations } from './migrations'
import { nonceStore } from './nonce-store'
import { outboxStore } from './outbox-store'
import { postgresDialect } from './postgres'
import type { Schema } from './schema'
import { sessionStore } from './session-store'
import { sqliteDialect } from './sqlite'
import { sweep } from './sweep'
import { ticketStore } from './ticket-store'

/** A database or a transaction on it. */
export type Connection = Kysely<Schema> | Transaction<Schema>

export interface OpenStorage extends Storage {
  /** Brings the schema up to date, under a lock. */
  migrate(): Promise<void>
  /** Deletes what has ended and is of no more use. */
  sweep(nowMs: number): Promise<void>
  /** Throws when the database does not answer. */
  ping(): Promise<void>
  close(): Promise<void>
}

/** Opens PostgreSQL where a URL is given, or else the SQLite file in the data directory. */
export const openStorage = ({
  databaseUrl,
  dataDir,
}: {
  databaseUrl?: string | undefined
  dataDir: string
}): OpenStorage => {
  const dialect = databaseUrl ? postgresDialect(databaseUrl) : sqliteDialect(join(dataDir, 'butterfly.db'))
  const database = new Kysely<Schema>({ dialect })
  return {
    ...stores(database),
    transaction: (work) => database.transaction().execute((transaction) => work(stores(transaction))),
    migrate: async () => {
      const { error } = await new Migrator({ db: database, provider: migrations }).migrateToLatest()
      if (error) throw error
    },
    sweep: (nowMs) => sweep(database, nowMs),
    ping: async () => {
      await sql`select 1`.execute(database)
    },
    close: () => database.destroy(),
  }
}

const stores = (connection: Connection): Stores => ({
  accounts: accountStore(connection),
  codes: codeStore(connection),
  tickets: ticketStore(connection),
  sessions: sessionStore(connection),
  counters: counterStore(connection),
  nonces: nonceStore(connection),
  outbox: outboxStore(connection),
})

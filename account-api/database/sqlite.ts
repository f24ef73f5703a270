import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { pathToFileURL } from 'node:url'
import { DatabaseSync, type DatabaseSyncInstance, type StatementSyncInstance } from '@photostructure/sqlite'
import { type SqliteDatabase, SqliteDialect, type SqliteStatement } from 'kysely'
import { type Logger, pino } from 'pino'
import { FairSqliteDialect } from './fair-sqlite'

const mostStatements = 200
const cacheKib = 8 * 1024

/** Hides the table of the same name in the file. Its index has another name than the index of the migration. */
export const noncesInMemory = `
  CREATE TEMP TABLE nonces (nonce TEXT PRIMARY KEY, expires_at INTEGER NOT NULL);
  CREATE INDEX temp.nonces_in_memory_by_end ON nonces (expires_at)`

/**
 * SQLite in one file, with a write-ahead log. A commit is on the disk before it is acknowledged (synchronous=FULL), unless
 * `committingSoon` makes it. One process opens the file (sqlite-lock.ts); several copies of the API need PostgreSQL.
 */
export const sqliteDialect = (file: string, log: Logger = pino({ level: 'silent' })): SqliteDialect => {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  // SQLite gives the files of its log the mode of this one.
  closeSync(openSync(file, 'a', 0o600))
  const database = new DatabaseSync(file)
  // Set first, so that the other settings wait for a process that is closing the file.
  database.exec('PRAGMA busy_timeout = 5000')
  database.exec('PRAGMA journal_mode = WAL')
  database.exec('PRAGMA synchronous = FULL')
  database.exec('PRAGMA foreign_keys = ON')
  // Holds the inner pages of the indexes of millions of rows. With the default of 2 MB they would be read repeatedly.
  database.exec(`PRAGMA cache_size = -${cacheKib}`)
  // Nonces are kept in memory, without waiting for the disk: they live for minutes, and only this process checks them.
  // The temporary table hides the one of the same name, which copies on PostgreSQL share.
  database.exec('PRAGMA temp_store = MEMORY')
  database.exec(noncesInMemory)
  // From here on, a wait for another process does not block the thread.
  database.exec('PRAGMA busy_timeout = 0')
  return new FairSqliteDialect({ database: adapt(database, { file, log }) })
}

/**
 * Opens SQLite to inspect it, even while another process has the file open, and creates no file. A file without a log
 * next to it is opened as immutable, because its header may claim a log, which SQLite would create otherwise.
 */
export const sqliteReader = (file: string): SqliteDialect => {
  const hasLog = existsSync(`${file}-wal`)
  return readerOf(hasLog ? file : `${pathToFileURL(file).href}?immutable=1`)
}

/** Opens SQLite for long reads next to the process that writes it. */
export const sqliteBeside = (file: string): SqliteDialect => readerOf(file)

const readerOf = (name: string): SqliteDialect => {
  const database = new DatabaseSync(name, { readOnly: true, timeout: 5000 })
  const prepare = (sql: string) => adaptStatement(database.prepare(sql))
  return new SqliteDialect({ database: { prepare, close: () => database.close() } })
}

/** Adapts node:sqlite to Kysely's interface, and keeps prepared statements. */
const adapt = (database: DatabaseSyncInstance, { file, log }: { file: string; log: Logger }): SqliteDatabase => {
  const statements = new Map<string, SqliteStatement>()
  return {
    close: () => {
      statements.clear()
      database.exec('PRAGMA busy_timeout = 500')
      try {
        // Writes the log back into the file and removes it, so the file alone is the whole database.
        database.exec('PRAGMA journal_mode = DELETE')
      } catch (error) {
        // Another process reads the file, such as a backup. Committed changes stay in the log next to it.
        log.warn(
          { file, reason: String(error) },
          'the write-ahead log stays next to the SQLite file, because another process reads it',
        )
      }
      database.close()
    },
    prepare: (sql) => {
      // A pragma takes effect while it is prepared.
      if (sql.startsWith('pragma ')) return adaptStatement(database.prepare(sql))
      const kept = statements.get(sql)
      if (kept) return kept
      if (statements.size >= mostStatements) statements.clear()
      const prepared = adaptStatement(database.prepare(inSqlite(sql)))
      const statement = sql === 'rollback' ? unlessRolledBack(prepared) : prepared
      statements.set(sql, statement)
      return statement
    },
  }
}

/** A full disk ends a transaction on its own. Rolling it back would fail, and hide the reason. */
const unlessRolledBack = (rollback: SqliteStatement): SqliteStatement => ({
  ...rollback,
  run: (values) => {
    try {
      return rollback.run(values)
    } catch (error) {
      if (!/no transaction is active/.test(String(error))) throw error
      return { changes: 0, lastInsertRowid: 0 }
    }
  },
})

/**
 * Every transaction takes the write lock at its beginning. One that reads first would fail at its first write if
 * another process had written since. So rows need no locks, which SQLite lacks.
 */
export const inSqlite = (sql: string): string =>
  sql === 'begin'
    ? 'begin immediate'
    : sql.replace(/\sfor (share|update|no key update)( of "?\w+"?)?( skip locked)?(?!\w)/, '')

const adaptStatement = (statement: StatementSyncInstance): SqliteStatement => {
  type Values = Parameters<typeof statement.all>
  return {
    reader: statement.columns().length > 0,
    all: (values) => statement.all(...(values as Values)),
    run: (values) => statement.run(...(values as Values)),
    iterate: (values) => statement.iterate(...(values as Values)),
  }
}

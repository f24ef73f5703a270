import { existsSync, statfsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Kysely, sql } from 'kysely'
import { makePrivate, toDisk } from '#account-api/custody/files'
import { sqliteBeside, sqliteDialect, sqliteReader } from '#account-api/database/sqlite'
import { DataInUse, lockData } from '#account-api/database/sqlite-lock'
import { NotRun } from '#account-api/start/not-run'
import { sqliteFile } from '#account-api/start/storage'
import { type Contents, contentsOf } from './contents'

/**
 * The SQLite file of a data folder.
 * @throws NotRun if it is missing
 */
export const fileIn = (dataDir: string): string => {
  const file = join(dataDir, sqliteFile)
  if (existsSync(file)) return file
  throw new NotRun(`There is no database at ${file}. Set DATA_DIR as for the account API.`)
}

/**
 * Copies the database of a data folder, even while a process writes it. The copy is the database at one moment. No
 * writer waits, because a reader of the write-ahead log keeps its own snapshot. Deleted rows are not in the copy,
 * although they are in the free pages of the file.
 */
export const copySqlite = async (dataDir: string, to: string): Promise<Contents> => {
  const file = fileIn(dataDir)
  const { bavail, bsize } = statfsSync(dirname(to))
  const needed = statSync(file).size
  if (bavail * bsize < needed)
    throw new NotRun(
      `${dirname(to)} has no room for ${Math.ceil(needed / 1024 ** 2)} MiB: make room, or name another place.`,
    )
  makePrivate(to)
  await withDatabase(dataDir, file, (database) => sql`vacuum into ${to}`.execute(database))
  // SQLite lets the system decide when this file is written to disk.
  toDisk(to)
  return verified(to)
}

/** If no process writes it, the file may have a log that only a writer can read, for example after a power failure. */
const withDatabase = async (dataDir: string, file: string, work: (database: Kysely<unknown>) => Promise<unknown>) => {
  const unlock = await lockData(dataDir, { waitMs: 0 }).catch((error: unknown) => {
    if (error instanceof DataInUse) return undefined
    throw error
  })
  try {
    const database = new Kysely<unknown>({ dialect: unlock ? sqliteDialect(file) : sqliteBeside(file) })
    await work(database).finally(() => database.destroy())
  } finally {
    unlock?.()
  }
}

/**
 * @throws NotRun if the copy is damaged
 */
const verified = async (copy: string): Promise<Contents> => {
  const database = new Kysely<unknown>({ dialect: sqliteReader(copy) })
  try {
    const { rows: found } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(database)
    const { rows: strays } = await sql`pragma foreign_key_check`.execute(database)
    if (found[0]?.integrity_check !== 'ok' || strays.length > 0)
      throw new NotRun(
        'The copy does not pass the integrity check of SQLite: the database itself may be damaged. Keep the last good backup.',
      )
    return await contentsOf(database)
  } finally {
    await database.destroy()
  }
}

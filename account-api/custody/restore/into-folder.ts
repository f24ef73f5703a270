import { chmodSync, copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely } from 'kysely'
import { toDisk } from '#account-api/custody/files'
import { type Manifest, parts } from '#account-api/custody/manifest'
import { whyNoFile } from '#account-api/custody/why-no-file'
import type { Schema } from '#account-api/database/schema'
import { sqliteDialect } from '#account-api/database/sqlite'
import { lockData } from '#account-api/database/sqlite-lock'
import { NotRun } from '#account-api/start/not-run'
import { sqliteFile } from '#account-api/start/storage'
import type { Moment } from './fates'
import { settle } from './settle'

/** An unfinished restore is in its own folder, which no start reads. */
const unfinished = '.restoring'

/**
 * @throws NotRun for a folder that is not empty
 */
export const checkEmpty = (folder: string): void => {
  try {
    if (!existsSync(folder) || readdirSync(folder).length === 0) return
  } catch (error) {
    throw whyNoFile(folder, error)
  }
  throw new NotRun(`${folder} is not empty, and a restore overwrites nothing: name a new folder.`)
}

/**
 * Creates the data folder of a deployment on SQLite. The database gets its name last. Before that, a start here would
 * be refused, because this process holds the lock of the folder.
 * @param finish puts the other files into the folder
 */
export const restoreIntoFolder = async (
  folder: string,
  { backup, manifest, moment, finish }: { backup: string; manifest: Manifest; moment: Moment; finish: () => void },
): Promise<Record<string, bigint>> => {
  const unlock = await lockData(folder, { waitMs: 0 })
  const work = join(folder, unfinished)
  try {
    mkdirSync(work, { mode: 0o700 })
    const file = join(work, sqliteFile)
    copyFileSync(join(backup, parts.sqlite), file)
    chmodSync(file, 0o600)
    const database = new Kysely<Schema>({ dialect: sqliteDialect(file) })
    const done = await settle(database, manifest, moment).finally(() => database.destroy())
    toDisk(file)
    finish()
    renameSync(file, join(folder, sqliteFile))
    toDisk(folder)
    return done
  } finally {
    rmSync(work, { recursive: true, force: true })
    unlock()
  }
}

import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely } from 'kysely'
import { type MigrationState, migrationState } from '#account-api/database/migrate'
import { migrations as ofThisBuild } from '#account-api/database/migrations/index'
import type { Migration } from '#account-api/database/migrations/migration'
import { postgresDialect } from '#account-api/database/postgres'
import type { Schema } from '#account-api/database/schema'
import { sqliteReader } from '#account-api/database/sqlite'
import { reasonOf } from '#account-api/kernel/outside/not-accepted'
import { sqliteFile } from '#account-api/start/storage'
import { whyNoDatabase, whyNoServer } from '#account-api/start/why-no-database'
import type { Source } from '#settings/names'
import { BadEnvironment, readSettings } from '#settings/settings'
import { variables } from '#settings/variables'

export interface DatabasePlace {
  DATABASE_URL?: string | undefined
  /** Default: the limit of {@link lookLimits}. */
  DATABASE_TIMEOUT_MS?: number
  DATA_DIR: string
}

/** The settings that locate the database, without those that a start would generate. */
export const placeIn = (source: Source) =>
  readSettings(
    variables.pick({ DEPLOYMENT: true, DATA_DIR: true, DATABASE_URL: true, DATABASE_TIMEOUT_MS: true }),
    source,
  )

/** The SQLite file of a deployment, if it has one. */
export const sqlitePath = ({ DATA_DIR }: DatabasePlace): string => join(DATA_DIR, sqliteFile)

export const lookLimits = { poolSize: 1, timeoutMs: 3000 }

/** The state in which a start would find the database of a deployment. Undefined if it has no SQLite file yet. */
export const databaseState = (
  place: DatabasePlace,
  migrations: Record<string, Migration> = ofThisBuild,
): Promise<MigrationState | undefined> =>
  lookIntoDatabase(place, (database) => migrationState(database as Kysely<unknown>, migrations))

/**
 * Inspects the database of a deployment, even while copies run. It creates no file and changes nothing.
 * @returns undefined if it has no SQLite file yet
 * @throws BadEnvironment in one line, without the server's words
 */
export const lookIntoDatabase = async <Seen>(
  place: DatabasePlace,
  look: (database: Kysely<Schema>) => Promise<Seen>,
): Promise<Seen | undefined> => {
  const { DATABASE_URL: url, DATABASE_TIMEOUT_MS: timeoutMs = lookLimits.timeoutMs } = place
  const file = sqlitePath(place)
  if (url === undefined && !isThere(file)) return undefined
  let database: Kysely<Schema> | undefined
  try {
    database = new Kysely<Schema>({
      dialect: url === undefined ? sqliteReader(file) : postgresDialect(url, { ...lookLimits, timeoutMs }),
    })
    return await look(database)
  } catch (error) {
    throw url === undefined ? whyNoDatabase(error, place) : (whyNoServer(error) ?? unknownFault(error))
  } finally {
    await database?.destroy()
  }
}

/** True when the file exists and can be read without creating another one. */
const isThere = (file: string): boolean => {
  const found = lookAt(file)
  if (!found) return false
  if (!found.isFile()) throw new BadEnvironment(`${file} has to be a file.`)
  if (existsSync(`${file}-wal`) && !existsSync(`${file}-shm`))
    throw new BadEnvironment(`${file} was not closed, and only a start can look into it: start, or restore a backup.`)
  return true
}

/** A folder that this user may not list is not an empty one. */
const lookAt = (file: string) => {
  try {
    return statSync(file)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return undefined
    throw new BadEnvironment(`${file} cannot be looked at (${code}): correct DATA_DIR.`)
  }
}

const unknownFault = (error: unknown): BadEnvironment =>
  new BadEnvironment(
    `DATABASE_URL has to name a database that can be opened (${reasonOf(error)}): the log of PostgreSQL may say why.`,
  )

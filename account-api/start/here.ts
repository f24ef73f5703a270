import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { DataInUse, lockData } from '../database/sqlite-lock'
import type { Service } from '../operator/service'
import type { Environment } from './env'
import { openService } from './open-service'
import { NotRun } from './not-run'
import { sqliteFile } from './storage'
import { whyNoDatabase } from './why-no-database'

type Place = Pick<Environment, 'DATA_DIR' | 'DATABASE_URL'>

/** A command works on the database of a deployment, and makes none. */
export const hasDatabase = ({ DATA_DIR, DATABASE_URL }: Place): boolean =>
  DATABASE_URL !== undefined || existsSync(join(DATA_DIR, sqliteFile))

export const noDatabase = ({ DATA_DIR }: Place): string =>
  `There is no database at ${join(DATA_DIR, sqliteFile)}, so nothing was done. Set DATA_DIR, DATABASE_URL or ` +
  'ACCOUNT_API_URL with ACCOUNT_API_KEY as the account API has them, or start it first.'

interface Here {
  env: Environment
  /** Why the command does not run while another process has the SQLite file, by the words that name that process. */
  whyInUse: (inUse: string) => string
}

/**
 * Runs a command on the database, without an account API. With SQLite, it has to be the only process on the file.
 * @throws NotRun
 */
export const onDatabase = async <Result>(
  { env, whyInUse }: Here,
  command: (service: Service) => Promise<Result>,
): Promise<Result> => {
  const unlock = env.DATABASE_URL === undefined ? await lockHere(env.DATA_DIR, whyInUse) : undefined
  const { opened, service } = openService(env, pino({ level: 'silent' }))
  try {
    await opened.migrate().catch((error: unknown) => {
      throw whyNoDatabase(error, env)
    })
    return await command(service)
  } finally {
    await opened.close()
    unlock?.()
  }
}

/** @throws NotRun when another process has the file */
export const lockHere = (dataDir: string, whyInUse: Here['whyInUse']): Promise<() => void> =>
  lockData(dataDir, { waitMs: 0 }).catch((error: unknown) => {
    if (!(error instanceof DataInUse)) throw error
    throw new NotRun(whyInUse(error.message))
  })

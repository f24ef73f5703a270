import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { type Recording, recordingOf } from '#account-api/calls/recording'
import { DataInUse, lockData } from '#account-api/database/sqlite-lock'
import { createMetrics } from '#account-api/http/metrics'
import type { Service } from '#account-api/operator/service'
import { hashQueue } from '#account-api/verification/hashing/hash-queue'
import { createLog } from '#process/process-log'
import { openAuditLog } from './audit-log'
import type { Environment } from './env'
import { NotRun } from './not-run'
import { openService } from './open-service'
import { sqliteFile } from './storage'
import { whyNoDatabase } from './why-no-database'

type Place = Pick<Environment, 'DATA_DIR' | 'DATABASE_URL'>

/** A command works on the database of a deployment, and creates none. */
export const hasDatabase = ({ DATA_DIR, DATABASE_URL }: Place): boolean =>
  DATABASE_URL !== undefined || existsSync(join(DATA_DIR, sqliteFile))

export const noDatabase = ({ DATA_DIR }: Place): string =>
  `There is no database at ${join(DATA_DIR, sqliteFile)}, so nothing was done. Set DATA_DIR, DATABASE_URL or ` +
  'ACCOUNT_API_URL with ACCOUNT_API_KEY as for the account API, or start it first.'

interface Here {
  env: Environment
  /** Why the command cannot run while another process has the SQLite file, in words that name the process. */
  whyInUse: (inUse: string) => string
}

/**
 * Runs a command on the database, without an account API. With SQLite, no other process may have the file.
 * @throws NotRun
 */
export const onDatabase = async <Result>(
  { env, whyInUse }: Here,
  command: (service: Service, recording: Recording, log: Logger) => Promise<Result>,
): Promise<Result> => {
  const unlock = env.DATABASE_URL === undefined ? await lockHere(env.DATA_DIR, whyInUse) : undefined
  // Programs may read what a command writes to stdout.
  const log = createLog({ level: env.LOG_LEVEL, service: 'command-line', file: 2 })
  const audit = openAuditLog(env.AUDIT_LOG === 'stdout' ? undefined : env.AUDIT_LOG, log)
  const { opened, service } = openService(env, log, { audit: audit.write })
  try {
    await opened.migrate().catch((error: unknown) => {
      throw whyNoDatabase(error, env)
    })
    return await command(service, recordingOf({ service, metrics: createMetrics(hashQueue), audit: audit.write }), log)
  } finally {
    await opened.close()
    audit.close()
    unlock?.()
  }
}

/** @throws NotRun when another process has the file */
export const lockHere = (dataDir: string, whyInUse: Here['whyInUse']): Promise<() => void> =>
  lockData(dataDir, { waitMs: 0 }).catch((error: unknown) => {
    if (!(error instanceof DataInUse)) throw error
    throw new NotRun(whyInUse(error.message))
  })

import { join } from 'node:path'
import { BadEnvironment } from '../../settings/settings'
import { SharedSession } from '../database/migrate'
import { unreachable } from '../kernel/failures/unreachable'
import type { Environment } from './env'
import { sqliteFile } from './storage'

/**
 * Why a database cannot be opened or migrated, as one line that names the variable or the file; another error as it is.
 * @param place where the database is: SQLite in `DATA_DIR`, unless there is a URL of PostgreSQL
 */
export const whyNoDatabase = (
  error: unknown,
  { DATABASE_URL, DATA_DIR }: Pick<Environment, 'DATABASE_URL' | 'DATA_DIR'>,
): unknown => {
  if (DATABASE_URL === undefined) return whyNoFile(error, join(DATA_DIR, sqliteFile))
  if (error instanceof SharedSession) return new BadEnvironment(error.message)
  if (isRefusedByPooler(error))
    return new BadEnvironment(
      'DATABASE_URL leads to a pooler that refuses statement_timeout: deploy/postgresql/pgbouncer.ini has the line that it needs.',
    )
  const reason = unreachable(error)
  if (!reason) return error
  return new BadEnvironment(`DATABASE_URL has to name a database that can be opened: ${reason.message}.`)
}

/** PgBouncer's words, where `ignore_startup_parameters` lacks what a connection of ours asks for. */
const isRefusedByPooler = (error: unknown): boolean =>
  /unsupported startup parameter/.test((error as { message?: string }).message ?? '')

/** SQLite's words for its result codes 11, 26, 13 and 10 (sqlite.org/rescode.html). */
const whyNoFile = (error: unknown, file: string): unknown => {
  const { message } = error as { message?: string }
  if (/malformed|not a database/.test(message ?? ''))
    return new BadEnvironment(`${file} is damaged (${message}): put a backup in its place.`)
  if (/disk is full|disk I\/O error/.test(message ?? ''))
    return new BadEnvironment(`${file} cannot be written (${message}): see that the disk has room, and start again.`)
  return error
}

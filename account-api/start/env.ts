import { makeDataDir } from '#settings/files/data-dir'
import { secretRing } from '#settings/files/secret-file'
import type { Source } from '#settings/names'
import { accountApiSettings } from '#settings/programs'
import { readSettings } from '#settings/settings'
import { drainMsOf } from '#settings/variables'

export type Environment = ReturnType<typeof readEnvironment>

/**
 * Reads the account API's settings from environment variables. A missing application key is generated into DATA_DIR,
 * but a production deployment has to set its own.
 * @throws BadEnvironment
 */
export const readEnvironment = (source: Source) => {
  const read = readSettings(accountApiSettings, source)
  if (read.DATABASE_URL === undefined) makeDataDir(read.DATA_DIR)
  return {
    ...read,
    // The web app's default. A web app that starts the account API passes its own URL.
    PUBLIC_URL: read.PUBLIC_URL?.origin ?? 'http://localhost:3000',
    drainMs: drainMsOf(read),
    // On a developer's machine codes are read in the terminal.
    LOG_LEVEL: read.LOG_LEVEL ?? (read.DEPLOYMENT === 'local' ? 'warn' : 'info'),
    ACCOUNT_API_KEY: read.ACCOUNT_API_KEY ?? secretRing(read.DATA_DIR, 'account-api-key'),
  }
}

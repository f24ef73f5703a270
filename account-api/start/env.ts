import { captcha, vendorOfTokens } from '../../settings/captcha-vendor'
import { makeDataDir } from '../../settings/data-dir'
import { delivery } from '../../settings/delivery'
import type { Source } from '../../settings/names'
import { secretFile } from '../../settings/secret-file'
import { readSettings } from '../../settings/settings'
import { drainMsOf, variables } from '../../settings/variables'
import { workplace } from '../../settings/workplace'

const picked = variables
  .pick({
    ACCOUNT_API_PORT: true,
    ACCOUNT_API_HOST: true,
    ACCOUNT_API_AID: true,
    ACCOUNT_API_KEY: true,
    PASSWORD_PEPPERS: true,
    DATABASE_URL: true,
    DATABASE_POOL_SIZE: true,
    DATABASE_TIMEOUT_MS: true,
    ACTIVITY_DAYS: true,
    ORGANISATION_LOG_DAYS: true,
    DNS_SERVERS: true,
    DATA_DIR: true,
    PUBLIC_URL: true,
    APP_SCHEMES: true,
    LOG_LEVEL: true,
    DEPLOYMENT: true,
    DRAIN_SECONDS: true,
    BRAND: true,
    THIRD_PARTY: true,
  })
  .extend({ ...delivery.shape, ...workplace.shape, CAPTCHA: captcha(vendorOfTokens).optional() })

export type Environment = ReturnType<typeof readEnvironment>

/**
 * Reads the account API's settings from environment variables. A missing application key is generated into DATA_DIR,
 * but a production deployment has to set its own.
 * @throws BadEnvironment
 */
export const readEnvironment = (source: Source) => {
  const read = readSettings(picked, source)
  if (read.DATABASE_URL === undefined) makeDataDir(read.DATA_DIR)
  return {
    ...read,
    // The web app's default. A web app that starts the account API passes its own URL.
    PUBLIC_URL: read.PUBLIC_URL?.origin ?? 'http://localhost:3000',
    drainMs: drainMsOf(read),
    // On a developer's machine codes are read in the terminal.
    LOG_LEVEL: read.LOG_LEVEL ?? (read.DEPLOYMENT === 'local' ? 'warn' : 'info'),
    ACCOUNT_API_KEY: read.ACCOUNT_API_KEY ?? [secretFile(read.DATA_DIR, 'account-api-key')],
  }
}

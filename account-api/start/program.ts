import { format, stripVTControlCharacters } from 'node:util'
import type { Logger } from 'pino'
import { UnknownMigrations } from '#account-api/database/migrate'
import { DataInUse } from '#account-api/database/sqlite-lock'
import { createLog } from '#process/process-log'
import { BadEnvironment } from '#settings/settings'
import type { Environment } from './env'

/** The OpenID library warns about Node 20, although its tests here pass on it. */
const needless = /^oidc-provider WARNING: Unsupported runtime/

/** The log of the account API. Console output of libraries also becomes its lines, so the whole log is JSON. */
export const logOf = (env: Environment): Logger => {
  const log = createLog({ level: env.LOG_LEVEL, service: 'account-api' })
  const line =
    (level: 'info' | 'warn' | 'error') =>
    (...parts: unknown[]): void => {
      const text = stripVTControlCharacters(format(...parts))
      log[needless.test(text) ? 'debug' : level](text)
    }
  Object.assign(console, { log: line('info'), info: line('info'), warn: line('warn'), error: line('error') })
  return log
}

/** The reason why the account API does not start, as one line for the operator. */
export const startProblem = (error: unknown): string => {
  const isTold = error instanceof BadEnvironment || error instanceof UnknownMigrations || error instanceof DataInUse
  return isTold ? error.message : `the account API cannot start: ${String(error)}`
}

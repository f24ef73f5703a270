import type { LogEvent } from 'kysely'
import type { Logger } from 'pino'
import { currentCall } from '#account-api/kernel/current-call'
import { failureOf } from '#account-api/kernel/failures/failure'

/** Statements that take longer are logged. */
const slowMs = 500

/** Logs the statements that fail or take long, with the log id of their call and without their values. */
export const statementLog =
  (log: Logger) =>
  (event: LogEvent): void => {
    const ms = event.queryDurationMillis
    if (event.level === 'query' && ms < slowMs) return
    const line = { logId: currentCall.getStore()?.logId, sql: event.query.sql, ms: Math.round(ms) }
    if (event.level === 'error') log.warn({ ...line, ...failureOf(event.error) }, 'a statement failed')
    else log.warn(line, 'a statement took long')
  }

import { randomUUID } from 'node:crypto'
import { type Logger, pino } from 'pino'
import { env } from './env.server'
import { type Args, oncePerRequest } from './load-context'

let processLog: Logger | undefined

/** The request's log: the server's, or one of the app if the server has none. */
export const logOf = ({ context }: Args): Logger => {
  if (context.log) return context.log
  processLog ??= pino({ level: env().logLevel })
  return processLog
}

/** Identifies the request in the log and on the page of a failure. */
export const logIdOf = oncePerRequest(({ context }: Args): string => context.logId ?? randomUUID())

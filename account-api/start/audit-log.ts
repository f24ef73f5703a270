import type { Logger } from 'pino'
import { pino } from 'pino'
import { BadEnvironment } from '../../settings/settings'
import type { WriteAudit } from '../kernel/events/audit-line'
import { failureOf } from '../kernel/failures/failure'

/** The audit log of a process. */
export interface AuditLog {
  write: WriteAudit
  close(): void
}

/**
 * Opens the audit log: a line for each act, written at once. After SIGHUP the file is opened again by its name, so that
 * a log that was rotated away is not written on. Its mode is 0600, as it has client addresses.
 * @param to `stdout`, or a file. Undefined: there is none
 * @throws BadEnvironment when the file cannot be written
 */
export const openAuditLog = async (to: string | undefined, log: Pick<Logger, 'error'>): Promise<AuditLog> => {
  if (to === undefined) return { write: () => undefined, close: () => undefined }
  const lines = pino.destination({ dest: to === 'stdout' ? 1 : to, sync: true, mode: 0o600, append: true })
  await new Promise<void>((resolve, reject) => {
    lines.once('ready', () => resolve())
    lines.once('error', reject)
  }).catch((error: unknown) => {
    throw new BadEnvironment(`AUDIT_LOG cannot be written: ${(error as Error).message}`)
  })
  lines.on('error', (error) => log.error(failureOf(error), 'the audit log could not be written'))
  const reopen = () => lines.reopen()
  if (to !== 'stdout') process.on('SIGHUP', reopen)
  return {
    write: (line) => lines.write(`${JSON.stringify(line)}\n`),
    close: () => {
      process.off('SIGHUP', reopen)
      if (to !== 'stdout') lines.end()
    },
  }
}

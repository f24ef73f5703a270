import { closeSync, openSync, writeSync } from 'node:fs'
import type { Logger } from 'pino'
import type { WriteAudit } from '#account-api/kernel/events/audit-line'
import { failureOf } from '#account-api/kernel/failures/failure'
import { BadEnvironment } from '#settings/settings'

interface AuditLog {
  write: WriteAudit
  close(): void
}

/**
 * Opens the audit log: one line per act, written at once.
 * @param to `stdout`, or a file. Undefined: no log
 * @throws BadEnvironment when the file cannot be written
 */
export const openAuditLog = (to: string | undefined, log: Pick<Logger, 'error'>): AuditLog => {
  const close = () => undefined
  if (to === undefined) return { write: () => undefined, close }
  if (to === 'stdout') return { write: (line) => process.stdout.write(textOf(line)), close }
  try {
    return auditFile(to, log)
  } catch (error) {
    throw new BadEnvironment(`AUDIT_LOG cannot be written: ${(error as Error).message}`)
  }
}

const textOf = (line: object): string => `${JSON.stringify(line)}\n`

/** The file has mode 0600, because it contains client addresses. */
const open = (path: string): number => openSync(path, 'a', 0o600)

/**
 * After SIGHUP the file is opened again by its name, so a rotated log is no longer written. If that fails, the old file
 * stays in use, and the log of the process reports it.
 */
const auditFile = (path: string, log: Pick<Logger, 'error'>): AuditLog => {
  let file = open(path)
  const bearing = (work: () => void) => {
    try {
      work()
    } catch (error) {
      log.error(failureOf(error), 'the audit log could not be written')
    }
  }
  const reopen = () =>
    bearing(() => {
      const before = file
      file = open(path)
      closeSync(before)
    })
  process.on('SIGHUP', reopen)
  return {
    write: (line) => bearing(() => writeSync(file, textOf(line))),
    close: () => {
      process.off('SIGHUP', reopen)
      closeSync(file)
    },
  }
}

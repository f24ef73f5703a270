import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { DatabaseSync } from '@photostructure/sqlite'

const lockName = 'butterfly.lock'
const holderName = 'butterfly.holder'

/** The files of the lock in the data directory. */
export const lockFiles = [lockName, holderName]

/** The process that holds the lock of a data directory. */
interface Holder {
  pid: number
  host: string
  /** ISO 8601. */
  since: string
}

/** Another process has the SQLite file open. The message says which one. */
export class DataInUse extends Error {
  override name = 'DataInUse'
}

/**
 * Takes the lock of a data directory, so that one process at a time opens its SQLite file. The lock is an exclusive
 * transaction on a separate small SQLite file. The operating system releases it with the process, so no lock is left
 * behind. A note next to it names the holder.
 * @param waitMs how long to wait for a process that is ending
 * @returns releases the lock
 * @throws DataInUse
 */
export const lockData = async (dataDir: string, { waitMs }: { waitMs: number }): Promise<() => void> => {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const giveUpAt = performance.now() + waitMs
  for (;;) {
    const release = tryLock(dataDir)
    if (release) return release
    if (performance.now() >= giveUpAt) throw new DataInUse(inUse(dataDir))
    await pause(100)
  }
}

const tryLock = (dataDir: string): (() => void) | undefined => {
  const file = join(dataDir, lockName)
  // Never opened again if it exists, because POSIX drops the locks of a process when it closes any handle of the file.
  if (!existsSync(file)) writeFileSync(file, '', { mode: 0o600, flag: 'a' })
  const lock = new DatabaseSync(file)
  try {
    lock.exec('PRAGMA journal_mode = OFF')
    lock.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    if (isBusy(error)) return undefined
    throw error
  }
  const note = join(dataDir, holderName)
  const holder: Holder = { pid: process.pid, host: hostname(), since: new Date().toISOString() }
  writeFileSync(note, JSON.stringify(holder), { mode: 0o600 })
  return () => {
    rmSync(note, { force: true })
    lock.close()
  }
}

/** SQLITE_BUSY, regardless of the upper bytes of the code. */
export const isBusy = (error: unknown): boolean => ((error as { errcode?: number }).errcode ?? 0) % 256 === 5

const inUse = (dataDir: string): string => {
  const holder = readHolder(dataDir)
  const who = holder ? `process ${holder.pid} on ${holder.host}, since ${holder.since}` : 'another process'
  return `${join(dataDir, 'butterfly.db')} is in use by ${who}. One account API opens a SQLite file: stop that process, or set DATABASE_URL, which several share.`
}

/** The note may be missing for a moment while its process starts or ends. */
const readHolder = (dataDir: string): Holder | undefined => {
  try {
    return JSON.parse(readFileSync(join(dataDir, holderName), 'utf8')) as Holder
  } catch {
    return undefined
  }
}

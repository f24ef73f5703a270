import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Makes all new files of this process readable by its user alone. */
export const createPrivately = (): void => {
  process.umask(0o077)
}

/**
 * The files of a data folder and of this list that other users of this machine can open, as one line with the command
 * that corrects it. Undefined if none. Windows has no such modes.
 */
export const openToOthers = (directory: string, names: readonly string[]): string | undefined => {
  if (process.platform === 'win32') return undefined
  const files = names.map((name) => join(directory, name)).filter((path) => existsSync(path))
  const open = files.length > 0 ? [directory, ...files].filter((path) => (statSync(path).mode & 0o077) !== 0) : []
  return open.length > 0
    ? `Other users of this machine can open private files. Run: chmod go= ${open.join(' ')}`
    : undefined
}

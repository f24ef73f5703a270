import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { BadEnvironment } from '#settings/settings'

/**
 * Creates the data folder, only for its owner, unless it exists.
 * @throws BadEnvironment when no file can be written in it
 */
export const makeDataDir = (path: string): void => {
  try {
    makeFolder(path)
    // Only writing a file shows that files can be written, because root may do everything, except on a read-only file
    // system.
    const probe = join(path, `.probe-${process.pid}`)
    writeFileSync(probe, '', { mode: 0o600 })
    rmSync(probe, { force: true })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new BadEnvironment(`DATA_DIR has to be a folder that this user can write to, and ${path} is not (${code}).`)
  }
}

/** Node's own recursive mkdir loops for ever below a folder that exists but cannot have subfolders, such as /proc. */
const makeFolder = (path: string): void => {
  if (statSync(path, { throwIfNoEntry: false })) return
  makeFolder(dirname(path))
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    // Another process may have been first.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

import { chownSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { toDisk } from '#account-api/start/custody/files'
import { whyNoFile } from '#account-api/start/custody/why-no-file'
import { NotRun } from '#account-api/start/not-run'

/**
 * Replaces the secrets in a file, atomically, and keeps its owner: if root rotates, the programs must not be locked
 * out.
 */
export const writeRing = (path: string, secrets: readonly string[]): void => {
  const next = `${path}.new`
  try {
    const { uid, gid } = statSync(path)
    writeFileSync(next, `${secrets.join('\n')}\n`, { mode: 0o600, flag: 'wx' })
    try {
      if (uid !== process.getuid?.()) chownSync(next, uid, gid)
      toDisk(next)
      renameSync(next, path)
    } catch (error) {
      rmSync(next, { force: true })
      throw error
    }
    toDisk(dirname(path))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw whyNoFile(path, error)
    throw new NotRun(`${next} exists: another rotation is running, or one was interrupted. Remove it when none runs.`)
  }
}

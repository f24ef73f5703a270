import { lstatSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { days } from '#account-api/kernel/time'
import { manifestIn } from '#account-api/start/custody/manifest'

/** The name of a backup at this time, such as `butterfly-2026-11-26T031500Z`. Names sort by time. */
export const nameAt = (madeAt: Date): string => `butterfly-${madeAt.toISOString().replace(/:|\.\d+/g, '')}`

const whole = /^butterfly-\d{4}-\d\d-\d\dT\d{6}Z$/

/** The end of the name of an unfinished backup. */
export const unfinished = '.unfinished'

/** An unfinished backup of this age was interrupted. */
const cutOffAfterMs = days(1)

/**
 * Removes all but the newest backups of a folder, and interrupted ones. It removes no other folders or files, whatever
 * their names are.
 * @returns the names of the removed backups
 */
export const removeOld = (folder: string, { keep, at }: { keep: number; at: number }): string[] => {
  const folders = readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? entry.name : [],
  )
  const backups = folders.filter((name) => whole.test(name) && manifestIn(join(folder, name))).sort()
  const cutOff = folders.filter(
    (name) =>
      name.endsWith(unfinished) &&
      whole.test(name.slice(0, -unfinished.length)) &&
      lstatSync(join(folder, name)).mtimeMs < at - cutOffAfterMs,
  )
  const old = [...backups.slice(0, Math.max(0, backups.length - keep)), ...cutOff]
  for (const name of old) rmSync(join(folder, name), { recursive: true })
  return old
}

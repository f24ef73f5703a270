import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Finding, Probe } from '#account-api/start/checks/finding'
import type { Program, Read } from '#account-api/start/checks/judged-settings'
import { sqliteFiles } from '#account-api/start/storage'
import { openToOthers } from '#settings/files/private-files'
import { keyFiles, secretsInFile } from '#settings/files/secret-file'

const about = 'DATA_DIR'

const mib = 1024 ** 2

/** Free space below which the check reports an error, or a warning: a full disk stops every sign-in. */
const room = { error: 100 * mib, warning: 1024 * mib }

/** Checks the data folder: whether it can be used, who else can read it, and its free space. It is not created. */
export const dataFolder = (read: Read, of: readonly Program[]): Probe => ({
  about,
  reads: [about],
  look: async () => {
    const { DATA_DIR: path } = read
    const place = nearest(path)
    const unusable = whyUnusable(place, path)
    if (unusable)
      return [isNeeded(read, of) ? unusable : { level: 'ok', about, found: 'no file has to be created in it' }]
    const found = place === path ? `${path} can be written` : `${path} does not exist yet, and the start can create it`
    const open = openToOthers(path, [...sqliteFiles, ...Object.keys(keyFiles)])
    return [
      { level: 'ok', about, found },
      ...(open === undefined ? [] : [ofOpen(open)]),
      ...Object.entries(keyFiles).flatMap(([name, setting]) =>
        ofKeyFile(join(path, name), read[setting] !== undefined),
      ),
      await roomOf(place),
    ]
  },
})

/** True when a program creates or keeps a file: a database, a secret, or translations. */
const isNeeded = (read: Read, of: readonly Program[]): boolean =>
  read.ACCOUNT_API_KEY === undefined ||
  (of.includes('account-api') && read.DATABASE_URL === undefined) ||
  (of.includes('web-app') && (read.SESSION_SECRETS === undefined || read.TRANSLATIONS_URL !== undefined))

/** The sentence about a fault, followed by a command. */
const ofOpen = (open: string): Finding => {
  const [found = '', ...command] = open.split('. ')
  return { level: 'warning', about, found, toDo: command.join('. ') }
}

/** The folder, or its nearest existing parent. */
const nearest = (path: string): string => (existsSync(path) || dirname(path) === path ? path : nearest(dirname(path)))

const whyUnusable = (place: string, path: string): Finding | undefined => {
  try {
    if (!statSync(place).isDirectory()) throw Object.assign(new Error('no folder'), { code: 'ENOTDIR' })
    accessSync(place, constants.W_OK | constants.X_OK)
    return undefined
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return {
      ...{ level: 'error', about, found: `${path} is not a folder that this user can write to (${code} at ${place})` },
      toDo: 'Name another folder, or give this one to the user of the programs',
    }
  }
}

const ofKeyFile = (path: string, isReplaced: boolean): Finding[] => {
  const there = isReplaced ? undefined : statSync(path, { throwIfNoEntry: false })
  if (!there) return []
  try {
    if (there.isFile() && secretsInFile(path)) return []
    const toDo = 'Restore it from a backup, or delete it to have a new one generated'
    return [{ level: 'error', about, found: `${path} contains no secret`, toDo }]
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const toDo = 'Give it to the user of the programs'
    return [{ level: 'error', about, found: `${path} cannot be read (${code})`, toDo }]
  }
}

const roomOf = async (place: string): Promise<Finding> => {
  const { bavail, bsize } = await statfs(place)
  const free = bavail * bsize
  const level = free < room.error ? 'error' : free < room.warning ? 'warning' : 'ok'
  const found = `its disk has ${Math.floor(free / mib)} MiB free`
  return { level, about, found, ...(level !== 'ok' && { toDo: 'Make room: a full disk stops every sign-in' }) }
}

import { parseArgs } from 'node:util'
import { DataInUse } from '#account-api/database/sqlite-lock'
import { placeIn } from '#account-api/start/checks/database-state'
import { type Checked, inOneLine } from '#account-api/start/checks/finding'
import { NotRun } from '#account-api/start/not-run'
import { type KeyFile, keyFiles } from '#settings/files/secret-file'
import type { Source } from '#settings/names'
import { BadEnvironment } from '#settings/settings'
import { backup } from './backup/backup'
import { restore } from './restore/restore'
import { planRotation } from './rotation/plan'
import { dropOld, rotate } from './rotation/rotate'

export const custodyUsage = `npm run admin -- backup <folder> [--passphrase-file <file>]  backs up a running deployment into a new folder
npm run admin -- backup --to <folder> [--keep <number>]      backs up into a new folder there; keeps so many
npm run admin -- restore <folder> --into <folder or postgres://…> [--data-dir <folder>] [--passphrase-file <file>]
                             [--end-sessions yes|no]         restores a deployment into an empty place
npm run admin -- rotate --plan                               shows each secret's use, age and replacement
npm run admin -- rotate session-secrets|account-api-key      replaces the first secret; the previous one stays valid
npm run admin -- rotate session-secrets|account-api-key --drop-old [--leaked]
                                                             removes the older secret when nothing needs it
npm run admin -- rotate signing-keys                         makes new keys for tokens, without a restart
`

type Run = (source: Source) => Promise<string>

export const isCustody = (words: readonly string[]): boolean => read(words) !== undefined

/** Runs one of these commands. Undefined for any other words. */
export const runCustody = async (words: readonly string[], source: Source): Promise<Checked | undefined> => {
  const run = read(words)
  if (!run) return undefined
  try {
    return { text: await run(source), code: 0 }
  } catch (error) {
    const isTold = [NotRun, BadEnvironment, DataInUse].some((told) => error instanceof told)
    if (!isTold) throw error
    return { text: inOneLine((error as Error).message), code: 1 }
  }
}

/** Words that another command also uses. */
export const spelledOut = (words: readonly string[]): string[] =>
  words.join(' ') === 'rotate signing-keys' ? ['client', 'keys', 'rotate'] : [...words]

const read = ([command = '', ...words]: readonly string[]): Run | undefined => {
  try {
    return readers.get(command)?.(words)
  } catch {
    return undefined
  }
}

const text = { type: 'string' } as const

const readBackup = (args: string[]): Run | undefined => {
  const options = { to: text, keep: text, 'passphrase-file': text }
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
  const { to, keep, 'passphrase-file': passphraseFile } = values
  const [folder] = positionals
  if (keep !== undefined && (to === undefined || !/^[1-9]\d{0,3}$/.test(keep))) return undefined
  if (positionals.length + (to === undefined ? 0 : 1) !== 1) return undefined
  const destination = folder !== undefined ? { folder } : { in: to ?? '', ...(keep && { keep: Number(keep) }) }
  return (source) => backup(source, { to: destination, passphraseFile })
}

const readRestore = (args: string[]): Run | undefined => {
  const options = { into: text, 'data-dir': text, 'passphrase-file': text, 'end-sessions': text }
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
  const { into, 'data-dir': dataDir, 'passphrase-file': passphraseFile, 'end-sessions': ends = 'yes' } = values
  const [folder] = positionals
  if (folder === undefined || positionals.length > 1 || !into || !['yes', 'no'].includes(ends)) return undefined
  const asked = { into, dataDir, passphraseFile, endsSessions: ends === 'yes' }
  return (source) => restore(folder, { ...asked, timeoutMs: placeIn(source).DATABASE_TIMEOUT_MS })
}

const readRotate = (args: string[]): Run | undefined => {
  const flag = { type: 'boolean' } as const
  const options = { plan: flag, 'drop-old': flag, leaked: flag }
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
  const { plan = false, 'drop-old': drops = false, leaked: hasLeaked = false } = values
  const [named, ...others] = positionals
  if (named === undefined)
    return plan && !drops && !hasLeaked ? (source) => planRotation(source, Date.now()) : undefined
  const name = (Object.keys(keyFiles) as KeyFile[]).find((file) => file === named)
  if (!name || plan || others.length > 0 || (hasLeaked && !drops)) return undefined
  return async (source) => (drops ? dropOld(source, name, { hasLeaked, at: Date.now() }) : rotate(source, name))
}

const readers = new Map([
  ['backup', readBackup],
  ['restore', readRestore],
  ['rotate', readRotate],
])

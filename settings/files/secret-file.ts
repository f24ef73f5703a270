import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeDataDir } from './data-dir'

const generatedLength = 43

/** The account API's name of the SQLite file in the data folder. */
const sqliteFile = 'butterfly.db'

/** The generated secrets, each with the setting that replaces it. */
export const keyFiles = { 'account-api-key': 'ACCOUNT_API_KEY', 'session-secrets': 'SESSION_SECRETS' } as const

/** The name of the file of a generated secret. */
export type KeyFile = keyof typeof keyFiles

const madeAnew: string[] = []

/** The paths of the secrets that this process generated although a database was next to them. */
export const secretsMadeAnew = (): readonly string[] => madeAnew

/** A new secret: 32 random bytes as base64url. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

/** The first secret of {@link secretRing}. */
export const secretFile = (directory: string, name: string): string => secretRing(directory, name)[0] ?? ''

/**
 * A ring of generated secrets in a file of mode 0600, one per line, the one in use first. A new file has one secret. It
 * is created exclusively and then read, so processes that start together agree on one secret.
 * @throws BadEnvironment when no file can be created there
 * @throws Error when the file stays empty or cannot be read
 */
export const secretRing = (directory: string, name: string): string[] => {
  const path = join(directory, name)
  makeDataDir(directory)
  const isBesideDatabase = existsSync(join(directory, sqliteFile))
  try {
    writeFileSync(path, `${newSecret()}\n`, { flag: 'wx', mode: 0o600 })
    if (isBesideDatabase) madeAnew.push(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return readWritten(path, 100)
}

/** The secrets in a file. Undefined: the first one is incomplete. */
export const secretsInFile = (path: string): string[] | undefined => {
  const secrets = readFileSync(path, 'utf8')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  return (secrets[0] ?? '').length >= generatedLength ? secrets : undefined
}

/** Another process may have created the file and not written it yet. */
const readWritten = (path: string, triesLeft: number): string[] => {
  const secrets = secretsInFile(path)
  if (secrets) return secrets
  if (triesLeft === 0) throw new Error(`${path} contains no secret: delete it to have a new one made`)
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10)
  return readWritten(path, triesLeft - 1)
}

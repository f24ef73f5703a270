import { readFile } from 'node:fs/promises'
import { NotRun } from '#account-api/start/not-run'

/** People who have the archive can try passphrases as often as they like. */
const leastCharacters = 16

/**
 * Reads the passphrase of an archive from the first line of a file, because all users of a machine can see the
 * arguments of a command. Undefined: no file is named.
 * @throws NotRun
 */
export const passphraseIn = async (path: string | undefined): Promise<string | undefined> => {
  if (path === undefined) return undefined
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new NotRun(`${path} could not be read: ${(error as Error).message}`)
  })
  const [passphrase = ''] = text.split(/\r?\n/, 1)
  if ([...passphrase].length >= leastCharacters) return passphrase
  throw new NotRun(`The first line of ${path} has to be a passphrase of ${leastCharacters} characters or more.`)
}

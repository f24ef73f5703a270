import { randomBytes, scryptSync } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { seal, unseal } from '#account-api/kernel/sealing'
import { NotRun } from '#account-api/start/not-run'
import { type KeyFile, keyFiles } from '#settings/files/secret-file'
import type { Manifest } from './manifest'

/** The generated secrets of a deployment: the content of each file. */
export type Secrets = Partial<Record<KeyFile, string>>

/** scrypt with 128 MiB and some tenths of a second, because a passphrase can be guessed (RFC 7914). */
const cost = 2 ** 17
const leastPassphrase = 12

/** The secrets that are files of a data folder. */
export const secretsIn = (dataDir: string): Secrets => {
  const names = (Object.keys(keyFiles) as KeyFile[]).filter((name) => existsSync(join(dataDir, name)))
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(dataDir, name), 'utf8')]))
}

/** The passphrase in a file, without the line end. */
export const passphraseIn = (file: string): string => {
  const read = (): string => {
    try {
      return readFileSync(file, 'utf8').replace(/\r?\n$/, '')
    } catch (error) {
      throw new NotRun(`${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`)
    }
  }
  const passphrase = read()
  if (passphrase.length >= leastPassphrase && !passphrase.includes('\n')) return passphrase
  throw new NotRun(`${file} has to contain one line with a passphrase of at least ${leastPassphrase} characters.`)
}

type Sealed = { text: string; by: NonNullable<Manifest['sealedBy']> }

export const sealSecrets = (secrets: Secrets, passphrase: string, madeAt: string): Sealed => {
  const by = { salt: randomBytes(16).toString('base64url'), cost }
  return { text: seal(stretched(passphrase, by), JSON.stringify(secrets), placeOf(madeAt)), by }
}

/**
 * @throws NotRun for a wrong passphrase, or changed bytes
 */
export const unsealSecrets = (sealed: string, passphrase: string, { madeAt, sealedBy }: Manifest): Secrets => {
  const text = sealedBy && unseal(stretched(passphrase, sealedBy), sealed, placeOf(madeAt))
  if (typeof text === 'string') return JSON.parse(text) as Secrets
  throw new NotRun('The passphrase does not open the secrets of this backup.')
}

const placeOf = (madeAt: string) => ({ use: 'secrets of a backup', id: madeAt })

const stretched = (passphrase: string, { salt, cost: N }: Sealed['by']): string => {
  if (N > 2 * cost) throw new NotRun('The manifest demands more work than any version of Butterfly does.')
  const stretching = { N, r: 8, p: 1, maxmem: 256 * N * 8 }
  return scryptSync(passphrase, Buffer.from(salt, 'base64url'), 32, stretching).toString('base64url')
}

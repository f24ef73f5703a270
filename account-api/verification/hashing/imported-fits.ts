import { pbkdf2, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { verify as argon2Fits } from '@node-rs/argon2'
import { verify as bcryptFits } from '@node-rs/bcrypt'
import { base64, type ImportedHash, importedParts } from './imported-hash'

/**
 * True when a password matches a hash of another system. Passwords are normalised here, but perhaps not in the other
 * system, so the password as typed counts too. Both forms are always compared.
 */
export const importedFits = async (stored: string, password: string): Promise<boolean> => {
  const hash = importedParts(stored)
  let fits = false
  for (const spelt of new Set([password, password.normalize('NFKC')])) fits = (await compare(hash, spelt)) || fits
  return fits
}

/** A hash of a kind that no password matches. It is not computed, so it costs nothing. */
export const nobodysOf = (kind: string): string => {
  if (kind.startsWith('$2')) return `imported:${kind}$${'u'.repeat(22)}${'.'.repeat(31)}`
  const length = Number(/,l=(\d+)/.exec(kind)?.[1] ?? 32)
  return `imported:${kind}$${base64(Buffer.alloc(16))}$${base64(Buffer.alloc(length))}`
}

const compare = (hash: ImportedHash, password: string): Promise<boolean> => comparing[hash.scheme](hash, password)

const derivedScrypt = promisify<string, Buffer, number, object, Buffer>(scrypt)
const derivedPbkdf2 = promisify(pbkdf2)

const comparing: Record<ImportedHash['scheme'], (hash: ImportedHash, password: string) => Promise<boolean>> = {
  bcrypt: ({ encoded }, password) => bcryptFits(password, encoded),
  argon2: ({ encoded }, password) => argon2Fits(encoded, password),
  scrypt: async ({ parameters: { ln = 0, r = 0, p = 0 }, salt, digest }, password) => {
    const [N, maxmem] = [2 ** ln, 256 * r * 2 ** ln + 2 ** 20]
    return timingSafeEqual(await derivedScrypt(password, salt, digest.length, { N, r, p, maxmem }), digest)
  },
  pbkdf2: async ({ name, parameters: { i = 0 }, salt, digest }, password) =>
    timingSafeEqual(await derivedPbkdf2(password, salt, i, digest.length, name.slice('pbkdf2-'.length)), digest),
}

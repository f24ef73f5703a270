import { hkdfSync } from 'node:crypto'

const derived = new Map<string, Buffer>()

/**
 * The 256-bit key of a secret for one use (HKDF-SHA256, RFC 5869, with the salt `butterfly` and the use as info). Keys
 * of two uses reveal nothing about each other, nor about the secret. They are derived once.
 */
export const derivedKey = (secret: string, use: string): Buffer => {
  const name = `${use}\n${secret}`
  const known = derived.get(name)
  if (known) return known
  const key = Buffer.from(hkdfSync('sha256', secret, 'butterfly', use, 32))
  derived.set(name, key)
  return key
}

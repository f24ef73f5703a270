import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'

const derived = new Map<string, KeyObject>()

/**
 * The 256-bit key of a secret for one use (HKDF-SHA256, RFC 5869, with the salt `butterfly` and the use as info). Keys
 * of two uses reveal nothing about each other, nor about the secret. They are derived once. For a key that is bytes, Node
 * finds out by an exception that it is no key object, which costs six times the HMAC itself.
 */
export const derivedKey = (secret: string, use: string): KeyObject => {
  const name = `${use}\n${secret}`
  const known = derived.get(name)
  if (known) return known
  const key = createSecretKey(Buffer.from(hkdfSync('sha256', secret, 'butterfly', use, 32)))
  derived.set(name, key)
  return key
}

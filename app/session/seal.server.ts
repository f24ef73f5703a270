import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { keyRing } from './key-ring.server'

// A JSON Web Encryption in compact form (RFC 7516, section 7.1) whose key is shared directly (RFC 7518, section 4.5).
// Made with node:crypto: WebCrypto would hop to another thread and back for a few hundred bytes, which costs a
// signed-in page a tenth of its CPU.
const protectedHeader = Buffer.from('{"alg":"dir","enc":"A256GCM"}').toString('base64url')
const associatedData = Buffer.from(protectedHeader, 'ascii')
const [ivBytes, tagBytes] = [12, 16]
const sealedMaxLength = 4096

interface Sealed {
  /** Seconds since 1970, as in a JWT (RFC 7519, section 4.1.4). */
  exp: number
  payload: unknown
}

/**
 * Encrypts a small JSON object so that only this app can read it, for a time and a purpose.
 * `minutes` is how long it opens.
 */
export const seal = async (payload: object, options: { purpose: string; minutes: number }): Promise<string> => {
  const [key] = keyRing(options.purpose)
  if (!key) throw new Error('no session secret')
  const sealed: Sealed = { exp: Math.floor(Date.now() / 1000) + options.minutes * 60, payload }
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: tagBytes }).setAAD(associatedData)
  const text = Buffer.concat([cipher.update(JSON.stringify(sealed), 'utf8'), cipher.final()])
  const parts = [iv, text, cipher.getAuthTag()].map((part) => part.toString('base64url'))
  return `${protectedHeader}..${parts.join('.')}`
}

/** Opens what {@link seal} made; undefined when it was changed, has expired or was sealed for another purpose. */
export const unseal = async <T>(sealed: string, options: { purpose: string }): Promise<T | undefined> => {
  const parts = partsOf(sealed)
  if (!parts) return undefined
  for (const key of keyRing(options.purpose)) {
    const opened = open(parts, key)
    if (opened) return opened.exp * 1000 > Date.now() ? (opened.payload as T) : undefined
  }
  return undefined
}

interface Parts {
  iv: Buffer
  text: Buffer
  tag: Buffer
}

const partsOf = (sealed: string): Parts | undefined => {
  if (sealed.length > sealedMaxLength) return undefined
  const [header, encryptedKey, ...rest] = sealed.split('.')
  if (header !== protectedHeader || encryptedKey !== '' || rest.length !== 3) return undefined
  const [iv, text, tag] = rest.map((part) => Buffer.from(part, 'base64url'))
  if (iv?.length !== ivBytes || !text || tag?.length !== tagBytes) return undefined
  // base64url leaves spare bits in a last character, and decoders skip what they do not know; one spelling is ours.
  const isCanonical = [iv, text, tag].every((part, index) => part.toString('base64url') === rest[index])
  return isCanonical ? { iv, text, tag } : undefined
}

const open = ({ iv, text, tag }: Parts, key: Buffer): Sealed | undefined => {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: tagBytes })
    decipher.setAAD(associatedData).setAuthTag(tag)
    return JSON.parse(Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8')) as Sealed
  } catch {
    return undefined
  }
}

import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { derivedKey } from '#contract/wire/derived-key'

const [cipher, ivBytes, tagBytes] = ['aes-256-gcm' as const, 12, 16]

/** The use of the derived key, and the row that a sealed text belongs to. The text cannot be opened with another. */
interface Place {
  use: string
  id: string
}

/** Seals a text by AES-256-GCM (NIST SP 800-38D), so it opens only with this secret and in this place. */
export const seal = (secret: string, text: string, { use, id }: Place): string => {
  const iv = randomBytes(ivBytes)
  const sealing = createCipheriv(cipher, derivedKey(secret, use), iv).setAAD(Buffer.from(id))
  const sealed = Buffer.concat([sealing.update(text), sealing.final()])
  return Buffer.concat([iv, sealing.getAuthTag(), sealed]).toString('base64url')
}

/** Opens a text that any secret of a ring has sealed. Undefined: its secret is no longer in the ring. */
export const unsealByRing = (ring: readonly string[], sealed: string, place: Place): string | undefined => {
  for (const secret of ring) {
    const opened = unseal(secret, sealed, place)
    if (opened !== undefined) return opened
  }
  return undefined
}

/** Opens a sealed text. Undefined with another secret, in another place or after a change. */
export const unseal = (secret: string, sealed: string, { use, id }: Place): string | undefined => {
  const bytes = Buffer.from(sealed, 'base64url')
  const tagged = ivBytes + tagBytes
  if (bytes.length < tagged) return undefined
  const opening = createDecipheriv(cipher, derivedKey(secret, use), bytes.subarray(0, ivBytes))
  opening.setAAD(Buffer.from(id)).setAuthTag(bytes.subarray(ivBytes, tagged))
  try {
    return Buffer.concat([opening.update(bytes.subarray(tagged)), opening.final()]).toString()
  } catch {
    // Another secret sealed it, or it was changed, so the tag does not match.
    return undefined
  }
}

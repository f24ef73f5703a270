import { EncryptJWT, jwtDecrypt } from 'jose'
import { keyRing } from './key-ring.server'

/** The length of the largest cookie. */
const cookieMaxLength = 4096

const imported = new Map<string, Promise<CryptoKey[]>>()

/** The keys of a purpose in the form that WebCrypto takes. They are imported once. */
const cryptoKeys = (purpose: string): Promise<CryptoKey[]> => {
  const known = imported.get(purpose)
  if (known) return known
  const keys = Promise.all(
    keyRing(purpose).map((key) =>
      crypto.subtle.importKey('raw', new Uint8Array(key), 'AES-GCM', false, ['encrypt', 'decrypt']),
    ),
  )
  imported.set(purpose, keys)
  return keys
}

/**
 * Encrypts a small JSON object for one purpose, so that only this app can read it (JWE, `dir` with A256GCM, RFC 7516).
 * @param options.minutes how long the seal can be opened
 */
export const seal = async (payload: object, options: { purpose: string; minutes: number }): Promise<string> => {
  const [key] = await cryptoKeys(options.purpose)
  if (!key) throw new Error('no session secret')
  return new EncryptJWT({ payload })
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .setExpirationTime(Math.floor(Date.now() / 1000) + options.minutes * 60)
    .encrypt(key)
}

/** Opens a value of {@link seal}. Undefined when it was changed, has expired or was sealed for another purpose. */
export const unseal = async <T>(
  sealed: string,
  options: { purpose: string; maxLength?: number },
): Promise<T | undefined> => {
  if (sealed.length > (options.maxLength ?? cookieMaxLength) || !isCanonical(sealed)) return undefined
  for (const key of await cryptoKeys(options.purpose)) {
    const opened = await jwtDecrypt(sealed, key, {
      keyManagementAlgorithms: ['dir'],
      contentEncryptionAlgorithms: ['A256GCM'],
    }).catch(() => undefined)
    if (opened) return opened.payload.payload as T
  }
  return undefined
}

/** The last character of base64url has spare bits. Only one spelling of them is accepted. */
const isCanonical = (sealed: string) =>
  sealed.split('.').every((part) => Buffer.from(part, 'base64url').toString('base64url') === part)

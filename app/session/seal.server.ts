import { EncryptJWT, jwtDecrypt } from 'jose'
import { LRUCache } from 'lru-cache'
import { keyRing } from './key-ring.server'

const cookieMaxLength = 4096

const imported = new Map<string, Promise<CryptoKey[]>>()

/** The keys of a purpose in the form that WebCrypto takes, imported once. */
const cryptoKeys = (purpose: string): Promise<CryptoKey[]> => {
  const known = imported.get(purpose)
  if (known) return known
  const keys = Promise.all(
    keyRing(purpose).map((key) =>
      crypto.subtle.importKey('raw', new Uint8Array(key.export()), 'AES-GCM', false, ['encrypt', 'decrypt']),
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

interface Opened {
  /** The payload as JSON, so no reader changes what the next one gets. */
  json: string
  /** Milliseconds since 1970. */
  expiresAt: number
}

/**
 * Opened values that browsers send with every request, by purpose and value: decrypting takes a twentieth of a page.
 */
const remembered = new LRUCache<string, Opened>({
  maxSize: 4_000_000,
  sizeCalculation: ({ json }, sealed) => json.length + sealed.length,
})

/**
 * Opens a value of {@link seal}. Undefined when it was changed, has expired or was sealed for another purpose.
 * @param options.isFrequent the browser sends it with every request, so its content is cached
 */
export const unseal = async <T>(
  sealed: string,
  {
    purpose,
    maxLength = cookieMaxLength,
    isFrequent = false,
  }: { purpose: string; maxLength?: number; isFrequent?: boolean },
): Promise<T | undefined> => {
  if (sealed.length > maxLength) return undefined
  const name = `${purpose} ${sealed}`
  const opened = remembered.get(name) ?? (await open(sealed, purpose))
  if (opened === undefined || opened.expiresAt <= Date.now()) return undefined
  if (isFrequent) remembered.set(name, opened)
  return JSON.parse(opened.json) as T
}

/** The content of a sealed value. Undefined when no key of the purpose opens it. */
const open = async (sealed: string, purpose: string): Promise<Opened | undefined> => {
  if (!isCanonical(sealed)) return undefined
  for (const key of await cryptoKeys(purpose)) {
    const { payload } =
      (await jwtDecrypt(sealed, key, {
        keyManagementAlgorithms: ['dir'],
        contentEncryptionAlgorithms: ['A256GCM'],
      }).catch(() => undefined)) ?? {}
    if (payload?.exp !== undefined) return { json: JSON.stringify(payload.payload), expiresAt: payload.exp * 1000 }
  }
  return undefined
}

/** The last character of base64url has spare bits. Only one spelling of them is accepted. */
const isCanonical = (sealed: string) =>
  sealed.split('.').every((part) => Buffer.from(part, 'base64url').toString('base64url') === part)

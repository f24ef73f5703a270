import { z } from 'zod'
import type { SourceAuthenticator } from '#account-api/moving/people/source-person'
import { fromBase32 } from '#account-api/verification/authenticators/totp'

const parameters = z.record(z.string(), z.array(z.string())).catch({})
const text = z.string().optional()

/** A credential of an export. Versions before 4.8 have the parts of a password next to its type. */
export const keycloakCredential = z.object({
  type: z.string(),
  createdDate: z.number().optional().catch(undefined),
  secretData: text,
  credentialData: text,
  hashedSaltedValue: text,
  salt: text,
  hashIterations: z.number().optional(),
  algorithm: text,
  temporary: z.boolean().optional().catch(undefined),
})

type Credential = z.infer<typeof keycloakCredential>

const passwordSecret = z.object({ value: z.string(), salt: z.string().default('') })
const passwordData = z.object({
  hashIterations: z.number(),
  algorithm: z.string(),
  additionalParameters: parameters.default({}),
})
const otpSecret = z.object({ value: z.string() })
const otpData = z.object({
  subType: z.string(),
  digits: z.number(),
  period: z.number(),
  algorithm: z.string(),
  secretEncoding: z.string().nullish(),
})

const json = (written: string | undefined): unknown => {
  try {
    return JSON.parse(written ?? '')
  } catch {
    return undefined
  }
}

const unpadded = (base64: string): string => base64.replace(/=+$/, '')

/** The hash of a password as a PHC string, or in bcrypt's own format. Undefined: its kind has no such format. */
export const passwordHashOf = (credential: Credential): string | undefined => {
  const { hashedSaltedValue: value, salt, hashIterations, algorithm } = credential
  const isOld = credential.secretData === undefined
  const secret = passwordSecret.safeParse(isOld ? { value, salt } : json(credential.secretData))
  const data = passwordData.safeParse(isOld ? { hashIterations, algorithm } : json(credential.credentialData))
  if (!secret.success || !data.success) return undefined
  return written(secret.data, data.data)
}

const written = (
  { value, salt }: z.infer<typeof passwordSecret>,
  { algorithm, hashIterations, additionalParameters: more }: z.infer<typeof passwordData>,
): string | undefined => {
  const one = (name: string, otherwise: string) => more[name]?.[0] ?? otherwise
  const end = `$${unpadded(salt)}$${unpadded(value)}`
  if (/^pbkdf2(-sha256|-sha512)?$/.test(algorithm)) return `$${algorithm}$i=${hashIterations}${end}`
  if (algorithm === 'argon2') {
    const version = one('version', '1.3') === '1.3' ? 19 : 16
    const lanes = one('parallelism', '1')
    return `$argon2${one('type', 'id')}$v=${version}$m=${one('memory', '7168')},t=${hashIterations},p=${lanes}${end}`
  }
  // The bcrypt providers for Keycloak keep its whole text.
  return value.startsWith('$2') ? value : undefined
}

/** Lengths of a shared secret. RFC 4226 (section 4, R6) requires 16 bytes, and some systems used 10. */
const secretBytes = { least: 10, most: 128 }

/** An authenticator app with the same kind of codes as ours. Undefined: another kind. */
export const authenticatorOf = ({
  secretData,
  credentialData,
  createdDate,
}: Credential): SourceAuthenticator | undefined => {
  const [secret, data] = [otpSecret.safeParse(json(secretData)), otpData.safeParse(json(credentialData))]
  if (!secret.success || !data.success) return undefined
  const { subType, digits, period, algorithm, secretEncoding } = data.data
  if (subType !== 'totp' || digits !== 6 || period !== 30 || algorithm !== 'HmacSHA1') return undefined
  const { value } = secret.data
  const bytes = secretEncoding === 'BASE32' ? fromBase32(value) : secretEncoding ? undefined : Buffer.from(value)
  const fits = bytes && bytes.length >= secretBytes.least && bytes.length <= secretBytes.most
  return fits ? { secret: bytes, since: createdDate } : undefined
}

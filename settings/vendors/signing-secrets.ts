import { z } from 'zod'

/** The bytes of a secret in the format of Standard Webhooks: base64 of 24 to 64 bytes, after `whsec_`. */
const bytesOf = (secret: string): Buffer | undefined => {
  const [, encoded = ''] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret) ?? []
  const bytes = Buffer.from(encoded, 'base64')
  const isWhole = bytes.toString('base64').replace(/=+$/, '') === encoded.replace(/=+$/, '')
  return isWhole && bytes.length >= 24 && bytes.length <= 64 ? bytes : undefined
}

/** Secrets that sign posts, comma-separated while one is being replaced. */
export const signingSecrets = z.string().transform((list, context): Buffer[] => {
  const secrets = list.split(',').map((text) => bytesOf(text.trim()))
  if (secrets.every((bytes) => bytes !== undefined)) return secrets
  context.addIssue({ code: 'custom', message: 'has to be whsec_ and the base64 of 24 to 64 bytes' })
  return z.NEVER
})

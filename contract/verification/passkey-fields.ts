import { z } from 'zod'
import { line } from '#contract/terms/characters'
import { sensitive } from '#contract/terms/sensitive'

/** The maximum length of a passkey's name, in characters. */
export const passkeyLabelMaxLength = 40

/** A person's name for a passkey, which distinguishes it from their others. Only they see it, so it is not reviewed. */
export const passkeyLabel = line(passkeyLabelMaxLength).min(1)

/** The id of a passkey in lists of its account. It is not the id of the credential. */
export const passkeyId = z.string().regex(/^[\w-]{1,64}$/)

/** The characters of the answer of a browser. */
export const passkeyCredentialLength = { min: 2, max: 8192 }

/**
 * The answer of a browser: the JSON of a PublicKeyCredential (its `toJSON`, WebAuthn Level 3, section 5.1), as text.
 */
export const passkeyCredential = sensitive(z.string().min(passkeyCredentialLength.min).max(passkeyCredentialLength.max))

/** The challenge of a call, base64url. Its browser signs it, and it is valid once, for 15 minutes. */
const challenge = z.string()

const descriptor = z.object({
  type: z.literal('public-key'),
  id: z.string(),
  transports: z.array(z.string()).optional(),
})

/** The options with which a browser creates a passkey: PublicKeyCredentialCreationOptionsJSON (section 5.4). */
export const creationOptions = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge,
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.number().int() })),
  timeout: z.number().int(),
  attestation: z.literal('none'),
  authenticatorSelection: z.object({
    residentKey: z.literal('preferred'),
    requireResidentKey: z.literal(false),
    userVerification: z.literal('required'),
  }),
  excludeCredentials: z.array(descriptor),
})
export type CreationOptions = z.output<typeof creationOptions>

/** The options with which a browser proves a passkey: PublicKeyCredentialRequestOptionsJSON (section 5.5). */
export const requestOptions = z.object({
  challenge,
  timeout: z.number().int(),
  rpId: z.string(),
  /** Empty: any passkey that the browser finds for this site. */
  allowCredentials: z.array(descriptor),
  userVerification: z.literal('required'),
})
export type RequestOptions = z.output<typeof requestOptions>

import { z } from 'zod'

const base64url = (maxLength: number) =>
  z
    .string()
    .regex(/^[\w-]+$/)
    .max(maxLength)

/** A credential id has at most 1,023 bytes (WebAuthn Level 3, section 4). */
const id = base64url(1364)

/** The parts of client data that are checked here (section 5.8.1). The library checks them again. */
const clientData = z.object({
  challenge: base64url(128),
  origin: z.string().max(2048),
  crossOrigin: z.boolean().optional(),
})

const clientDataJson = base64url(4096)

const attestation = z.object({
  id,
  rawId: id,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: clientDataJson,
    attestationObject: base64url(8192),
    transports: z
      .array(z.string().regex(/^[a-z-]{1,20}$/))
      .max(10)
      .catch([])
      .default([]),
  }),
})
export type Attestation = z.output<typeof attestation>

const assertion = z.object({
  id,
  rawId: id,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: clientDataJson,
    authenticatorData: base64url(2048),
    signature: base64url(2048),
    userHandle: base64url(128).nullish(),
  }),
})
export type Assertion = z.output<typeof assertion>

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    // Text that is not JSON is refused like a bad credential.
    return undefined
  }
}

/** A credential, and the challenge that its client data has. */
export interface WithChallenge<Credential> {
  credential: Credential
  challenge: string
}

/**
 * Reads the answer of a browser. An answer from a page within another site's frame is refused, because pages of this
 * product are never in a frame.
 * @returns undefined for anything else
 */
const reading =
  <Credential extends { response: { clientDataJSON: string } }>(schema: z.ZodType<Credential>) =>
  (text: string): WithChallenge<Credential> | undefined => {
    const credential = schema.safeParse(jsonOf(text)).data
    if (!credential) return undefined
    const json = Buffer.from(credential.response.clientDataJSON, 'base64url').toString()
    const client = clientData.safeParse(jsonOf(json)).data
    return client && !client.crossOrigin ? { credential, challenge: client.challenge } : undefined
  }

/** Reads the answer to options for a new passkey (RegistrationResponseJSON, section 5.1). */
export const readAttestation = reading(attestation)

/** Reads the answer to options for a proof (AuthenticationResponseJSON). */
export const readAssertion = reading(assertion)

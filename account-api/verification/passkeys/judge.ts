import type { Passkey } from '#account-api/accounts/methods/passkey-store'
import type { PasskeyPlace } from '#rules/passkey-place'
import type { Assertion, Attestation } from './credential'
import { algorithms } from './options'

/** Loaded with the first passkey, so a deployment without passkeys spends no memory on it. */
const library = () => import('@simplewebauthn/server')
const helpers = () => import('@simplewebauthn/server/helpers')

interface Expected {
  place: PasskeyPlace
  challenge: string
}

/** The library refuses by an error. The error is not logged: its text is about what the caller sent. */
const unlessRefused = async <Judged>(judging: () => Promise<Judged>): Promise<Judged | undefined> => {
  try {
    return await judging()
  } catch {
    return undefined
  }
}

/**
 * True for an attestation without certificates: none at all, or self-signed. The options request none. With others, the
 * library would ask the addresses in their certificates whether these are revoked.
 */
const isWithoutCertificates = async ({ response }: Attestation): Promise<boolean> => {
  const { decodeAttestationObject } = await helpers()
  const decoded = decodeAttestationObject(new Uint8Array(Buffer.from(response.attestationObject, 'base64url')))
  const format = decoded.get('fmt')
  return format === 'none' || (format === 'packed' && !decoded.get('attStmt').get('x5c'))
}

/** A passkey that a browser has made. */
export type NewPasskey = Pick<Passkey, 'credentialId' | 'publicKey' | 'counter' | 'transports'>

/**
 * Checks a new passkey: place, challenge, user verification and algorithm (WebAuthn Level 3, section 7.1).
 * @returns undefined when it is refused
 */
export const judgeAttestation = async (
  credential: Attestation,
  { place, challenge }: Expected,
): Promise<NewPasskey | undefined> => {
  const { verifyRegistrationResponse } = await library()
  return unlessRefused(async () => {
    if (!(await isWithoutCertificates(credential))) return undefined
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...credential, clientExtensionResults: {}, response: { ...credential.response, transports: [] } },
      expectedChallenge: challenge,
      expectedOrigin: place.origin,
      expectedRPID: place.rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    })
    if (!verified || registrationInfo.credential.id !== credential.id) return undefined
    const { publicKey, counter } = registrationInfo.credential
    return {
      credentialId: credential.id,
      publicKey: Buffer.from(publicKey).toString('base64url'),
      counter,
      transports: credential.response.transports,
    }
  })
}

/**
 * Checks the proof of a passkey: place, challenge, user verification and signature (section 7.2). The counter is not
 * checked here, but by one statement on the row.
 * @returns the counter of the proof; undefined when it is refused
 */
export const judgeAssertion = async (
  credential: Assertion,
  { publicKey, place, challenge }: Expected & Pick<Passkey, 'publicKey'>,
): Promise<{ counter: number } | undefined> => {
  const { verifyAuthenticationResponse } = await library()
  const { userHandle, ...response } = credential.response
  return unlessRefused(async () => {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...credential, clientExtensionResults: {}, response },
      expectedChallenge: challenge,
      expectedOrigin: place.origin,
      expectedRPID: place.rpId,
      requireUserVerification: true,
      credential: {
        id: credential.id,
        publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')),
        counter: 0,
      },
    })
    return verified ? { counter: authenticationInfo.newCounter } : undefined
  })
}

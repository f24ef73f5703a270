import type { AccountProfile } from '#account-api/accounts/account/account-record'
import type { Passkey } from '#account-api/accounts/methods/passkey-store'
import { minutes } from '#account-api/kernel/time'
import type { Deployment } from '#account-api/verification/service'
import type { CreationOptions, RequestOptions } from '#contract/verification/passkey-fields'
import type { PasskeyPlace } from '#rules/passkey-place'

/** How long a browser lets its person look for a passkey. The challenge is valid for longer. */
const timeout = minutes(5)

/** The algorithms of keys, the best known first (RFC 9053, RFC 8812): ES256, EdDSA and RS256. */
export const algorithms = [-7, -8, -257]

/** The user handle of an account, by which a passkey identifies it. It contains no data of the person. */
export const userHandleOf = (accountId: string): string => Buffer.from(accountId).toString('base64url')

const descriptorOf = ({ credentialId, transports }: Passkey) => ({
  type: 'public-key' as const,
  id: credentialId,
  ...(transports.length > 0 && { transports }),
})

interface Creating {
  place: PasskeyPlace
  challenge: string
  account: AccountProfile
  /** The account's passkeys: a device that has one of them makes no second one. */
  has: readonly Passkey[]
  language: 'en' | 'zh-Hans'
}

/** The options for a new passkey (WebAuthn Level 3, section 5.4). */
export const creationOptionsFor = (
  { application }: Deployment,
  { place, challenge, account, has, language }: Creating,
): CreationOptions => {
  const name = account.email ?? account.mobile ?? account.username
  return {
    rp: { id: place.rpId, name: application.names[language] },
    user: { id: userHandleOf(account.id), name, displayName: account.name ?? name },
    challenge,
    pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key' as const, alg })),
    timeout,
    attestation: 'none',
    authenticatorSelection: { residentKey: 'preferred', requireResidentKey: false, userVerification: 'required' },
    excludeCredentials: has.map(descriptorOf),
  }
}

/** The options for a proof (section 5.5). Without passkeys, the browser looks for its passkeys of this site. */
export const requestOptionsFor = (
  { rpId }: PasskeyPlace,
  challenge: string,
  allowed: readonly Passkey[] = [],
): RequestOptions => ({
  challenge,
  timeout,
  rpId,
  allowCredentials: allowed.map(descriptorOf),
  userVerification: 'required',
})

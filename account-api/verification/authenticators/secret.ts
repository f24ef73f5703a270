import type { SealedSecret } from '#account-api/accounts/methods/authenticator-store'
import { hashToken } from '#account-api/kernel/random'
import { seal, unsealByRing } from '#account-api/kernel/sealing'
import type { Deployment } from '#account-api/verification/service'
import { derivedKey } from '#contract/wire/derived-key'

const use = 'authenticators'

/** The id of a key of the ring, which reveals nothing about the key. */
export const keyIdOf = (secret: string): string =>
  hashToken(derivedKey(secret, `${use}, id`).export().toString('base64url')).slice(0, 12)

/** The id of the key that seals now. */
export const presentKeyId = ({ secrets }: Deployment): string => keyIdOf(secrets[0] ?? '')

/** Seals the secret of an authenticator with the first key of the ring, for one account. */
export const sealSecret = (deployment: Deployment, accountId: string, secret: Buffer): SealedSecret => ({
  sealed: seal(deployment.secrets[0] ?? '', secret.toString('base64url'), { use, id: accountId }),
  sealedBy: presentKeyId(deployment),
})

/** Opens the secret of an account's authenticator. Undefined when its key is no longer in the ring. */
export const openSecret = (
  { secrets }: Deployment,
  accountId: string,
  { sealed }: SealedSecret,
): Buffer | undefined => {
  const opened = unsealByRing(secrets, sealed, { use, id: accountId })
  return opened === undefined ? undefined : Buffer.from(opened, 'base64url')
}

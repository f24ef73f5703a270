import type Provider from 'oidc-provider'
import { seconds } from '../../kernel/time'

/**
 * An ID token says that it was issued a little earlier than it was. A client whose clock is behind by less takes it,
 * where it refuses a token of the future.
 */
export const issuedEarlierMs = seconds(30)

/**
 * Gives tokens exactly the claims that an account answers for a use (`findAccount`), beside those of the protocol. The
 * library would choose by the scopes alone, and drop each claim that no scope names. Dates their issue (`iat`) back.
 */
export const keepClaims = ({ Claims, IdToken }: Provider): void => {
  Claims.prototype.result = async function () {
    return Object.fromEntries(Object.entries(this.available).filter(([, value]) => value !== undefined))
  }
  const payload = IdToken.prototype.payload
  IdToken.prototype.payload = async function () {
    return { ...(await payload.call(this)), iat: Math.floor((Date.now() - issuedEarlierMs) / 1000) }
  }
}

import { compactVerify, createLocalJWKSet, type JSONWebKeySet } from 'jose'
import type Provider from 'oidc-provider'
import { z } from 'zod'
import { seconds } from '#account-api/kernel/time'

/**
 * An ID token says that it was issued a little earlier than it was. A client whose clock is behind by less takes it,
 * where it refuses a token of the future.
 */
export const issuedEarlierMs = seconds(30)

/**
 * Gives tokens exactly the claims that an account answers for a use (`findAccount`), next to those of the protocol. The
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

const hint = z.looseObject({ iss: z.string(), aud: z.string(), sub: z.string() })

/**
 * Accepts an ID token as a hint of who signs out or comes back for as long as its session can live: also when its key has
 * left the published ones, or its client has chosen another algorithm. The library ignores its end (OpenID Connect
 * RP-Initiated Logout 1.0, section 2).
 * @param known the public halves of all keys
 */
export const acceptHints = ({ IdToken, issuer }: Provider, known: JSONWebKeySet): void => {
  const validate = IdToken.validate.bind(IdToken)
  IdToken.validate = (token, client) =>
    validate(token, client).catch(async (refused: unknown) => {
      const verified = await compactVerify(token, createLocalJWKSet(known)).catch(() => undefined)
      if (!verified) throw refused
      const payload = hint.parse(JSON.parse(new TextDecoder().decode(verified.payload)))
      if (payload.iss !== issuer || payload.aud !== client.clientId) throw refused
      return { header: verified.protectedHeader, payload }
    })
}

import { compactVerify, createLocalJWKSet, type JSONWebKeySet } from 'jose'
import type Provider from 'oidc-provider'
import { z } from 'zod'
import { seconds } from '#account-api/kernel/time'

/**
 * How far `iat` of an ID token is dated back. A client whose clock is behind by less accepts the token, because it is
 * not issued in the future.
 */
export const issuedEarlierMs = seconds(30)

/**
 * Gives tokens exactly the claims that an account returns for a use (`findAccount`), besides those of the protocol. The
 * library would choose by the scopes alone, and drop each claim without a scope. Dates `iat` back.
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
 * Accepts an ID token as a hint of who signs out or returns for as long as its session can live, even if its key is no
 * longer published or its client has chosen another algorithm. The library ignores its expiry (OpenID Connect
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

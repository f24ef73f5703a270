import type { Returned } from './visit'

export interface Visit {
  redirect_uri?: string | undefined
  code_verifier?: string | undefined
  nonce?: string | undefined
}

export interface Given extends Visit {
  platform: string
  platform_app_id?: string | undefined
  code?: string | undefined
  access_token?: string | undefined
  openid?: string | undefined
}

/** The fields of a visit that redeeming a code needs. */
const visitOf = ({ code_verifier: codeVerifier, nonce }: Visit) => ({
  ...(codeVerifier !== undefined && { codeVerifier }),
  ...(nonce !== undefined && { nonce }),
})

/**
 * The proof that a call brings back from a provider. A code takes precedence over an access token; undefined without
 * either.
 */
export const returnedIn = (input: Given): Returned | undefined => {
  const { platform, platform_app_id: appId, redirect_uri: redirectUri, code, access_token: accessToken } = input
  const returned = { platform, appId, redirectUri, openid: input.openid }
  if (code !== undefined) return { ...returned, proof: { code, ...visitOf(input) } }
  return accessToken === undefined ? undefined : { ...returned, proof: { accessToken } }
}

import * as oidc from 'openid-client'
import { expect } from 'vitest'
import type { World } from '#tests/account-api/worlds/world'
import type { Party } from './parties'

/** What an application posts with a code. */
export const codeFields = (
  { redirectUri }: Pick<Party, 'redirectUri'>,
  { back, verifier }: { back: URL; verifier?: string },
) => ({
  grant_type: 'authorization_code',
  code: back.searchParams.get('code') ?? '',
  redirect_uri: redirectUri,
  ...(verifier !== undefined && { code_verifier: verifier }),
})

/** Posts as an application does that has a secret, or none. */
export const postAs = async (
  world: World,
  { key, secret }: Pick<Party, 'key' | 'secret'>,
  path: string,
  fields: Record<string, string>,
) =>
  fetch((await world.listen()) + path, {
    method: 'POST',
    body: new URLSearchParams(secret === undefined ? { client_id: key, ...fields } : fields),
    headers: secret === undefined ? {} : { authorization: basic(key, secret) },
  })

const basic = (key: string, secret: string): string => `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`

/** Sends a token to the userinfo endpoint, without a client. */
export const askUserInfo = (world: World, token: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${world.baseUrl}/oidc/me`, { headers: { ...headers, authorization: `Bearer ${token}` } })

/** What a client learns of a token. */
export const introspect = ({ config }: Pick<Party, 'config'>, token = '') => oidc.tokenIntrospection(config, token)

/** What the userinfo endpoint reports a token. */
export const userInfo = ({ config }: Party, token = '') => oidc.fetchUserInfo(config, token, oidc.skipSubjectCheck)

export const refresh = ({ config }: Party, token = '') => oidc.refreshTokenGrant(config, token)

type Tokens = Pick<oidc.TokenEndpointResponse, 'access_token' | 'refresh_token'>

/** Expects that an application’s tokens work. @returns the next ones */
export const areGood = async (party: Party, { access_token, refresh_token }: Tokens) => {
  const next = await refresh(party, refresh_token)
  for (const token of [access_token, next.access_token]) expect(await userInfo(party, token)).toHaveProperty('sub')
  return next
}

/** Expects that they work no more. */
export const areOver = async (party: Party, { access_token, refresh_token }: Tokens): Promise<void> => {
  await expect(userInfo(party, access_token)).rejects.toThrow()
  await expect(refresh(party, refresh_token)).rejects.toThrow()
}

/** One part of a token, unchecked. */
export const partOf = (token: string, nth: 0 | 1): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split('.')[nth] ?? '', 'base64url').toString())

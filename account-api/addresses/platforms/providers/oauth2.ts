import { z } from 'zod'
import {
  type OutsideIdentity,
  ofOtherApp,
  type Provider,
  ProviderFailed,
} from '#account-api/accounts/platforms/provider'
import { type Ask, withinTime, withParameters } from './ask'

/** A provider of OAuth 2 (RFC 6749), as data. */
export interface OAuth2Description {
  clientId: string
  clientSecret: string
  authorizeUrl: string
  tokenUrl: string
  profileUrl: string
  scope: string
  pkce: boolean
  /**
   * The paths of the id, the name and the picture's address in the profile, with dots between levels. The first path
   * with a value counts.
   */
  fields: { id: readonly string[]; name: readonly string[]; picture: readonly string[] }
  headers?: Record<string, string>
  /** Asks whether an access token was issued to this client. Undefined: the provider cannot say that. */
  isOurs?: (ask: Ask, accessToken: string) => Promise<boolean>
}

/** The header with which a client sends its secret (RFC 6749, section 2.3.1). */
export const basicOf = (id: string, secret: string): { authorization: string } => ({
  authorization: `Basic ${Buffer.from([id, secret].map(encodeURIComponent).join(':')).toString('base64')}`,
})

// A few providers send an error with status 200 and without a token.
const tokenAnswer = z.object({ access_token: z.string().regex(/^[!-~]{1,8192}$/) })

/** The scalar at a path of an answer, as text. Undefined: no value, or an inexact number. */
const textAt = (body: unknown, path: string): string | undefined => {
  let value = body
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
    value = (value as Record<string, unknown>)[name]
  }
  if (typeof value === 'string') return value === '' ? undefined : value
  return typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : undefined
}

const firstAt = (body: unknown, paths: readonly string[]): string | undefined =>
  paths.map((path) => textAt(body, path)).find((text) => text !== undefined)

export const oauth2Provider = (described: OAuth2Description, isOwn: boolean): Provider => {
  const {
    clientId,
    clientSecret,
    authorizeUrl,
    tokenUrl,
    profileUrl,
    scope,
    pkce,
    fields,
    headers = {},
    isOurs,
  } = described

  const identify = async (ask: Ask, form: Record<string, string>): Promise<OutsideIdentity> => {
    const token = await ask(tokenUrl, { headers, form })
    const given = tokenAnswer.safeParse(token.body)
    if (token.status !== 200 || !given.success)
      throw new ProviderFailed('platform_refused', `the code was answered with ${token.status} and no token`)
    return profileOf(ask, given.data.access_token)
  }

  const profileOf = async (ask: Ask, accessToken: string): Promise<OutsideIdentity> => {
    const authorization = `Bearer ${accessToken}`
    const profile = await ask(profileUrl, { headers: { ...headers, authorization } })
    const id = firstAt(profile.body, fields.id)
    if (profile.status !== 200 || id === undefined)
      throw new ProviderFailed('platform_refused', `the token was answered with ${profile.status} and no person`)
    const picture = firstAt(profile.body, fields.picture)
    const name = firstAt(profile.body, fields.name) ?? ''
    return { openid: id, name, ...(picture !== undefined && { pictureUrl: picture }) }
  }

  return {
    appId: clientId,
    isOwn,
    tellsWhen: false,
    start: async ({ redirectUri, state, codeChallenge }) =>
      withParameters(authorizeUrl, {
        response_type: 'code',
        client_id: clientId,
        redirect_uri: redirectUri,
        scope,
        state,
        ...(pkce && { code_challenge: codeChallenge, code_challenge_method: 'S256' }),
      }),
    ...(isOurs && {
      identifyByToken: (accessToken: string) =>
        withinTime(async (ask) => {
          if (await isOurs(ask, accessToken)) return profileOf(ask, accessToken)
          throw ofOtherApp()
        }),
    }),
    identify: ({ code, redirectUri, codeVerifier = '' }) =>
      withinTime((ask) =>
        identify(ask, {
          grant_type: 'authorization_code',
          code,
          redirect_uri: redirectUri,
          client_id: clientId,
          client_secret: clientSecret,
          ...(pkce && { code_verifier: codeVerifier }),
        }),
      ),
  }
}

import { z } from 'zod'
import { type OutsideIdentity, ofOtherApp, ProviderFailed } from '#account-api/accounts/platforms/provider'
import { tellingRule, withinTime, withParameters } from './ask'

const told = z.object({ aud: z.string(), sub: z.string().min(1) })

/** The owner of a Google access token, if its `aud` is this app. */
export const subjectByTokenInfo = (
  url: string,
  { accessToken, clientId }: { accessToken: string; clientId: string },
): Promise<string> =>
  withinTime(async (ask) => {
    const { status, body } = await ask(withParameters(url, { access_token: accessToken }))
    if (status !== 200) throw new ProviderFailed('platform_refused', `the access token was answered with ${status}`)
    const token = told.safeParse(body).data
    if (token?.aud !== clientId) throw ofOtherApp()
    return token.sub
  })

const audience = z.object({ aud: z.union([z.string().transform((one) => [one]), z.array(z.string())]) })

/** True for a token that claims to be an id_token for this app. Nothing of it is verified yet. */
export const isIdTokenFor = (token: string, clientId: string): boolean => {
  const [, payload, signature] = token.split('.')
  if (payload === undefined || signature === undefined) return false
  try {
    const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString())
    return audience.safeParse(claims).data?.aud.includes(clientId) ?? false
  } catch {
    return false
  }
}

/** An access token, or a notice of a sign-out, may have the same audience. */
const person = z.object({
  sub: z.string().min(1),
  iat: z.number(),
  exp: z.number(),
  azp: z.string().optional(),
  client_id: z.undefined().optional(),
  scope: z.undefined().optional(),
  events: z.undefined().optional(),
  typ: z.literal('ID').optional(),
  name: z.string().optional(),
  nickname: z.string().optional(),
  preferred_username: z.string().optional(),
  picture: z.string().optional(),
})

/**
 * Verifies an id_token that an app on a device was given (OpenID Connect Core, section 3.1.3.7): signed by the issuer,
 * for this app alone, and not expired. Returns the person of the token.
 */
export const verifiedIdToken = async (
  token: string,
  { issuer, jwksUri, clientId }: { issuer: string; jwksUri: string; clientId: string },
): Promise<OutsideIdentity> => {
  const { createRemoteJWKSet, jwtVerify } = await import('jose')
  const algorithms = ['RS256', 'PS256', 'ES256', 'EdDSA']
  const checked = await jwtVerify(
    token,
    createRemoteJWKSet(new URL(jwksUri), { timeoutDuration: tellingRule.patienceMs }),
    {
      issuer,
      audience: clientId,
      algorithms,
      clockTolerance: 30,
    },
  ).catch(({ code = 'no code' }: { code?: string }) => {
    const isSilent = code === 'ERR_JWKS_TIMEOUT' || code === 'no code'
    throw new ProviderFailed(
      isSilent ? 'platform_unreachable' : 'platform_refused',
      `the id_token was refused: ${code}`,
    )
  })
  const read = person.safeParse(checked.payload)
  const isForUs = [checked.payload.aud].flat().length === 1 && (read.data?.azp ?? clientId) === clientId
  if (!read.success || !isForUs || checked.protectedHeader.typ?.toLowerCase() === 'at+jwt') throw ofOtherApp()
  const { sub, name, nickname, preferred_username, picture } = read.data
  return {
    openid: sub,
    name: name ?? nickname ?? preferred_username ?? '',
    ...(picture !== undefined && { pictureUrl: picture }),
  }
}

import type * as OpenIdClient from 'openid-client'
import {
  cannotTell,
  type OutsideIdentity,
  ofOtherApp,
  type Provider,
  ProviderFailed,
} from '#account-api/accounts/platforms/provider'
import { textOf } from '#account-api/kernel/outside/answers'
import { hours } from '#account-api/kernel/time'
import { tellingRule } from './ask'
import { isIdTokenFor, subjectByTokenInfo, verifiedIdToken } from './issued-to-us'

/** An issuer of OpenID Connect, and this deployment as its client. */
export interface OpenIdDescription {
  issuer: string
  clientId: string
  clientSecret: string
  scope: string
  /** True when the issuer honours max_age and returns auth_time (OpenID Connect Core, section 3.1.2.1). */
  tellsWhen: boolean
  /** The endpoint that returns to which app an access token was issued, if not introspection. */
  tokenInfo?: string
}

/** Loads the library, for the first sign-in that needs it. */
const library = () => import('openid-client')

/** How long an issuer's metadata is used. Keys are fetched again when an unknown one appears. */
const discoveredMs = hours(1)

/** A fetch function with limits, for openid-client. It distinguishes an issuer that fails from one that refuses. */
const boundedFetch: OpenIdClient.CustomFetch = async (url, options) => {
  const { hostname } = new URL(url)
  const failed = () => new ProviderFailed('platform_unreachable', `${hostname} gave no whole answer`)
  const response = await fetch(url, options as RequestInit).catch(() => undefined)
  // The library sets its own time limit, which covers the body too.
  const text = response && (await textOf(response, options.signal ?? AbortSignal.timeout(tellingRule.patienceMs)))
  if (!response || text === undefined) throw failed()
  if (response.status >= 500 || response.status === 429) throw failed()
  return new Response(text === '' ? null : text, { status: response.status, headers: response.headers })
}

/** The failure of a provider that an error of openid-client wraps, otherwise a refusal. */
const failureIn = (error: unknown): ProviderFailed => {
  for (let cause = error; cause instanceof Error; cause = cause.cause) if (cause instanceof ProviderFailed) return cause
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'no code'
  return new ProviderFailed('platform_refused', `the issuer was refused: ${code}`)
}

/** Runs the requests to an issuer, which share the time limit of {@link tellingRule}. */
const inTime = async <Answer>(questions: Promise<Answer>): Promise<Answer> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    const failed = new ProviderFailed('platform_unreachable', 'the issuer took too long')
    timer = setTimeout(() => reject(failed), tellingRule.patienceMs)
  })
  try {
    return await Promise.race([questions, late])
  } catch (error) {
    throw failureIn(error)
  } finally {
    clearTimeout(timer)
  }
}

/**
 * An OpenID issuer, found by discovery. Its id_token is checked completely: signature, issuer, audience, times and
 * nonce. The email in it is ignored.
 */
export const openIdProvider = (
  { issuer, clientId, clientSecret, scope, tellsWhen, tokenInfo }: OpenIdDescription,
  isOwn: boolean,
  now: () => number = Date.now,
): Provider => {
  let known: { configuration: Promise<OpenIdClient.Configuration>; until: number } | undefined

  const discover = async (): Promise<OpenIdClient.Configuration> => {
    const client = await library()
    // The settings allow http for this machine only.
    const insecure = issuer.startsWith('http:') ? [client.allowInsecureRequests] : []
    return client.discovery(new URL(issuer), clientId, clientSecret, undefined, {
      [client.customFetch]: boundedFetch,
      timeout: tellingRule.patienceMs / 1000,
      // By default an id_token from the token endpoint may be unsigned.
      execute: [client.enableNonRepudiationChecks, ...insecure],
    })
  }

  const configured = (): Promise<OpenIdClient.Configuration> => {
    if (known && known.until > now()) return known.configuration
    const configuration = discover()
    const found = { configuration, until: now() + discoveredMs }
    known = found
    configuration.catch(() => {
      if (known === found) known = undefined
    })
    return configuration
  }

  /**
   * Runs requests within the time limit. If the issuer does not answer, its metadata is discovered again the next time.
   */
  const asking = async <Answer>(questions: Promise<Answer>): Promise<Answer> => {
    try {
      return await inTime(questions)
    } catch (error) {
      if (error instanceof ProviderFailed && error.code === 'platform_unreachable') known = undefined
      throw error
    }
  }

  const identify = async (url: URL, checks: OpenIdClient.AuthorizationCodeGrantChecks): Promise<OutsideIdentity> => {
    const configuration = await configured()
    const { issuer: iss, authorization_response_iss_parameter_supported: tellsIssuer } = configuration.serverMetadata()
    // Each platform has its own return address, which identifies the issuer of the answer.
    if (tellsIssuer) url.searchParams.set('iss', iss)
    const { authorizationCodeGrant } = await library()
    const tokens = await authorizationCodeGrant(configuration, url, { ...checks, idTokenExpected: true })
    const claims = tokens.claims()
    if (!claims) throw new ProviderFailed('platform_refused', 'the issuer gave no id_token')
    const { sub } = claims
    const isNamed = typeof claims.name === 'string'
    const person = isNamed ? claims : await userInfo(configuration, tokens.access_token, sub)
    const name = [person?.name, person?.nickname, person?.preferred_username].find((text) => typeof text === 'string')
    const { auth_time: at } = claims
    const picture = claims.picture ?? person?.picture
    return {
      openid: sub,
      name: typeof name === 'string' ? name : '',
      ...(typeof at === 'number' && { provenAt: at * 1000 }),
      ...(typeof picture === 'string' && { pictureUrl: picture }),
    }
  }

  /** The owner of an access token, by introspection (RFC 7662). */
  const subjectByIntrospection = async (configuration: OpenIdClient.Configuration, accessToken: string) => {
    if (configuration.serverMetadata().introspection_endpoint === undefined) throw cannotTell('the issuer')
    const { tokenIntrospection } = await library()
    const { active, client_id, sub } = await tokenIntrospection(configuration, accessToken)
    if (!active || client_id !== clientId || sub === undefined) throw ofOtherApp()
    return sub
  }

  /** The person of an id_token for us, or of an access token that the issuer confirms to have issued to us. */
  const identifyByToken = async (accessToken: string): Promise<OutsideIdentity> => {
    const configuration = await configured()
    const metadata = configuration.serverMetadata()
    if (isIdTokenFor(accessToken, clientId) && metadata.jwks_uri !== undefined)
      return verifiedIdToken(accessToken, { issuer: metadata.issuer, jwksUri: metadata.jwks_uri, clientId })
    const sub = tokenInfo
      ? await subjectByTokenInfo(tokenInfo, { accessToken, clientId })
      : await subjectByIntrospection(configuration, accessToken)
    const person = await userInfo(configuration, accessToken, sub)
    const name = [person?.name, person?.nickname, person?.preferred_username].find((text) => typeof text === 'string')
    return { openid: sub, name: name ?? '', ...(typeof person?.picture === 'string' && { pictureUrl: person.picture }) }
  }

  return {
    appId: clientId,
    isOwn,
    tellsWhen,
    identifyByToken: (accessToken) => asking(identifyByToken(accessToken)),
    start: async ({ redirectUri, state, nonce, codeChallenge, isFresh }) => {
      const configuration = await asking(configured())
      const { buildAuthorizationUrl } = await library()
      const url = buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope,
        state,
        nonce,
        code_challenge: codeChallenge,
        code_challenge_method: 'S256',
        ...(isFresh && { prompt: 'login', max_age: '0' }),
      })
      return url.href
    },
    identify: async ({ code, redirectUri, codeVerifier, nonce }) => {
      // Without the nonce of a visit, another person's answer would be accepted.
      if (nonce === undefined || codeVerifier === undefined)
        throw new ProviderFailed('platform_refused', 'a code came without its visit')
      const url = new URL(redirectUri)
      url.searchParams.set('code', code)
      return asking(identify(url, { pkceCodeVerifier: codeVerifier, expectedNonce: nonce }))
    },
  }
}

/**
 * Reads the claims that the issuer gives outside the id_token. A missing name costs one more request, but the person is
 * accepted without one.
 */
const userInfo = async (configuration: OpenIdClient.Configuration, accessToken: string, sub: string) => {
  if (configuration.serverMetadata().userinfo_endpoint === undefined) return undefined
  const { fetchUserInfo } = await library()
  return fetchUserInfo(configuration, accessToken, sub).catch(() => undefined)
}

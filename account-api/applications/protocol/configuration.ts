import type Provider from 'oidc-provider'
import type { Context, errors as Errors, Token } from 'oidc-provider'
import { isOpen } from '#account-api/accounts/account/account-record'
import { termsDueAt } from '#account-api/accounts/terms/terms'
import { acrValues } from '#account-api/applications/authorisation/assurance'
import { cookieKeys, requestCookie, resumeCookie } from '#account-api/applications/authorisation/browser-key'
import type { ClaimRules } from '#account-api/applications/clients/claim-rules'
import { clientAlgorithms } from '#account-api/applications/clients/client-keys'
import { type ClaimUse, claimsFor } from '#account-api/applications/grants/client-claims'
import type { SigningKey } from '#account-api/applications/grants/signing-keys'
import type { Service } from '#account-api/applications/service'
import { sessionLongestMs } from '#account-api/kernel/lifetimes'
import { isFactorDue } from '#account-api/organisations/sign-in-rules/deployment-rule'
import { protocolPath } from '#contract/applications/open-paths'
import { openScopes } from '#contract/applications/open-scopes'
import { derivedKey } from '#contract/wire/derived-key'
import { headerNames } from '#contract/wire/headers'
import { adapterFor } from './adapter'
import { claimsForApis, mayBeRefreshed, mayIntrospect, resourceIndicatorsOf } from './apis'
import { libraryFetch } from './asking'
import { deviceFlow, deviceRoutes } from './devices'
import { showError } from './error-answer'
import { existingGrant } from './grants'
import { assuranceAsked, judgeRequest, promptValues } from './request-rules'
import type { OurSessions } from './sessions'
import { signOutPath } from './sign-out'
import { holderOf, nameActor } from './token-exchange'

const [minute, hour, day] = [60, 60 * 60, 24 * 60 * 60]

/** The lifetimes of the protocol's records and tokens, in seconds. */
export const lifetimes = {
  AuthorizationCode: minute,
  AccessToken: hour,
  IdToken: hour,
  RefreshToken: 30 * day,
  Grant: 366 * day,
  Interaction: hour,
  DeviceCode: 10 * minute,
}

const claims = Object.fromEntries(Object.entries(openScopes).map(([scope, { claims }]) => [scope, claims]))

/** The configuration of the protocol's library: the features for developers, and its access to accounts and storage. */
export const configurationOf = (
  service: Service,
  {
    keys,
    errors,
    policy,
    provider,
    context,
    ours,
  }: {
    keys: readonly SigningKey[]
    errors: typeof Errors
    /** When a person is sent to our page. */
    policy: object
    provider: () => Provider
    context: () => Context | undefined
    ours: OurSessions
  },
) => {
  const { deployment, storage } = service
  const on = { enabled: true }
  const off = { enabled: false }
  return {
    adapter: (model: string) => adapterFor(service, model, { errors, context }),
    jwks: { keys },
    cookies: {
      names: { interaction: requestCookie, resume: resumeCookie, session: `${requestCookie}_session` },
      keys: cookieKeys(deployment.secrets),
      // Nothing reads the cookie of the library's session. Forms of other sites may post requests, which needs this
      // setting.
      long: { httpOnly: true, sameSite: 'none', signed: true },
      short: { httpOnly: true, sameSite: 'lax', signed: true },
    },
    enableHttpPostMethods: true,
    allowOmittingSingleRegisteredRedirectUri: false,
    features: {
      devInteractions: off,
      resourceIndicators: resourceIndicatorsOf(service, errors),
      clientCredentials: on,
      requestObjects: on,
      dPoP: {
        ...on,
        nonceSecret: derivedKey(deployment.secrets[0] ?? '', 'DPoP nonce').export(),
        requireNonce: isBound,
      },
      fapi: {
        ...on,
        profile: (_: Context, client?: Context['oidc']['client']) =>
          client?.protocol?.profile === 'fapi2' ? '2.0' : undefined,
      },
      deviceFlow,
      rpInitiatedLogout: on,
      introspection: { ...on, allowedPolicy: mayIntrospect(service) },
      backchannelLogout: on,
      revocation: { ...on, allowedPolicy: isOwn },
      pushedAuthorizationRequests: on,
      userinfo: on,
      claimsParameter: on,
    },
    responseTypes: ['code'],
    pkce: { required: (_: Context, { requires_pkce }: Context['oidc']['client']) => requires_pkce !== false },
    scopes: Object.keys(openScopes),
    claims,
    acrValues,
    // The rule of a parameter is called for every request, even one without the parameter.
    extraParams: { source: judgeRequest(errors) },
    discovery: {
      ui_locales_supported: ['zh-Hans', 'en'],
      prompt_values_supported: promptValues,
      client_id_metadata_document_supported: deployment.readsClientDocuments,
    },
    clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none'],
    enabledJWA: {
      idTokenSigningAlgValues: ['RS256', 'ES256'],
      userinfoSigningAlgValues: ['RS256', 'ES256'],
      introspectionSigningAlgValues: ['RS256', 'ES256'],
      authorizationSigningAlgValues: ['RS256', 'ES256'],
      requestObjectSigningAlgValues: clientAlgorithms,
      clientAuthSigningAlgValues: clientAlgorithms,
      dPoPSigningAlgValues: clientAlgorithms,
    },
    extraClientMetadata: {
      properties: [
        'secret_hashes',
        'requires_pkce',
        'is_operators',
        'is_first_party',
        'claim_rules',
        'machine_used_at',
        'organisation',
        'protocol',
        'is_signalled',
      ],
    },
    routes: {
      ...deviceRoutes,
      authorization: `${protocolPath}/auth`,
      end_session: signOutPath,
      introspection: `${protocolPath}/token/introspection`,
      jwks: `${protocolPath}/jwks`,
      pushed_authorization_request: `${protocolPath}/request`,
      revocation: `${protocolPath}/token/revocation`,
      token: `${protocolPath}/token`,
      userinfo: `${protocolPath}/me`,
    },
    interactions: { url: requestPage, policy },
    ttl: {
      ...lifetimes,
      AccessToken: tokenSeconds,
      ClientCredentials: tokenSeconds,
      Session: () => sessionLongestMs(deployment) / 1000,
    },
    findAccount: async (context: Context, accountId: string) => {
      const account = await storage.accounts.profile(accountId)
      if (!account || !isOpen(account)) return undefined
      const assurance = assuranceAsked(context, { deployment, account, session: ours.get(context.req) })
      // The grant of an answer, or of a device, belongs to the person's membership at that time.
      if (context.oidc.route === 'authorization') Object.assign(context.oidc.session, assurance)
      const shownTerms = String(context.req.headers[headerNames.shownTerms] ?? '')
      return {
        accountId,
        lacksTerms: termsDueAt(deployment, account, shownTerms) !== undefined,
        // A returning browser's answer was checked when it was given, and a client that exchanges a token is not a
        // person.
        lacksFactor:
          context.oidc.route === 'authorization' &&
          (assurance.unmet !== undefined || (await isFactorDue(storage, account, ours.get(context.req)))),
        claims: (use: ClaimUse, scope: string, named: object = {}) => {
          const { client, grant } = context.oidc
          // An ID token is made with the requested scopes, but the person may have agreed to fewer.
          const scopes = new Set(grant.getOIDCScopeFiltered(new Set(scope.split(' '))).split(' '))
          const claimRules = (client.claim_rules ?? null) as ClaimRules | null
          const asker = { id: client.clientId, claimRules }
          return claimsFor(storage, account, { use, scopes, asked: Object.keys(named), client: asker })
        },
      }
    },
    loadExistingGrant: (context: Context) => existingGrant(service, provider(), context),
    issueRefreshToken: (_: Context, __: object, source: Token) => mayBeRefreshed(service, source),
    extraTokenClaims: claimsForApis,
    formats: { customizers: { jwt: nameActor } },
    // Each use of a refresh token returns the next one, even for clients with a secret. A refresh token that is bound
    // to a key stays the same (FAPI 2.0 Security Profile, section 5.3.2.1).
    rotateRefreshToken: ({ oidc: { client } }: Context) => client.protocol?.profile !== 'fapi2',
    renderError: showError,
    fetch: libraryFetch(service, context),
    clientBasedCORS,
  }
}

/** The first language of the client's preferences that the web app has: `ui_locales`. */
const languageOf = (locales: string): string | undefined =>
  locales
    .split(' ')
    .map((tag) => /^(en|zh)(?:-|$)/i.exec(tag)?.[1]?.toLowerCase())
    .find((language) => language !== undefined)

/** The page of a request, in the language that the client prefers. */
const requestPage = (_: Context, { uid, params }: { uid: string; params: { ui_locales?: string } }): string => {
  const language = languageOf(params.ui_locales ?? '')
  return `/login/authorize/${uid}${language ? `?lng=${language === 'zh' ? 'zh-Hans' : language}` : ''}`
}

const isOwn = async (_: Context, client: Context['oidc']['client'], token: Token): Promise<boolean> =>
  holderOf(token) === client.clientId

/** A client with bound tokens proves each time that it holds the key. */
const isBound = ({ oidc: { entities } }: Context): boolean => entities.Client?.dpopBoundAccessTokens === true

const tokenSeconds = (_: Context, { resourceServer }: Token): number =>
  resourceServer?.accessTokenTTL ?? lifetimes.AccessToken

/** A client's pages may call from the origins of its return addresses. An app has no web origin. */
const clientBasedCORS = (_: Context, origin: string, { redirectUris }: Context['oidc']['client']): boolean =>
  origin !== 'null' && redirectUris.some((uri) => new URL(uri).origin === origin)

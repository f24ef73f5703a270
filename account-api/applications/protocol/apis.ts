import { createHmac } from 'node:crypto'
import { compactVerify, createLocalJWKSet, type JSONWebKeySet } from 'jose'
import type Provider from 'oidc-provider'
import type { Context, errors as Errors, Token } from 'oidc-provider'
import type { OpenApi } from '#account-api/applications/apis/api-store'
import { machineScopesAt, personScopesAt, scopesAt } from '#account-api/applications/authorisation/asked-scopes'
import { type ClientProtocol, usualProtocol } from '#account-api/applications/clients/client-protocol'
import type { Deployment, Service } from '#account-api/applications/service'
import { count } from '#account-api/kernel/limits/limits'
import { newToken } from '#account-api/kernel/random'
import { secondsUntil } from '#account-api/kernel/time'
import { comparedPath, protocolPath } from '#contract/applications/open-paths'
import { leastScope } from '#contract/applications/open-scopes'
import { derivedKey } from '#contract/wire/derived-key'
import { hasLivingClients } from './living-tokens'
import { holderOf, tokenExchange } from './token-exchange'

const algorithm = 'ES256'

/** The scopes that a request may get at an API. Undefined: those that its person is asked for, or has agreed to. */
const scopesFor = ({ params, entities: { SubjectToken } }: Context['oidc'], api: OpenApi, client: ClientProtocol) => {
  if (params?.grant_type === 'client_credentials') return machineScopesAt(api, client)
  return SubjectToken && scopesAt(api, client.exchangeScopes).filter((scope) => SubjectToken.scopes.has(scope))
}

/** The consented record that is exchanged for tokens now. Undefined for an authorisation request. */
const sourceOf = ({ route, entities: { AuthorizationCode, DeviceCode, RefreshToken } }: Context['oidc']) =>
  route === 'token' ? (AuthorizationCode ?? DeviceCode ?? RefreshToken) : undefined

/** Tokens for APIs (RFC 8707). The record of an API describes it, and the client's record lists its scopes there. */
export const resourceIndicatorsOf = (
  { deployment, storage }: Service,
  { InvalidTarget, InvalidScope, TemporarilyUnavailable }: typeof Errors,
) => ({
  enabled: true,

  // A token without an API would be useless.
  defaultResource: (context: Context, _: unknown, oneOf?: string[]) => {
    if (['client_credentials', tokenExchange].includes(context.oidc.params?.grant_type ?? ''))
      throw new InvalidTarget('name the API as resource')
    return oneOf
  },

  getResourceServerInfo: async (context: Context, identifier: string, client: Context['oidc']['client']) => {
    const { oidc } = context
    const api = await storage.apis.find(identifier)
    const { protocol = usualProtocol } = client
    const own = api && scopesFor(oidc, api, protocol)
    const may = own ?? (api ? personScopesAt(api, protocol) : [])
    if (!api || may.length === 0) throw new InvalidTarget('the client may get nothing at such an API')
    if (own) {
      const counted = await count(storage, 'tokensOfAProgram', { subject: client.clientId, at: deployment.now() })
      if (!counted.within) {
        context.set('retry-after', String(secondsUntil(deployment, counted.until)))
        throw Object.assign(new TemporarilyUnavailable(), { statusCode: 429 })
      }
      const asked = oidc.params?.scope?.split(' ') ?? may
      const refused = asked.find((scope) => !may.includes(scope))
      if (refused !== undefined) throw new InvalidScope('the client may not ask for this scope there', refused)
      Object.assign(oidc.params ?? {}, { scope: asked.join(' ') })
    }
    const source = sourceOf(oidc)
    if (source && !api.mayRefresh && oidc.params?.grant_type === 'refresh_token')
      throw new InvalidTarget('refresh tokens give no tokens for this API')
    // An API that only checks the audience would accept a token without scopes.
    const agreed = may.filter((scope) => source?.scopes.has(scope))
    if (source && oidc.grant.getResourceScopeFiltered(identifier, agreed) === '')
      throw new InvalidTarget('the person has agreed to nothing at this API')
    return {
      scope: may.join(' '),
      accessTokenTTL: api.tokenSeconds,
      accessTokenFormat: api.tokenFormat,
      jwt: { sign: { alg: algorithm } },
    }
  },
})

/** True when the agreed scopes yield refresh tokens: scopes about the person, or of an API that allows it. */
export const mayBeRefreshed = async ({ storage }: Service, { scopes, resource = [] }: Token): Promise<boolean> => {
  if (!scopes.has('offline_access')) return false
  if (scopes.has(leastScope)) return true
  const apis = await Promise.all([resource].flat().map((identifier) => storage.apis.find(identifier)))
  return apis.some((api) => api?.mayRefresh)
}

/** The actor of a token for an API, and how its person was proven, so the API can require more (RFC 9470). */
export const claimsForApis = ({ oidc }: Context, { aud }: Token): object | undefined => {
  const { SubjectToken } = oidc.entities
  if (SubjectToken) {
    const { act, ...proven } = SubjectToken.extra ?? {}
    return { ...proven, act: { sub: oidc.client.clientId, ...(act && { act }) } }
  }
  // Tells an API which organisation's program calls.
  const { organisation } = oidc.client
  if (oidc.params?.grant_type === 'client_credentials') return organisation == null ? undefined : { organisation }
  const { acr, amr, authTime } = sourceOf(oidc) ?? {}
  return aud === undefined || authTime === undefined ? undefined : { acr, amr, auth_time: authTime }
}

/**
 * True when a client may inspect a token: its own, or one for the API that the client represents. A client without a
 * secret may inspect none.
 */
export const mayIntrospect =
  (service: Service) =>
  async (_: Context, client: Context['oidc']['client'], token: Token): Promise<boolean> => {
    if (client.clientAuthMethod === 'none') return false
    const api = token.aud === undefined ? undefined : await service.storage.apis.find(token.aud)
    // Tokens for a removed API are invalid.
    if (token.aud !== undefined && !api) return false
    const isAsked = holderOf(token) === client.clientId || api?.clientId === client.clientId
    return isAsked && hasLivingClients(service, token)
  }

/**
 * The name under which a structured token is stored. Only this site can derive it from the id in the token, which
 * others can read.
 */
const storedName = ({ secrets }: Pick<Deployment, 'secrets'>, id: string): string =>
  createHmac('sha256', derivedKey(secrets[0] ?? '', 'structured token'))
    .update(id)
    .digest('base64url')

/**
 * Stores structured tokens like opaque ones, so they can be introspected and revoked. The library would not store them.
 */
export const keepStructured = ({ AccessToken, ClientCredentials }: Provider, deployment: Deployment): void => {
  for (const { prototype, IN_PAYLOAD } of [AccessToken, ClientCredentials]) {
    const { generateTokenId, getValueAndPayload } = prototype
    const ids = new WeakMap<object, string>()
    prototype.generateTokenId = function () {
      const made = generateTokenId.call(this)
      if (this.format !== 'jwt') return made
      const id = newToken(128)
      ids.set(this, id)
      return storedName(deployment, id)
    }
    prototype.getValueAndPayload = async function () {
      const id = ids.get(this)
      if (id === undefined) return getValueAndPayload.call(this)
      const name = this.jti
      this.jti = id
      const { value } = await getValueAndPayload.call(this)
      this.jti = name
      const { iat, exp } = JSON.parse(Buffer.from(value.split('.')[1] ?? '', 'base64url').toString())
      const all = { ...Object.fromEntries(IN_PAYLOAD.map((field) => [field, this[field]])), iat, exp }
      const { format: _, ...payload } = Object.fromEntries(
        Object.entries(all).filter(([, given]) => given !== undefined),
      )
      return { value, payload }
    }
  }
}

/** The request fields that carry a structured token, by path. */
const structuredFields: Readonly<Record<string, string>> = {
  [`${protocolPath}/token`]: 'subject_token',
  [`${protocolPath}/token/introspection`]: 'token',
  [`${protocolPath}/token/revocation`]: 'token',
}

/**
 * Makes the library find a structured token under its stored name, if this site has signed it. Other tokens are not
 * found.
 */
export const nameStructured = async (
  deployment: Deployment,
  known: JSONWebKeySet,
  { url, body }: { url: string; body: Buffer },
): Promise<Buffer> => {
  const field = structuredFields[comparedPath(url)]
  if (field === undefined) return body
  const fields = new URLSearchParams(body.toString())
  const token = fields.get(field) ?? ''
  if (fields.getAll(field).length !== 1 || !isStructured(token)) return body
  const verified = await compactVerify(token, createLocalJWKSet(known), { algorithms: [algorithm] }).catch(
    () => undefined,
  )
  const { jti, iss } = JSON.parse(verified ? new TextDecoder().decode(verified.payload) : '{}')
  const isOurs = verified?.protectedHeader.typ === 'at+jwt' && iss === deployment.publicUrl && typeof jti === 'string'
  fields.set(field, isOurs ? storedName(deployment, jti) : newToken(128))
  return Buffer.from(fields.toString())
}

/** A token of ours that is not structured is one word of base64url. */
const isStructured = (token: string): boolean => token.includes('.')

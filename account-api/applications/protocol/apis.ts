import { createHmac } from 'node:crypto'
import { compactVerify, createLocalJWKSet, decodeProtectedHeader, type JSONWebKeySet } from 'jose'
import type Provider from 'oidc-provider'
import type { Context, errors as Errors, Token } from 'oidc-provider'
import { isLivingClient } from '#account-api/applications/clients/client-rule'
import type { Service, Setting } from '#account-api/applications/service'
import { newToken } from '#account-api/kernel/random'
import { comparedPath, protocolPath } from '#contract/applications/open-paths'
import { derivedKey } from '#contract/wire/derived-key'

/** The algorithm that signs tokens for APIs. */
const algorithm = 'ES256'

const isForMachine = ({ params }: Context['oidc']): boolean => params?.grant_type === 'client_credentials'

/** Tokens for APIs: RFC 8707. The record of an API says what it is, and the client's record what it may get there. */
export const resourceIndicatorsOf = (
  { storage }: Service,
  { InvalidTarget, InvalidScope }: Pick<typeof Errors, 'InvalidTarget' | 'InvalidScope'>,
) => ({
  enabled: true,

  // A token without an API would be useless.
  defaultResource: (context: Context, _: unknown, oneOf?: string[]) => {
    if (isForMachine(context.oidc)) throw new InvalidTarget('name the API as resource')
    return oneOf
  },

  getResourceServerInfo: async ({ oidc }: Context, identifier: string, client: Context['oidc']['client']) => {
    const api = isForMachine(oidc) ? await storage.apis.find(identifier) : undefined
    const may = (api && client.machine_scopes?.[api.id])?.filter((scope) => Object.hasOwn(api.scopes, scope)) ?? []
    if (!api || may.length === 0) throw new InvalidTarget('the client may get nothing at such an API')
    const asked = oidc.params?.scope?.split(' ') ?? may
    const refused = asked.find((scope) => !may.includes(scope))
    if (refused !== undefined) throw new InvalidScope('the client may not ask for this scope there', refused)
    Object.assign(oidc.params ?? {}, { scope: asked.join(' ') })
    return {
      scope: may.join(' '),
      accessTokenTTL: api.tokenSeconds,
      accessTokenFormat: api.tokenFormat,
      jwt: { sign: { alg: algorithm } },
    }
  },
})

/**
 * True when a client may inspect a token: its own, or one for the API that the client represents. A client without a
 * secret may not.
 */
export const mayIntrospect =
  ({ storage }: Service) =>
  async (_: Context, client: Context['oidc']['client'], token: Token): Promise<boolean> => {
    if (client.clientAuthMethod === 'none') return false
    const isOwn = token.clientId === client.clientId
    const isAsked =
      isOwn || (token.aud !== undefined && (await storage.apis.find(token.aud))?.clientId === client.clientId)
    if (!isAsked || token.kind !== 'ClientCredentials') return isAsked
    // The tokens of people end with their grants.
    const holder = await storage.openClients.find(token.clientId)
    return holder !== undefined && isLivingClient(holder) && (holder.tokensEndedAt ?? 0) < token.iat * 1000
  }

/**
 * The name under which a structured token is stored. Only this site can derive it from the id in the token, which
 * others can read.
 */
const storedName = ({ secrets }: Pick<Setting, 'secrets'>, id: string): string =>
  createHmac('sha256', derivedKey(secrets[0] ?? '', 'structured token'))
    .update(id)
    .digest('base64url')

/**
 * Stores structured tokens like opaque ones, so that they can be inspected and revoked. The library would forget them.
 */
export const keepStructured = ({ AccessToken, ClientCredentials }: Provider, setting: Setting): void => {
  for (const { prototype, IN_PAYLOAD } of [AccessToken, ClientCredentials]) {
    const { generateTokenId, getValueAndPayload } = prototype
    const ids = new WeakMap<object, string>()
    prototype.generateTokenId = function () {
      const made = generateTokenId.call(this)
      if (this.format !== 'jwt') return made
      const id = newToken(128)
      ids.set(this, id)
      return storedName(setting, id)
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

const structuredPaths = ['/token/introspection', '/token/revocation']

/** Makes the library find a structured token under its stored name, if this site has signed it. It finds no other. */
export const nameStructured = async (
  setting: Setting,
  known: JSONWebKeySet,
  { url, body }: { url: string; body: Buffer },
): Promise<Buffer> => {
  if (!structuredPaths.some((path) => comparedPath(url) === protocolPath + path)) return body
  const fields = new URLSearchParams(body.toString())
  const token = fields.get('token') ?? ''
  if (fields.getAll('token').length !== 1 || !isStructured(token)) return body
  const verified = await compactVerify(token, createLocalJWKSet(known), { algorithms: [algorithm] }).catch(
    () => undefined,
  )
  const { jti, iss } = JSON.parse(verified ? new TextDecoder().decode(verified.payload) : '{}')
  const isOurs = verified?.protectedHeader.typ === 'at+jwt' && iss === setting.publicUrl && typeof jti === 'string'
  fields.set('token', isOurs ? storedName(setting, jti) : newToken(128))
  return Buffer.from(fields.toString())
}

const isStructured = (token: string): boolean => {
  try {
    return decodeProtectedHeader(token) !== undefined
  } catch {
    return false
  }
}

import type Provider from 'oidc-provider'
import type { Context, errors as Errors, GrantHelpers, StoredToken, Token } from 'oidc-provider'
import { recordHash } from '#account-api/applications/grants/protocol-store'
import type { Service } from '#account-api/applications/service'
import { isLivingToken } from './living-tokens'

export const tokenExchange = 'urn:ietf:params:oauth:grant-type:token-exchange'

const accessToken = 'urn:ietf:params:oauth:token-type:access_token'

/** The parameters of RFC 8693. An unsupported one is refused, because ignoring it would mislead the client. */
const parameters = ['subject_token', 'subject_token_type', 'requested_token_type', 'resource', 'scope']
const refused = ['actor_token', 'actor_token_type', 'audience']

/** How many living tokens one token is exchanged for: they end with it, all at once. */
export const mostOfToken = 100

/**
 * Lets a service exchange a token that was sent to it for a token of another API, in the name of the token's subject
 * (RFC 8693). The token names the client as its actor. The new token has no more scopes and lives no longer than the
 * exchanged one, and ends with it.
 */
export const exchangeTokens = (
  provider: Provider,
  service: Service,
  { errors: { InvalidRequest }, helpers }: { errors: typeof Errors; helpers: GrantHelpers },
): void => {
  const subjectOf = async ({ oidc: { params = {}, client } }: Context): Promise<Token> => {
    const { subject_token: value = '', subject_token_type: type, requested_token_type: wanted = accessToken } = params
    if (type !== accessToken || wanted !== accessToken)
      throw new InvalidRequest(`the types of tokens are ${accessToken}`)
    const found = (await provider.AccessToken.find(value)) ?? (await provider.ClientCredentials.find(value))
    const api = found?.aud === undefined ? undefined : await service.storage.apis.find(found.aud)
    // A token that was sent to somebody else proves nothing here.
    const isHere = found && api?.clientId === client.clientId && (await isLivingToken(service, provider, found))
    if (!isHere) throw new InvalidRequest('the subject token is not good for a service of the client')
    return found
  }

  const exchange = async (context: Context): Promise<void> => {
    const { oidc } = context
    const taken = refused.find((name) => oidc.params?.[name as 'audience'] !== undefined)
    if (taken !== undefined)
      throw new InvalidRequest(`${taken} is not taken: the client acts, and names an API as resource`)
    const dPoP = await helpers.validateDpop(provider, context)
    helpers.checkDpopRequired(provider, context, dPoP)
    const subject = await subjectOf(context)
    if (subject.jkt !== undefined && !dPoP) throw new InvalidRequest('a bound token is exchanged for a bound one alone')
    await helpers.checkDpopReplay(provider, context, dPoP, oidc.client.clientId)
    const { protocol } = service.storage
    if ((await protocol.countOfSubject(recordHash(subject.kind, subject.jti), Date.now())) >= mostOfToken)
      throw new InvalidRequest(`a token is exchanged for at most ${mostOfToken} at a time: use those that you have`)
    oidc.entity('SubjectToken', subject)
    const [resourceServer, another] = await helpers.resolveRequestedResources(provider, context)
    if (!resourceServer || another) throw new InvalidRequest('name one API as resource')
    const { accountId, grantId, sessionUid, sid, expiresWithSession } = subject
    if (accountId !== undefined) oidc.entity('Account', (await helpers.findAccount(provider, context, accountId)) ?? {})
    const { [subject.kind]: Kind } = provider
    const token: StoredToken = new Kind({
      ...{ accountId, grantId, sessionUid, sid, expiresWithSession, resourceServer },
      client: await provider.Client.find(subject.clientId),
      scope: oidc.params?.scope,
      expiresIn: Math.min(resourceServer.accessTokenTTL, subject.exp - Math.floor(Date.now() / 1000)),
    })
    if (dPoP) token.setThumbprint('jkt', dPoP.thumbprint)
    oidc.entity(subject.kind, token)
    context.body = helpers.buildTokenResponse(provider, {
      accessToken: await token.save(),
      expiresIn: token.expiration,
      issuedTokenType: accessToken,
      scope: token.scope,
      tokenType: token.tokenType,
    })
  }

  provider.registerGrantType(tokenExchange, exchange, [...parameters, ...refused])
}

/** The client that got a token: its actor, or the client that it was issued to. */
export const holderOf = ({ extra, clientId }: Pick<Token, 'extra' | 'clientId'>): string => extra?.act?.sub ?? clientId

/** An exchanged token belongs to the acting client, but is stored under the first client. */
export const nameActors = (provider: Provider): void => {
  provider.use(async (context, next) => {
    await next()
    const { act } = (context.oidc?.route === 'introspection' && (context.body as { act?: { sub: string } })) || {}
    if (act) Object.assign(context.body as object, { client_id: act.sub })
  })
}

/** Like nameActors, for a structured token. */
export const nameActor = (_: Context, { extra }: Token, { payload }: { payload: Record<string, unknown> }): void => {
  if (extra?.act) payload.client_id = extra.act.sub
}

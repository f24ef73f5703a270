import type Provider from 'oidc-provider'
import type { Actor, Token } from 'oidc-provider'
import { isLivingClient } from '#account-api/applications/clients/client-rule'
import type { Service } from '#account-api/applications/service'

/** The clients that have acted with a token, the last one first. */
const actorsOf = (actor: Actor | undefined): string[] => (actor ? [actor.sub, ...actorsOf(actor.act)] : [])

/**
 * True when the clients that a token depends on may make requests, and could since it was made. The client of a
 * person's token is checked with its grant.
 */
export const hasLivingClients = async (
  { storage }: Service,
  { kind, clientId, iat, extra }: Token,
): Promise<boolean> => {
  const ids = [...actorsOf(extra?.act), ...(kind === 'ClientCredentials' ? [clientId] : [])]
  const clients = await Promise.all(ids.map((id) => storage.openClients.find(id)))
  return clients.every((client) => client && isLivingClient(client) && (client.tokensEndedAt ?? 0) < iat * 1000)
}

/** True when a token is valid now: it has not expired, and neither its grant nor one of its clients has ended. */
export const isLivingToken = async (service: Service, provider: Provider, token: Token): Promise<boolean> => {
  if (!token.isValid || !(await hasLivingClients(service, token))) return false
  if (token.grantId === undefined) return token.kind === 'ClientCredentials'
  const grant = await provider.Grant.find(token.grantId)
  return grant?.clientId === token.clientId && grant.accountId === token.accountId
}

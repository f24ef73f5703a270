import type Provider from 'oidc-provider'
import type { Context, Grant } from 'oidc-provider'
import { authorise } from '../domain/open/answer'
import { scopesIn } from '../domain/open/scopes'
import { inTransaction, type Service } from '../domain/service'

/** Authorises a first-party client, whose people are not asked. */
const authoriseUnasked = inTransaction<{ accountId: string; clientId: string; names: string }, boolean>(
  async (setting, stores, { accountId, clientId, names }) => {
    await stores.accounts.lock(accountId)
    const client = await stores.openClients.find(clientId)
    if (!client?.isFirstParty) return false
    const asked = scopesIn(names)
    const before = await stores.authorisations.find(accountId, clientId)
    if (before && asked.every((scope) => before.scopes.includes(scope))) return true
    const identityId = before?.identityId ?? null
    await authorise(setting, stores, { accountId, clientId, identityId, asked, agreed: asked })
    return true
  },
)

/**
 * The grant that a request goes on with: what the person has authorised the client to do. The tokens of one client in one
 * session share a grant, so that a replay ends these and no others.
 * @returns undefined when the person has authorised nothing
 */
export const existingGrant = async (
  service: Service,
  provider: Provider,
  { oidc: { session, client, account, params, result } }: Context,
): Promise<Grant | undefined> => {
  const accountId = account?.accountId ?? ''
  const { clientId } = client
  // Whoever was asked all the same has given what they agreed to, and no more.
  const isAnswered = result?.consent !== undefined
  const isAuthorised =
    (!isAnswered && (await authoriseUnasked(service, { accountId, clientId, names: params?.scope ?? '' }))) ||
    (await service.storage.authorisations.find(accountId, clientId)) !== undefined
  if (!isAuthorised) return undefined
  const grantId = session.grantIdFor(clientId)
  const known = grantId === undefined ? undefined : await provider.Grant.find(grantId)
  if (known) return known
  const grant = new provider.Grant({ accountId, clientId })
  return provider.Grant.find(await grant.save())
}

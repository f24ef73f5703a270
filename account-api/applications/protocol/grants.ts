import type Provider from 'oidc-provider'
import type { Context, Grant } from 'oidc-provider'
import { authorise } from '#account-api/applications/authorisation/answer'
import { scopesAsked } from '#account-api/applications/authorisation/asked-scopes'
import { changedSince } from '#account-api/applications/grants/agreed-to'
import type { AuthorisationRecord } from '#account-api/applications/grants/authorisation-store'
import { recordHash } from '#account-api/applications/grants/protocol-store'
import { inTransaction, type Service } from '#account-api/applications/service'

interface Asked {
  accountId: string
  clientId: string
  /** The scopes and the APIs, as the request names them. */
  names: Parameters<typeof scopesAsked>[2]
  redirectUri: string | undefined
  sessionId: string
}

/** Authorises a first-party client without asking the person. */
const authoriseUnasked = inTransaction<Asked, boolean>(
  async (stores, { accountId, clientId, names, redirectUri, sessionId }) => {
    await stores.accounts.lock(accountId)
    const client = await stores.openClients.find(clientId)
    if (!client?.isFirstParty) return false
    const asked = await scopesAsked(stores, client, names)
    const before = await stores.authorisations.find(accountId, clientId)
    if (before && asked.every((scope) => before.scopes.includes(scope))) return true
    const memberId = before?.memberId ?? null
    await authorise(stores, accountId, {
      ...{ client, redirectUri, asked, agreed: asked, memberId, sessionId },
    })
    return true
  },
)

/**
 * The grant of a request, by the person's authorisation of the client. The tokens of one client in one session share a
 * grant, so a replay ends only these.
 * @returns undefined when the person has authorised nothing
 */
export const existingGrant = async (
  service: Service,
  provider: Provider,
  { oidc: { session, client, account, params, result } }: Context,
): Promise<Grant | undefined> => {
  const accountId = account?.accountId ?? ''
  const { clientId } = client
  const { deployment, storage } = service
  // A person who was asked anyway has granted exactly what they agreed to.
  const isAnswered = result?.consent !== undefined
  const redirectUri = params?.redirect_uri
  const asked = { accountId, clientId, names: params ?? {}, redirectUri, sessionId: session.uid }
  const isUnasked = !isAnswered && (await authoriseUnasked(service, asked))
  const authorisation = await storage.authorisations.find(accountId, clientId)
  if (!authorisation && !isUnasked) return undefined
  if (isAnswered && authorisation && isOver(authorisation, Number(result.at))) return undefined
  // The person reads what changed, and is asked again.
  if (!isAnswered && !isUnasked && (await isAnother(service, authorisation, { clientId, redirectUri })))
    return undefined
  const grantId = session.grantIdFor(clientId)
  const known = grantId === undefined ? undefined : await provider.Grant.find(grantId)
  const grant = known ?? (await newGrant(provider, { accountId, clientId }))
  if (grant)
    await storage.protocol.answer(recordHash('Grant', grant.jti), { at: deployment.now(), sessionId: session.uid })
  return grant
}

/** True when a client differs from what its person agreed to. */
const isAnother = async (
  { storage }: Service,
  authorisation: AuthorisationRecord | undefined,
  { clientId, redirectUri }: Pick<Asked, 'clientId' | 'redirectUri'>,
): Promise<boolean> => {
  const client = await storage.openClients.find(clientId)
  return client !== undefined && changedSince(authorisation?.agreedTo, { client, redirectUri }).length > 0
}

/**
 * True when an answer is older than the current authorisation, or than the last end of its grants. A browser that
 * continues with it gets nothing, and the person is asked again.
 */
const isOver = ({ grantedAt, endedAt }: AuthorisationRecord, answeredAt: number): boolean =>
  answeredAt < grantedAt || (endedAt !== null && answeredAt <= endedAt)

const newGrant = async (
  provider: Provider,
  of: { accountId: string; clientId: string },
): Promise<Grant | undefined> => {
  const grant = new provider.Grant(of)
  return provider.Grant.find(await grant.save())
}

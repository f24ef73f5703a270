import type Provider from 'oidc-provider'
import type { Adapter, Context, errors as Errors, Payload } from 'oidc-provider'
import { hashInReference, hashUserCode } from '#account-api/applications/authorisation/device'
import { scopeClaims } from '#account-api/applications/clients/claim-rules'
import { describedClient } from '#account-api/applications/clients/client-documents'
import type { OwnedClient } from '#account-api/applications/clients/client-record'
import { isDocumentAddress } from '#account-api/applications/clients/client-rule'
import type { ProtocolRecord } from '#account-api/applications/grants/protocol-record'
import { recordHash } from '#account-api/applications/grants/protocol-store'
import { refreshGraceMs, successorOf } from '#account-api/applications/grants/refresh'
import type { Deployment, Service, Stores } from '#account-api/applications/service'
import { toldOfMs } from '#account-api/applications/services/service-ticket'
import { newId } from '#account-api/kernel/random'
import { hours } from '#account-api/kernel/time'
import { type AskedScope, isApiScope, isOpenScope, partsOf } from '#contract/applications/open-scopes'
import { clientMetadata } from './clients'

/** Records of a person's agreement belong to a grant, and end with it. */
const ofGrant = new Set(['AuthorizationCode', 'DeviceCode', 'AccessToken', 'RefreshToken'])

/** The minimum time between two records of an authorisation's use. */
const useEveryMs = hours(1)

/**
 * A protocol session that represents a session of the account API has its id. Others have an id made by the library.
 */
const isOurSession = (uid: string): boolean => /^[\da-f]{32}$/.test(uid)

/** The records that are exchanged for tokens. A second use of one ends the tokens from the first. */
const sources = ['RotatedRefreshToken', 'AuthorizationCode', 'DeviceCode'] as const

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/**
 * Stores the records of the protocol. The id of a token is the token itself, so only its hash is stored, and the id is
 * left out of the payload. Clients belong to the operator or to organisations.
 */
export const adapterFor = (
  service: Service,
  model: string,
  { errors, context }: { errors: typeof Errors; context: () => Context | undefined },
): Adapter => {
  const { deployment, storage } = service
  const { protocol, authorisations, openClients, clientSessions } = storage
  const hashIn = (each: string, id: string) => (each === 'DeviceCode' && hashInReference(id)) || recordHash(each, id)
  const hashOf = (id: string) => hashIn(model, id)
  const grantHashOf = (id: string) => recordHash('Grant', id)

  /** The hash of the record that the current token request exchanges for tokens. */
  const sourceHash = (): string | undefined => {
    const { route, entities = {} } = context()?.oidc ?? {}
    if (route !== 'token') return undefined
    const source = sources.find((each) => entities[each] !== undefined)
    if (source === undefined) return undefined
    return hashIn(source === 'RotatedRefreshToken' ? 'RefreshToken' : source, entities[source]?.jti ?? '')
  }

  /** True when a used refresh token is still accepted: it was used just now, and its successor was not. */
  const isInGrace = async (id: string, { consumedAt }: Pick<ProtocolRecord, 'consumedAt'>): Promise<boolean> => {
    if (model !== 'RefreshToken' || consumedAt === null || consumedAt + refreshGraceMs <= deployment.now()) return false
    const successor = await protocol.find(hashOf(successorOf(deployment, id)))
    return successor?.consumedAt == null
  }

  /** The client that a request names: by its key, or by the address of its document. */
  const clientNamed = async (id: string): Promise<OwnedClient | undefined> => {
    if (isDocumentAddress(id)) return describedClient(service, id, String(context()?.req.headers['x-forwarded-for']))
    const client = await openClients.find(id)
    return client?.documentUntil === null ? client : undefined
  }

  const find = async (id: string): Promise<Payload | undefined> => {
    if (model === 'Client') {
      const client = await clientNamed(id)
      return client && clientMetadata(client, deployment.now())
    }
    if (model === 'Grant') {
      const grant = await protocol.findGrant(hashOf(id), deployment.now())
      if (!grant) return undefined
      // A claim is covered by its scope (`claimsFor`).
      const { payload, scopes, declined } = grant
      const [given, rejected] = [await inGrant(storage, scopes), await inGrant(storage, declined)]
      return {
        ...payload,
        jti: id,
        ...given,
        openid: { ...given.openid, claims: scopeClaims },
        ...(declined.length > 0 && { rejected }),
      }
    }
    const found = await protocol.find(hashOf(id))
    if (!found) return undefined
    // The library ends the whole grant when a token is used twice. For an exchange, `consume` decides that instead.
    const consumedAt = context()?.oidc.route === 'token' ? null : found.consumedAt
    return { ...found.payload, jti: id, ...(consumedAt !== null && { consumed: consumedAt / 1000 }) }
  }

  /** Records that a client with a logout URL gets tokens in a session. */
  const noteSession = async ({ clientId, sessionUid, sid }: Payload): Promise<void> => {
    if (typeof sid !== 'string' || !isOurSession(String(sessionUid))) return
    const at = deployment.now()
    await clientSessions.note({
      id: newId(at),
      clientId: String(clientId),
      sessionId: String(sessionUid),
      sid,
      expiresAt: at + toldOfMs(deployment),
    })
  }

  const noteMachineUse = async (): Promise<void> => {
    const { clientId = '', machine_used_at: usedAt } = context()?.oidc.client ?? {}
    const at = deployment.now()
    if ((usedAt ?? 0) <= at - useEveryMs) await openClients.noteMachineUse(clientId, at)
  }

  return {
    find,

    upsert: async (id, { jti: _, userCode, ...payload }, expiresIn) => {
      const expiresAt = Date.now() + expiresIn * 1000
      const grantId = text(payload.grantId)
      if (model === 'Grant') {
        const of = { accountId: String(payload.accountId), clientId: String(payload.clientId) }
        return protocol.putGrant({ hash: hashOf(id), payload, expiresAt, of })
      }
      if (model === 'Session') {
        const uid = String(payload.uid)
        return protocol.put({ hash: hashOf(uid), payload, expiresAt, sessionId: isOurSession(uid) ? uid : undefined })
      }
      if (model === 'ClientCredentials') await noteMachineUse()
      const subject =
        ofGrant.has(model) || model === 'ClientCredentials' ? context()?.oidc.entities?.SubjectToken : undefined
      if (subject) {
        const subjectHash = hashIn(subject.kind, subject.jti)
        return protocol.putOfSubject({ hash: hashOf(id), payload, expiresAt, subjectHash })
      }
      if (!ofGrant.has(model) || grantId === undefined) {
        const userCodeHash = typeof userCode === 'string' ? hashUserCode(deployment, userCode) : undefined
        const begun = model === 'Interaction' ? { begunAt: deployment.now() } : {}
        return protocol.put({ hash: hashOf(id), payload: { ...payload, ...begun }, expiresAt, userCodeHash })
      }
      if (model === 'AuthorizationCode' || model === 'DeviceCode') await noteSession(payload)
      const grantHash = grantHashOf(grantId)
      const record = { hash: hashOf(id), payload, expiresAt, grantHash, sourceHash: sourceHash() }
      const authorisationId = await protocol.putOfGrant(record)
      if (model !== 'AccessToken' || authorisationId === undefined) return
      const at = deployment.now()
      await authorisations.use(authorisationId, { at, unlessAfter: at - useEveryMs })
    },

    // A session is stored by its uid, which does not change with its id.
    findByUid: async (uid) => (await protocol.find(hashOf(uid)))?.payload,

    // The page for typed codes is ours, and finds the code itself.
    findByUserCode: async () => undefined,

    // A second use of a code or a refresh token is a replay. It ends the tokens that the first use got or is getting.
    consume: async (id) => {
      const hash = hashOf(id)
      if (await protocol.consume(hash, deployment.now())) return
      if (model === 'PushedAuthorizationRequest') throw new errors.InvalidRequestUri('it was already used')
      const used = await protocol.find(hash)
      if (used && (await isInGrace(id, used))) return
      await protocol.endChainOf(hash)
      throw new errors.InvalidGrant('used twice at the same moment')
    },

    destroy: async (id) => {
      if (model === 'Grant') return protocol.endGrant(hashOf(id))
      // The id of a session differs from the id of its record.
      if (model !== 'Session') return protocol.delete(hashOf(id))
    },

    revokeByGrantId: (grantId) => protocol.endGrant(grantHashOf(grantId)),
  }
}

/** Derives the next refresh token from the one that it replaces, so that a repeated request gets the same one. */
export const keepSuccessors = (
  { RefreshToken }: Provider,
  { deployment, context }: { deployment: Deployment; context: () => Context | undefined },
): void => {
  const { prototype } = RefreshToken
  const newId = prototype.generateTokenId
  prototype.generateTokenId = function () {
    const replaced = context()?.oidc.entities.RotatedRefreshToken
    return replaced ? successorOf(deployment, replaced.jti) : newId.call(this)
  }
}

/** Scopes as the library has them in a grant: those of this site, and those of each API by its identifier. */
const inGrant = async ({ apis }: Pick<Stores, 'apis'>, scopes: readonly AskedScope[]) => {
  const ofApis = scopes.filter(isApiScope).map(partsOf)
  const known = ofApis.length === 0 ? [] : await apis.list()
  const resources = known.map(({ id, identifier }) => {
    const names = ofApis.filter(({ api }) => api === id).map(({ name }) => name)
    return [identifier, names.join(' ')] as const
  })
  return { openid: { scope: scopes.filter(isOpenScope).join(' ') }, resources: Object.fromEntries(resources) }
}

import type { Adapter, errors as Errors, Payload } from 'oidc-provider'
import { hashInReference, hashUserCode } from '../domain/open/device'
import { recordHash } from '../domain/open/protocol-store'
import { newId } from '../domain/random'
import type { Service } from '../domain/service'
import { sessionRule } from '../domain/session/session'
import { days, hours } from '../domain/time'
import { clientMetadata } from './clients'

/** Records of a person's agreement belong to a grant, and end with it. */
const ofGrant = new Set(['AuthorizationCode', 'DeviceCode', 'AccessToken', 'RefreshToken'])

/** How often the use of an authorisation is noted. */
const useEveryMs = hours(1)

/** A session of the protocol that stands for one of ours has its id. Another one has an id of the library's. */
const isOurSession = (uid: string): boolean => /^[\da-f]{32}$/.test(uid)

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/**
 * Keeps the records of the protocol. The id of a token is the token, so only its hash is stored, and the id is left out of
 * the payload. Clients are those of the operator and of organisations.
 */
export const adapterFor = ({ setting, storage }: Service, model: string, errors: typeof Errors): Adapter => {
  const { protocol, authorisations, openClients, clientSessions } = storage
  const hashOf = (id: string) => (model === 'DeviceCode' && hashInReference(id)) || recordHash(model, id)
  const grantHashOf = (id: string) => recordHash('Grant', id)

  const find = async (id: string): Promise<Payload | undefined> => {
    if (model === 'Client') {
      const client = await openClients.find(id)
      return client && clientMetadata(client, setting.now())
    }
    if (model === 'Grant') {
      const grant = await protocol.findGrant(hashOf(id))
      if (!grant) return undefined
      const { payload, scopes, declined } = grant
      const rejected = declined.length > 0 ? { rejected: { openid: { scope: declined.join(' ') } } } : {}
      return { ...payload, jti: id, openid: { scope: scopes.join(' ') }, ...rejected }
    }
    const found = await protocol.find(hashOf(id))
    if (!found) return undefined
    return { ...found.payload, jti: id, ...(found.consumedAt !== null && { consumed: found.consumedAt / 1000 }) }
  }

  /** Notes that a client that wants to be told of ends gets tokens in a session of ours. */
  const noteSession = async ({ clientId, sessionUid, sid }: Payload): Promise<void> => {
    if (typeof sid !== 'string' || !isOurSession(String(sessionUid))) return
    const at = setting.now()
    await clientSessions.note({
      id: newId(at),
      clientId: String(clientId),
      sessionId: String(sessionUid),
      sid,
      expiresAt: at + sessionRule.longestMs + days(1),
    })
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
      if (!ofGrant.has(model) || grantId === undefined) {
        const userCodeHash = typeof userCode === 'string' ? hashUserCode(setting, userCode) : undefined
        return protocol.put({ hash: hashOf(id), payload, expiresAt, userCodeHash })
      }
      if (model === 'AuthorizationCode' || model === 'DeviceCode') await noteSession(payload)
      await protocol.putOfGrant({ hash: hashOf(id), payload, expiresAt, grantHash: grantHashOf(grantId) })
      if (model !== 'AccessToken') return
      const authorisationId = (await protocol.findGrant(grantHashOf(grantId)))?.authorisationId
      const at = setting.now()
      if (authorisationId !== undefined) await authorisations.use(authorisationId, { at, unlessAfter: at - useEveryMs })
    },

    // A session is stored by its uid, which stays when its id changes.
    findByUid: async (uid) => (await protocol.find(hashOf(uid)))?.payload,

    // The page on which codes are typed is ours, and finds them itself.
    findByUserCode: async () => undefined,

    // Two requests with one code or one refresh token: the second is a replay, and ends what the first one gets.
    consume: async (id) => {
      const hash = hashOf(id)
      if (await protocol.consume(hash, setting.now())) return
      if (model === 'PushedAuthorizationRequest') throw new errors.InvalidRequestUri('it was already used')
      const grantHash = await protocol.grantOf(hash)
      if (grantHash !== undefined) await protocol.endGrant(grantHash)
      throw new errors.InvalidGrant('used twice at the same moment')
    },

    destroy: async (id) => {
      if (model === 'Grant') return protocol.endGrant(hashOf(id))
      // The id of a session is none of its record.
      if (model !== 'Session') return protocol.delete(hashOf(id))
    },

    revokeByGrantId: (grantId) => protocol.endGrant(grantHashOf(grantId)),
  }
}

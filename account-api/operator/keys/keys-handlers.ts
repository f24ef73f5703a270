import { momentOf, momentOrNull, type OperatorHandling } from '#account-api/operator/handling'
import { done, refuse } from '#contract/server'
import { makeKey, mostKeys, revokeKey } from './key'

/** How many keys the list shows: valid ones, and recently ended ones. */
const mostShown = 500

export const keysHandlers = {
  listKeys: async (_, { service: { storage } }) => {
    const keys = await storage.operatorKeys.list(mostShown)
    return done({
      keys: keys.map(
        ({ id, name, holder, scopes, createdAt, expiresAt, revokedAt, lastUsedAt, madeBy, madeByOperator }) => ({
          key_id: id,
          name,
          holder,
          scopes: [...scopes],
          created_at: momentOf(createdAt),
          expires_at: momentOf(expiresAt),
          revoked_at: momentOrNull(revokedAt),
          last_used_at: momentOrNull(lastUsedAt),
          made_by: madeBy,
          made_by_operator: madeByOperator,
        }),
      ),
    })
  },

  makeKey: async ({ name, holder, scopes, days }, { service: { storage }, by }) => {
    const made = await makeKey(storage, { name, holder, scopes, days, by })
    if (!made) return refuse('too_many', `There are ${mostKeys} keys, which is the most. Revoke one first.`)
    return done({ key: made.key, key_id: made.kept.id, expires_at: momentOf(made.kept.expiresAt) })
  },

  revokeKey: async ({ key_id }, { service }) => {
    if (await revokeKey(service, key_id)) return done({})
    const isThere = (await service.storage.operatorKeys.findById(key_id)) !== undefined
    return isThere
      ? refuse('already', `The key ${key_id} is revoked already.`)
      : refuse('no_such_key', `There is no key ${key_id}.`)
  },
} satisfies OperatorHandling

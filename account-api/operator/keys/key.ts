import { hashToken, newId, newToken } from '#account-api/kernel/random'
import { days, minutes } from '#account-api/kernel/time'
import { lineFrom, type Operator } from '#account-api/operator/handling'
import { inTransaction, type Stores } from '#account-api/operator/service'
import type { OperatorScope } from '#contract/operator/operator-power'
import type { OperatorKey } from './key-store'

/** The prefix of every key, so people and scanners of published code recognise it. */
export const keyPrefix = 'butterfly_operator_'

const keyPattern = new RegExp(`^${keyPrefix}[\\w-]{43}$`)

/** The maximum number of valid keys. */
export const mostKeys = 200

/** How long a further use is not recorded. */
const useMs = minutes(1)

interface Asked {
  name: string
  holder: string
  scopes: readonly OperatorScope[]
  days: number
  by: Pick<Operator, 'keyId' | 'userId' | 'line'>
}

/** Makes a key, which is valid no longer than its maker. Only this answer has the key. */
export const makeKey = async (
  { deployment: { now }, operatorKeys }: Stores,
  { days: lasts, scopes, by, ...named }: Asked,
): Promise<{ key: string; kept: Pick<OperatorKey, 'id' | 'expiresAt'> } | undefined> => {
  const at = now()
  if ((await operatorKeys.countGood(at, mostKeys)) >= mostKeys) return undefined
  const maker = by.keyId === null ? undefined : await operatorKeys.findById(by.keyId)
  const expiresAt = Math.min(at + days(lasts), maker?.expiresAt ?? Number.POSITIVE_INFINITY)
  const key = keyPrefix + newToken(256)
  const id = newId(at)
  const kept = {
    ...{ ...named, id, scopes: [...new Set(scopes)], createdAt: at, expiresAt },
    ...{ madeBy: by.keyId, madeByOperator: by.userId, line: lineFrom(by, id) },
  }
  await operatorKeys.insert(hashToken(key), kept)
  return { key, kept }
}

/** True for a key that has neither expired nor been revoked, while the role by which it was made is in force. */
export const isGood = async (
  { operatorKeys }: Pick<Stores, 'operatorKeys'>,
  key: OperatorKey,
  at: number,
): Promise<boolean> => key.revokedAt === null && key.expiresAt > at && (await operatorKeys.isHeld(key))

/** Revokes keys with all keys that they have made, because the holder of one has seen those too. */
const endMadeBy = async ({ operatorKeys }: Stores, ids: readonly string[], at: number): Promise<void> => {
  for (let ended = ids; ended.length > 0; ) ended = await operatorKeys.revokeMadeBy(ended, at)
}

/** Revokes a key. False when it does not exist or is revoked already. */
export const revokeKey = inTransaction<string, boolean>(async (stores, id) => {
  if (!(await stores.operatorKeys.revoke(id, stores.deployment.now()))) return false
  await endMadeBy(stores, [id], stores.deployment.now())
  return true
})

/** Revokes the keys made by an operator whose role is removed. */
export const endKeysOf = async (stores: Stores, accountId: string, at: number): Promise<void> =>
  endMadeBy(stores, await stores.operatorKeys.revokeMadeByOperator(accountId, at), at)

/** The key of a request, if it is valid. Its use is recorded. */
export const goodKey = async (stores: Stores, shown: string): Promise<OperatorKey | undefined> => {
  if (!keyPattern.test(shown)) return undefined
  const [at, { operatorKeys }] = [stores.deployment.now(), stores]
  const key = await operatorKeys.find(hashToken(shown))
  if (!key || !(await isGood(stores, key, at))) return undefined
  if (key.lastUsedAt === null || key.lastUsedAt <= at - useMs) await operatorKeys.used(key.id, at)
  return key
}

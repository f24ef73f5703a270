import type { OperatorScope } from '../../../contract/operator/operator-call'
import { hashToken, newId, newToken } from '../../kernel/random'
import { days, minutes } from '../../kernel/time'
import { lineFrom, type Operator } from '../handling'
import type { Setting, Stores } from '../service'
import type { OperatorKey } from './key-store'

/** What every key begins with, so that people and scanners of published code know one. */
export const keyPrefix = 'butterfly_operator_'

const keyPattern = new RegExp(`^${keyPrefix}[\\w-]{43}$`)

/** So many keys may be good at a time. */
export const mostKeys = 200

/** Within this time, a further use is not written. */
const useMs = minutes(1)

interface Asked {
  name: string
  holder: string
  scopes: readonly OperatorScope[]
  days: number
  by: Pick<Operator, 'keyId' | 'userId' | 'line'>
}

/** Makes a key. The key itself is in this answer only. */
export const makeKey = async (
  { now }: Setting,
  { operatorKeys }: Stores,
  { days: lasts, scopes, by, ...named }: Asked,
): Promise<{ key: string; kept: Pick<OperatorKey, 'id' | 'expiresAt'> } | undefined> => {
  const at = now()
  if ((await operatorKeys.countGood(at, mostKeys)) >= mostKeys) return undefined
  const key = keyPrefix + newToken(256)
  const id = newId(at)
  const kept = {
    ...{ ...named, id, scopes: [...new Set(scopes)], createdAt: at, expiresAt: at + days(lasts) },
    ...{ madeBy: by.keyId, line: lineFrom(by, id) },
  }
  await operatorKeys.insert(hashToken(key), kept)
  return { key, kept }
}

/** True of a key that has neither expired nor been revoked. */
export const isGood = ({ revokedAt, expiresAt }: OperatorKey, at: number): boolean =>
  revokedAt === null && expiresAt > at

/** The key that was shown, where it is good. Its use is remembered. */
export const goodKey = async (
  { now }: Setting,
  { operatorKeys }: Stores,
  shown: string,
): Promise<OperatorKey | undefined> => {
  if (!keyPattern.test(shown)) return undefined
  const at = now()
  const key = await operatorKeys.find(hashToken(shown))
  if (!key || !isGood(key, at)) return undefined
  if (key.lastUsedAt === null || key.lastUsedAt <= at - useMs) await operatorKeys.used(key.id, at)
  return key
}

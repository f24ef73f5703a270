import { newId, newToken } from '../random'
import type { Setting } from '../setting'
import type { Transaction } from '../stores'
import type { IdentityRecord } from './identity-store'
import { sortKeyOf } from './sort-key'

/** Gives an account its place in an organisation, also one that was removed before. Undefined when it has one already. */
export const join = async (
  { now }: Setting,
  stores: Transaction,
  place: Pick<IdentityRecord, 'organisationId' | 'accountId' | 'name'>,
): Promise<IdentityRecord | undefined> => {
  const joinedAt = now()
  const identity = { ...place, id: newId(joinedAt), publicId: newToken(128), userPublicId: newToken(128), joinedAt }
  const isNew = await stores.identities.insert({ ...identity, sortKey: sortKeyOf(place.name) })
  if (!isNew) return undefined
  await stores.mailDomains.letIn(place)
  return { ...identity, isFrozen: false }
}

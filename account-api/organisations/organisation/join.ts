import { record } from '#account-api/accounts/activity/activity'
import type { From } from '#account-api/kernel/from'
import { newId, newToken } from '#account-api/kernel/random'
import type { IdentityRecord } from '#account-api/organisations/records/identity-record'
import type { OrganisationRecord } from '#account-api/organisations/records/organisation-store'
import type { Transaction } from '#account-api/organisations/service'
import { sortKeyOf } from '#rules/typed/name-key'

interface Joining extends Pick<IdentityRecord, 'accountId' | 'name' | 'address'> {
  organisation: Pick<OrganisationRecord, 'id' | 'name'>
  from: From
}

/**
 * Gives an account its place in an organisation, even after a removal. A former member gets the same id again, and
 * stays frozen if they were. Undefined when the account has a place already.
 */
export const join = async (
  stores: Transaction,
  { organisation, accountId, name, address, from }: Joining,
): Promise<IdentityRecord | undefined> => {
  const joinedAt = stores.setting.now()
  const former = await stores.members.takeFormer({ organisationId: organisation.id, accountId })
  const identity = {
    id: newId(joinedAt),
    publicId: newToken(128),
    userPublicId: newToken(128),
    organisationId: organisation.id,
    accountId,
    name,
    address,
    isFrozen: false,
    joinedAt,
    activeOn: null,
    ...former,
  }
  if (!(await stores.identities.insert({ ...identity, sortKey: sortKeyOf(name) }))) return undefined
  await stores.mailDomains.letIn(identity)
  await stores.joinRequests.forget(identity)
  await record(stores, { accountId, kind: 'organisation_joined', from, detail: organisation.name })
  return identity
}

/**
 * Removes a place with its roles. An account that awaits activation stops waiting. False when the place does not exist.
 * @param removedAt null for a person who leaves, and may return by any invitation
 */
export const takePlace = async (
  stores: Transaction,
  identity: IdentityRecord,
  removedAt: number | null,
): Promise<boolean> => {
  if (!(await stores.members.remove(identity.id))) return false
  const wasAwaited = await stores.activations.remove(identity.accountId)
  if (!wasAwaited) await stores.members.keepFormer({ ...identity, removedAt })
  return true
}

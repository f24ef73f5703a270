import { record } from '#account-api/accounts/activity/activity'
import type { From } from '#account-api/kernel/from'
import { newId, newToken } from '#account-api/kernel/random'
import type { MemberRecord } from '#account-api/organisations/records/member-record'
import type { OrganisationRecord } from '#account-api/organisations/records/organisation-store'
import type { Transaction } from '#account-api/organisations/service'
import { sortKeyOf } from '#rules/typed/name-key'

interface Joining extends Pick<MemberRecord, 'accountId' | 'name' | 'address'> {
  organisation: Pick<OrganisationRecord, 'id' | 'name'>
  from: From
}

/**
 * Gives an account its place in an organisation, even after a removal. A former member gets the same id again, and
 * stays suspended if they were. Undefined when the account has a place already.
 */
export const join = async (
  stores: Transaction,
  { organisation, accountId, name, address, from }: Joining,
): Promise<MemberRecord | undefined> => {
  const joinedAt = stores.deployment.now()
  const former = await stores.memberLists.takeFormer({ organisationId: organisation.id, accountId })
  const member = {
    id: newId(joinedAt),
    publicId: newToken(128),
    userPublicId: newToken(128),
    organisationId: organisation.id,
    accountId,
    name,
    address,
    isSuspended: false,
    joinedAt,
    activeOn: null,
    ...former,
  }
  if (!(await stores.members.insert({ ...member, sortKey: sortKeyOf(name) }))) return undefined
  await stores.mailDomains.letIn(member)
  await stores.joinRequests.forget(member)
  await record(stores, { accountId, kind: 'organisation_joined', from, detail: organisation.name })
  return member
}

/**
 * Removes a place with its roles. An account that awaits activation stops waiting. False when the place does not exist.
 * @param removedAt null for a person who leaves, and may return by any invitation
 */
export const takePlace = async (
  stores: Transaction,
  member: MemberRecord,
  removedAt: number | null,
): Promise<boolean> => {
  if (!(await stores.memberLists.remove(member.id))) return false
  const wasAwaited = await stores.activations.remove(member.accountId)
  if (!wasAwaited) await stores.memberLists.keepFormer({ ...member, removedAt })
  return true
}

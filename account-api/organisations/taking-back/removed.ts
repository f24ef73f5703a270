import { newId, newToken } from '#account-api/kernel/random'
import { joinRequestRule } from '#account-api/organisations/join-requests/ask'
import { tellInviters } from '#account-api/organisations/join-requests/tell-inviters'
import type { OrganisationRecord } from '#account-api/organisations/records/organisation-store'
import type { Transaction } from '#account-api/organisations/service'
import { addedRoles, entriesOf, type Giving, rolesNamed } from './giving'

/**
 * Offers members whom an identity has removed their places again, with their former roles. Members who may invite
 * confirm that on the page of requests to join. The organisation has to be locked.
 */
export const offerBack = async (
  stores: Transaction,
  { organisation, ...giving }: Giving & { organisation: OrganisationRecord },
): Promise<void> => {
  const [by, askedAt] = [{ ...giving, organisation, actor: giving.identity.publicId }, stores.setting.now()]
  let isOffered = false
  for (const { target, targetName: name, before } of await entriesOf(stores, {
    ...by,
    kind: 'member_removed',
  })) {
    const former = await stores.members.formerAt(organisation.id, { place: target, before: giving.since })
    // Skipped: they have come back, their account no longer exists, or they joined in the same time.
    if (!former) continue
    const given = (await entriesOf(stores, { ...by, kind: 'role_assigned', target })).flatMap(addedRoles)
    const { accountId, address } = former
    await stores.joinRequests.put({
      ...{ id: newId(askedAt), publicId: newToken(128), organisationId: organisation.id, accountId, name },
      ...{ email: address ?? '', roles: rolesNamed(before).filter((role) => !given.includes(role)) },
      ...{ state: 'pending', askedAt, endsAt: askedAt + joinRequestRule.pendingMs },
    })
    isOffered = true
  }
  if (isOffered) await tellInviters(stores, organisation, 'places_offered')
}

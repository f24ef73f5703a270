import { pageOf, tellEach, tellingRule, tellPerson } from '#account-api/organisations/organisation/tell'
import type { OrganisationRecord } from '#account-api/organisations/records/organisation-store'
import { mayDo } from '#account-api/organisations/records/permissions'
import { rolesIn } from '#account-api/organisations/roles/holders'
import type { Transaction } from '#account-api/organisations/service'

/**
 * Notifies the manager, and the first administrators who may invite, that a person asks to join, or that removed members may
 * come back. The page of requests lists all of them.
 */
export const tellInviters = async (
  stores: Transaction,
  organisation: OrganisationRecord,
  news: 'join_asked' | 'places_offered',
): Promise<void> => {
  const link = pageOf(stores.deployment, organisation, '/requests')
  const told = { organisation, news, isMinor: news === 'join_asked', link }
  const manager = await stores.members.managerOf(organisation.id)
  if (manager) await tellPerson(stores, { ...told, accountId: manager.accountId })
  const administrators = await stores.roles.administrators(organisation.id, { after: '', limit: tellingRule.atOnce })
  const given = await stores.roles.givenTo(administrators.map(({ memberId }) => memberId))
  const mayInvite = ({ memberId: id }: { memberId: string }) =>
    id !== manager?.id && mayDo({ isManager: false, roles: rolesIn(given, { id }) }, 'invitation.send')
  await tellEach(stores, { ...told, administrators: administrators.filter(mayInvite) })
}

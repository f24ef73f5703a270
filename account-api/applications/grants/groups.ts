import type { Place } from '#account-api/organisations/records/identity-record'
import type { Given } from '#account-api/organisations/records/role-record'
import { rolesIn } from '#account-api/organisations/roles/holders'

/** The keys of the roles that a person has at a place. No role of an organisation's own can have that of a built-in one. */
export const rolesAt = (given: readonly Given[], { identity, isManager }: Place): string[] => [
  ...(isManager ? ['manager'] : []),
  ...rolesIn(given, identity).flatMap(({ isBanned, key }) => (isBanned ? [] : [key])),
]

/** The group of an organisation, or of a role there. Ids and keys never change hands, as names would. */
export const groupOf = (publicId: string, role?: string): string =>
  role === undefined ? publicId : `${publicId}/${role}`

/** The groups that a person is in by a place: that of the organisation, and one for each role there. */
export const groupsAt = (given: readonly Given[], place: Place): string[] => [
  groupOf(place.organisation.publicId),
  ...rolesAt(given, place).map((role) => groupOf(place.organisation.publicId, role)),
]

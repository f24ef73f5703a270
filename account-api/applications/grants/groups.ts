import type { Place } from '#account-api/organisations/records/member-record'
import type { Given } from '#account-api/organisations/records/role-record'
import { rolesIn } from '#account-api/organisations/roles/holders'

/** The keys of a person's roles in an organisation. A custom role cannot have the key of a built-in one. */
export const rolesAt = (given: readonly Given[], { member, isManager }: Place): string[] => [
  ...(isManager ? ['manager'] : []),
  ...rolesIn(given, member).flatMap(({ isBanned, key }) => (isBanned ? [] : [key])),
]

/** The group of an organisation, or of a role in it. Unlike names, ids and keys are never reused. */
export const groupOf = (publicId: string, role?: string): string =>
  role === undefined ? publicId : `${publicId}/${role}`

/** A person's groups in an organisation: the organisation's, and one for each role. */
export const groupsAt = (given: readonly Given[], place: Place): string[] => [
  groupOf(place.organisation.publicId),
  ...rolesAt(given, place).map((role) => groupOf(place.organisation.publicId, role)),
]

import { type Needed, type Permission, permissionNames } from '#contract/terms/permissions'
import type { Acting } from './member-record'
import type { RoleRecord } from './role-record'

/** The key of the only built-in role that has a row in every organisation. Manager and plain member have none. */
export const administratorKey = 'administrator'

/**
 * The permissions that a role grants while it is not disabled. An administrator also has permissions added by later
 * releases.
 */
export const grantsOf = ({ key, permissions }: Pick<RoleRecord, 'key' | 'permissions'>): readonly Permission[] =>
  key === administratorKey ? permissionNames : permissions

export const permissionsOf = (role: RoleRecord): readonly Permission[] => (role.isBanned ? [] : grantsOf(role))

/** The permissions that give power over others. */
const powers = ['role.assign', 'role.write'] as const satisfies Permission[]

/** True when roles grant a power that the earlier ones did not. */
export const givesPower = (now: readonly RoleRecord[], before: readonly RoleRecord[]): boolean => {
  const [granted, had] = [now, before].map((roles) => roles.flatMap(permissionsOf))
  return powers.some((power) => granted?.includes(power) && !had?.includes(power))
}

/** The permissions of a person in the organisation. */
export const permissionsIn = ({ isManager, roles }: Pick<Acting, 'isManager' | 'roles'>): Permission[] => {
  if (isManager) return [...permissionNames]
  const granted = new Set(roles.flatMap(permissionsOf))
  return permissionNames.filter((name) => granted.has(name))
}

/** True when a person has the permission that a call needs. */
export const mayDo = (acting: Pick<Acting, 'isManager' | 'roles'>, needed: Needed): boolean => {
  if (needed === 'member' || acting.isManager) return true
  return needed !== 'manager' && permissionsIn(acting).includes(needed)
}

/** The permissions among these that a person lacks. Nobody gives, changes or removes more than they have. */
export const lackingTo = (
  acting: Pick<Acting, 'isManager' | 'roles'>,
  permissions: readonly Permission[],
): Permission[] => {
  const own = permissionsIn(acting)
  return permissions.filter((permission) => !own.includes(permission))
}

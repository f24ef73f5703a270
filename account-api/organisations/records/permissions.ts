import { type Needed, type Permission, permissionNames } from '../../../contract/terms/permissions'
import type { Acting } from './identity-record'
import type { RoleRecord } from './role-record'

/** The role that every organisation has a row of. Those of the manager and of plain members have none. */
export const administratorKey = 'administrator'

/** What a role grants while it is not banned. An administrator has also the permissions of later releases. */
export const grantsOf = ({ key, permissions }: Pick<RoleRecord, 'key' | 'permissions'>): readonly Permission[] =>
  key === administratorKey ? permissionNames : permissions

/** What a role allows now. */
export const permissionsOf = (role: RoleRecord): readonly Permission[] => (role.isBanned ? [] : grantsOf(role))

/** What somebody may do in the organisation. */
export const permissionsIn = ({ isManager, roles }: Pick<Acting, 'isManager' | 'roles'>): Permission[] => {
  if (isManager) return [...permissionNames]
  const granted = new Set(roles.flatMap(permissionsOf))
  return permissionNames.filter((name) => granted.has(name))
}

/** Whether somebody may do what a call is for. */
export const mayDo = (acting: Pick<Acting, 'isManager' | 'roles'>, needed: Needed): boolean => {
  if (needed === 'member' || acting.isManager) return true
  return needed !== 'manager' && permissionsIn(acting).includes(needed)
}

/** What somebody lacks of these permissions. Nobody gives, changes or takes away what grants more than they have. */
export const lackingTo = (
  acting: Pick<Acting, 'isManager' | 'roles'>,
  permissions: readonly Permission[],
): Permission[] => {
  const own = permissionsIn(acting)
  return permissions.filter((permission) => !own.includes(permission))
}

import { type Needed, type Permission, permissionNames } from '../../../contract/permissions'
import type { Acting } from '../identity/identity-store'
import type { RoleRecord } from './role-store'

/** The role that every organisation has a row of. Those of the manager and of plain members have none. */
export const administratorKey = 'administrator'

/** What a role allows now. An administrator has also the permissions that come with a later release. */
export const permissionsOf = ({ key, permissions, isBanned }: RoleRecord): readonly Permission[] => {
  if (isBanned) return []
  return key === administratorKey ? permissionNames : permissions
}

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

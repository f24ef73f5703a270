import type { z } from 'zod'
import type { Calls } from '../../../contract/calls'
import { requireData } from '../../navigation/guards.server'
import { problem } from '../../navigation/problem'
import { api } from '../../runtime/api.server'
import type { Args } from '../../runtime/load-context'
import { type ActingAs, inSubject } from './acting.server'

export type Role = z.output<Calls['listRoles']['output']>['roles'][number]

/** The roles of the organisation of the page. */
export const rolesOf = async (args: Args): Promise<Role[]> => {
  const client = await api(args)
  return (await requireData(args, await client.listRoles(inSubject(args)))).roles
}

/** The role that the page's URL names, or a problem page. */
export const requireRole = async (args: Args): Promise<Role> => {
  const role = (await rolesOf(args)).find(({ role_key }) => role_key === args.params.role)
  if (!role) throw problem('gone')
  return role
}

/** True when a person has all permissions that a role grants: nobody gives, changes or takes away more. */
export const hasAllOf = ({ permissions }: ActingAs, role: Role): boolean =>
  role.permissions.every((permission) => permissions.includes(permission))

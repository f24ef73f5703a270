import type { z } from 'zod'
import type { Calls } from '#contract/calls'
import { requireData } from '~/navigation/guards/guards.server'
import { problem } from '~/navigation/problem'
import { api } from '~/runtime/api.server'
import type { Args } from '~/runtime/load-context'
import { type ActingAs, inSubject } from './acting.server'
import { may } from './management/may'
import { hasAllOf, type Role, rolesOf } from './roles.server'

export type Invitation = z.output<Calls['invitationInfo']['output']>['invitation']

/** Names the invitation of the page's URL in a call. */
export const thisInvitation = (args: Pick<Args, 'params'>) => ({
  ...inSubject(args),
  invite_id: args.params.invitation ?? '',
})

/** The invitation that the page's URL names, or a problem page. */
export const requireInvitation = async (args: Args) => {
  const client = await api(args)
  const answer = await client.invitationInfo(thisInvitation(args))
  if (!answer.ok && (answer.code === 'no_such_invitation' || answer.code === 'invalid_input')) throw problem('gone')
  return requireData(args, answer)
}

/** The available ways to invite, with the number of invitations by SMS. */
export const offeredChannels = async (args: Args) => {
  const client = await api(args)
  return requireData(args, await client.listInvitationChannels(inSubject(args)))
}

/** The roles that a member may give with an invitation. */
export const givableRoles = async (args: Args, acting: ActingAs): Promise<Role[]> => {
  if (!may(acting, 'role.assign') || !may(acting, 'role.read')) return []
  const roles = await rolesOf(args)
  return roles.filter(
    (role) =>
      role.role_key !== 'manager' && role.role_key !== 'member' && role.is_banned === 0 && hasAllOf(acting, role),
  )
}

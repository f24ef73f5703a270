import { done, type Handlers, refuse } from '../../../contract/server'
import { invitationChannelsOf } from '../../domain/invitation/state'
import type { CallContext, MemberContext, UserContext } from '../context'
import { send } from './invitations'

export const workplaceInvitationHandlers: Pick<
  Handlers<CallContext, UserContext, MemberContext>,
  'inviteByWorkplace' | 'listInvitationChannels'
> = {
  inviteByWorkplace: async (input, context) =>
    invitationChannelsOf(context.service.setting).includes('workplace')
      ? send(context, input, { channel: 'workplace', address: input.workplace_id, places: 1 })
      : refuse('workplace_not_set_up', {}),

  listInvitationChannels: async (_input, { service }) => done({ channels: invitationChannelsOf(service.setting) }),
}

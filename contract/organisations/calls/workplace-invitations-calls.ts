import { z } from 'zod'
import { call } from '#contract/call'
import { invitationChannels } from '#contract/organisations/invitations/invitations'
import { invites, inviting, offer, roleErrors } from '#contract/organisations/invitations/offers'
import { smsRaises } from '#contract/organisations/invitations/sms-invitations'
import { inSubject } from '#contract/organisations/organisation-fields'
import { workplaceId } from '#contract/organisations/workplace'
import { reads } from '#contract/terms/power'

const count = z.number().int().nonnegative()

export const inviteByWorkplace = call({
  name: 'inviteByWorkplace',
  power: invites,
  summary:
    'Invites somebody by a workplace message, through the operator’s Lark or Feishu app or webhook. workplace_id is the email (in lower case), the mobile number (in E.164 form) or the user id by which the workplace knows the person. For Lark and Feishu, the id is an open_id, union_id or user_id. Nobody can prove a workplace id, so the link works once, for any holder. If the operator has set up no workplace messaging, the answer is workplace_not_set_up. Otherwise like inviteByMobile.',
  path: '/passport/org/invite/workplace',
  input: z.object({ ...offer, workplace_id: workplaceId }),
  errors: [...roleErrors, 'already_invited', 'already_member', 'workplace_not_set_up'],
  ...inviting,
})

export const listInvitationChannels = call({
  name: 'listInvitationChannels',
  power: reads('session'),
  summary:
    'Returns the channels for invitations: a link, and those that deliver here. The channel to offer first comes first: email if the inviter has one. For SMS, it also returns the limit per 24 hours, how many are left, and what would raise the limit.',
  method: 'GET',
  path: '/passport/org/invite/channels',
  input: z.object(inSubject),
  output: z.object({
    channels: z.array(z.enum(invitationChannels)),
    /** Null: SMS invitations are unavailable or unlimited. */
    sms: z
      .object({ most: count, left: count, raises: z.array(z.enum(smsRaises)) })
      .nullable()
      .default(null),
  }),
  auth: 'member',
  needs: 'invitation.send',
})

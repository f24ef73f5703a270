import { z } from 'zod'
import { call } from '#contract/call'
import { invitationChannels } from '#contract/organisations/invitations'
import { invites, inviting, offer, roleErrors } from '#contract/organisations/offers'
import { inSubject } from '#contract/organisations/organisation-fields'
import { smsRaises } from '#contract/organisations/sms-invitations'
import { workplaceId } from '#contract/organisations/workplace'
import { reads } from '#contract/terms/power'

const count = z.number().int().nonnegative()

export const inviteByWorkplace = call({
  name: 'inviteByWorkplace',
  power: invites,
  summary:
    'Invites somebody by a message of their workplace, as the operator has set it up: a Lark or Feishu app, or a webhook. workplace_id is the email (in lower case), the mobile number (in E.164 form) or the user id that the workplace knows the person by; for Lark and Feishu an open_id, union_id or user_id. Nobody can prove such an id here, so the link works once, for any holder. Where the operator has set nothing up, the answer is workplace_not_set_up. Otherwise like inviteByMobile.',
  path: '/passport/org/invite/workplace',
  input: z.object({ ...offer, workplace_id: workplaceId }),
  errors: [...roleErrors, 'already_invited', 'already_member', 'workplace_not_set_up'],
  ...inviting,
})

export const listInvitationChannels = call({
  name: 'listInvitationChannels',
  power: reads('session'),
  summary:
    'Returns the ways in which one can invite: a link, and those whose messages are delivered here; first the one to offer first, which is email for an inviter who has one. By SMS, with how many people may be invited within 24 hours, how many are left of them, and what would raise that.',
  method: 'GET',
  path: '/passport/org/invite/channels',
  input: z.object(inSubject),
  output: z.object({
    channels: z.array(z.enum(invitationChannels)),
    /** Null: nobody can be invited by SMS here, or as many as one likes. */
    sms: z
      .object({ most: count, left: count, raises: z.array(z.enum(smsRaises)) })
      .nullable()
      .default(null),
  }),
  auth: 'member',
  needs: 'invitation.send',
})

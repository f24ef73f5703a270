import type { Handling } from '#account-api/organisations/call-context'
import { done, refuse } from '#contract/server'
import { sendWithoutSms } from './invitations-handlers'
import { smsStandingOf } from './sms-standing'
import { invitationChannelsOf } from './state'

export const workplaceInvitationHandlers = {
  inviteByWorkplace: async (input, context) =>
    invitationChannelsOf(context.service.deployment).includes('workplace')
      ? sendWithoutSms(context, input, { channel: 'workplace', address: input.workplace_id, places: 1 })
      : refuse('workplace_not_set_up', {}),

  listInvitationChannels: async (_input, { service, acting, account }) => {
    const { deployment, storage } = service
    const offered = invitationChannelsOf(deployment)
    // An inviter with an email invites by email first, because that costs no SMS.
    const first = account.email !== null && offered.includes('email') ? ('email' as const) : undefined
    const channels = first ? [first, ...offered.filter((each) => each !== first)] : offered
    if (!channels.includes('mobile')) return done({ channels, sms: null })
    const { organisation, member } = acting
    const inviter = { organisation, accountId: member.accountId }
    const { most, sent, raises } = await smsStandingOf(storage, inviter)
    return done({ channels, sms: { most, left: Math.max(0, most - sent), raises } })
  },
} satisfies Handling

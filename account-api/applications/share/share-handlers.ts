import type { Handling } from '#account-api/applications/call-context'
import { secondsUntil } from '#account-api/kernel/time'
import { answerSignIn } from '#account-api/verification/outcomes'
import { done, refuse } from '#contract/server'
import { vouchedUrl } from '#contract/terms/vouched-url'
import { siblingsOf } from './application'
import { checkShareTicket, issueShareTicket, shareLogin } from './share'

export const shareHandlers = {
  siblingApplications: async (_input, { service: { storage }, aid, language }) => {
    const siblings = await siblingsOf(storage, { aid, language })
    return done({ applications: siblings.map(({ aid, name, url }) => ({ aid, name, url: vouchedUrl.parse(url) })) })
  },

  shareTicket: async ({ to_aid: toAid }, { service, account, session, aid: fromAid }) => {
    const shared = await issueShareTicket(service, { person: { account, session }, fromAid, toAid })
    if (shared.ok) {
      const { ticket, to } = shared
      return done({ share_ticket: ticket, url: vouchedUrl.parse(`${to.url}/login/share?share_ticket=${ticket}`) })
    }
    return shared.code === 'too_many'
      ? refuse('too_many_requests', { retry_after: secondsUntil(service.deployment, shared.until) })
      : refuse(shared.code, {})
  },

  checkShareTicket: async ({ share_ticket: ticket }, { service, session, aid, language }) => {
    const found = await checkShareTicket(service, { ticket, aid, language })
    if (!found) return refuse('share_refused', {})
    const { accountId, masked, application } = found
    return done({ masked, application, is_signed_in: session?.accountId === accountId })
  },

  shareLogin: async ({ share_ticket: ticket }, context) => {
    const { service, aid, from } = context
    const session = await shareLogin(service, { ticket, aid, from })
    return session ? answerSignIn(context, { session }) : refuse('share_refused', {})
  },
} satisfies Handling

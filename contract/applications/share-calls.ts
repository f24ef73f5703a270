import { z } from 'zod'
import { call } from '#contract/call'
import { affMultiLogin, aid, masked, session, ticket } from '#contract/terms/fields'
import { reads } from '#contract/terms/power'
import { vouchedUrl } from '#contract/terms/vouched-url'

export const siblingApplications = call({
  name: 'siblingApplications',
  power: reads('session'),
  summary: 'Returns the operator’s other applications, where a signed-in person can continue.',
  method: 'GET',
  path: 'share/applications',
  input: z.object({}),
  output: z.object({ applications: z.array(z.object({ aid, name: z.string(), url: vouchedUrl })) }),
  auth: 'user',
})

export const shareTicket = call({
  name: 'shareTicket',
  power: { proof: 'session', tells: [], undoneBy: 'ended', limit: 'tickets' },
  summary:
    'Issues a share ticket. It can be used once within 60 seconds, and is bound to the calling application and to `to_aid`. Also returns the address at which the other application accepts the ticket. At most 300 an hour per account.',
  path: 'share/ticket',
  input: z.object({ to_aid: aid }),
  output: z.object({ share_ticket: ticket, url: vouchedUrl }),
  errors: ['no_such_application'],
  auth: 'user',
})

export const checkShareTicket = call({
  name: 'checkShareTicket',
  power: reads('none'),
  summary: 'Returns whom a share ticket would sign in, and from which application it comes, without using it up.',
  path: 'share/check',
  harmless: true,
  input: z.object({ share_ticket: ticket }),
  output: z.object({
    masked,
    application: z.string(),
    /** True when the session of the call belongs to the same account. */
    is_signed_in: z.boolean(),
  }),
  errors: ['share_refused'],
})

export const shareLogin = call({
  name: 'shareLogin',
  power: { proof: 'none', tells: ['signed_in_new'], undoneBy: 'ended', limit: 'tickets' },
  summary:
    'Uses up a share ticket, even if it is refused, and signs in to the account of the session that issued it. The new session is separate, and its proof is no fresher than the proof of the issuing session.',
  path: 'share_login',
  input: z.object({ share_ticket: ticket, ...affMultiLogin }),
  output: session,
  errors: ['share_refused'],
})

import { z } from 'zod'
import { call } from '#contract/call'
import { flag } from '#contract/terms/fields'
import { reads } from '#contract/terms/power'
import { sensitive } from '#contract/terms/sensitive'
import { vouchedUrl } from '#contract/terms/vouched-url'

/** The address of a service, as a service or a browser named it. */
const service = z.string().min(1).max(4096)

export const registeredService = call({
  name: 'registeredService',
  power: reads('none'),
  summary: 'Returns the service that is registered with exactly this address.',
  method: 'GET',
  path: '/passport/sso/service',
  input: z.object({ service }),
  output: z.object({
    name: z.string(),
    url: vouchedUrl,
    /** True when it may check for a signed-in person without a sign-in page. */
    may_gateway: z.boolean(),
  }),
  errors: ['no_such_service'],
})

export const issueServiceTicket = call({
  name: 'issueServiceTicket',
  power: { proof: 'asked', act: 'service', tells: [], undoneBy: 'ended', limit: 'tickets' },
  summary:
    'Issues a service ticket, which can be used once within 60 seconds. Returns the address of the service, with the ticket in it. With renew=1 the session needs a fresh proof that no earlier ticket used. At most 300 an hour per account.',
  path: '/passport/sso/service/ticket',
  input: z.object({ service, renew: flag }),
  output: z.object({ url: vouchedUrl }),
  errors: ['no_such_service', 'second_verification_required'],
  auth: 'user',
})

export const validateServiceTicket = call({
  name: 'validateServiceTicket',
  power: { proof: 'none', tells: [], undoneBy: 'nothing', limit: 'none' },
  summary:
    'Uses up a service ticket, even if it is refused, and returns the person with the attributes that the service gets.',
  path: '/passport/sso/service/validate',
  input: z.object({ service, ticket: sensitive(z.string().min(1).max(256)), renew: flag }),
  output: z.object({
    user_id: z.string(),
    /** When the person was last proven. */
    proven_at: z.iso.datetime(),
    /** True when the ticket comes from a sign-in, and not from an existing session. */
    is_fresh: z.boolean(),
    /** By name. Each has one value or more. */
    attributes: z.record(z.string().regex(/^[a-z_]+$/), z.array(z.string()).min(1)),
  }),
  errors: ['service_ticket_refused'],
})

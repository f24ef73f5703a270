import type { Handling } from '#account-api/applications/call-context'
import { refuseAs, refuseStaleProof } from '#account-api/verification/outcomes'
import { done, refuse } from '#contract/server'
import { vouchedUrl } from '#contract/terms/vouched-url'
import { issueServiceTicket, validateServiceTicket } from './service-ticket'

export const serviceHandlers = {
  registeredService: async (input, { service }) => {
    const found = await service.storage.services.find(input.service)
    if (!found) return refuse('no_such_service', {})
    return done({ name: found.name, url: vouchedUrl.parse(found.url), may_gateway: found.mayGateway })
  },

  issueServiceTicket: async (input, { service, account, session }) => {
    const person = { account, session }
    const issued = await issueServiceTicket(service, { person, url: input.service, renew: input.renew === 1 })
    if (issued.ok) return done({ url: vouchedUrl.parse(issued.url) })
    return issued.code === 'proof_needed' ? refuseStaleProof(service, person, 'service') : refuseAs(issued)
  },

  validateServiceTicket: async (input, { service }) => {
    const { ticket, service: url, renew } = input
    const validated = await validateServiceTicket(service, { ticket, url, renew: renew === 1 })
    if (!validated.ok) return refuse('service_ticket_refused', { reason: validated.reason })
    return done({
      user_id: validated.account.id,
      proven_at: new Date(validated.provenAt).toISOString(),
      is_fresh: validated.isFresh,
      attributes: validated.attributes,
    })
  },
} satisfies Handling

import { isUsed } from '#account-api/accounts/sessions/use'
import type { Handling } from '#account-api/applications/call-context'
import { hashToken } from '#account-api/kernel/random'
import { isFactorDue } from '#account-api/organisations/sign-in-rules/deployment-rule'
import { refuseAs } from '#account-api/verification/outcomes'
import { done, refuse } from '#contract/server'
import { vouchedUrl } from '#contract/terms/vouched-url'
import { letIn } from './site-people'
import { issueSiteTicket, redeemSiteTicket } from './site-ticket'

export const siteHandlers = {
  protectedSite: async (input, { service }) => {
    const found = await service.storage.sites.find(input.site)
    return found ? done({ name: found.name, url: vouchedUrl.parse(found.origin) }) : refuse('no_such_site', {})
  },

  issueSiteTicket: async ({ site: origin, challenge, to }, { service, account, session }) => {
    const issued = await issueSiteTicket(service, { person: { account, session }, origin, challenge, to })
    return issued.ok ? done({ url: vouchedUrl.parse(issued.url) }) : refuseAs(issued)
  },

  redeemSiteTicket: async ({ site: origin, ticket, verifier }, { service }) => {
    const token = await redeemSiteTicket(service, { origin, ticket, verifier })
    return token === undefined ? refuse('site_ticket_refused', {}) : done({ token })
  },

  siteVisitor: async ({ site: origin, token }, { service }) => {
    const { deployment, storage } = service
    const at = deployment.now()
    const visit = token === undefined ? undefined : await storage.siteSessions.find(hashToken(token), { origin, at })
    const isPresent =
      visit !== undefined &&
      (await isUsed(service, visit.session)) &&
      !(await isFactorDue(storage, visit.account, visit.session))
    if (!isPresent)
      return (await storage.sites.find(origin)) ? refuse('no_site_session', {}) : refuse('no_such_site', {})
    const { site, session, username, name, email } = visit
    const entered = await letIn(storage, site, session)
    if (!entered.ok) return refuse('site_refused', { reason: entered.reason })
    const { groups, organisation } = entered
    const facts = { name: name ?? username, ...(email !== null && { email }), groups, organisation }
    const given = Object.fromEntries(site.facts.map((fact) => [fact, facts[fact]] as const))
    return done({ user_id: session.accountId, ...given })
  },
} satisfies Handling

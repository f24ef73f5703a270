import type { Handling } from '#account-api/organisations/call-context'
import { suspendOrganisation } from '#account-api/organisations/organisation/suspend'
import { refuseAs, refuseStaleProof } from '#account-api/verification/outcomes'
import { done, refuse } from '#contract/server'
import { closeOrganisation, reopenOrganisation } from './closing'

export const closingHandlers = {
  freezeSubject: async ({ is_frozen }, { service, acting, from }) => {
    const suspended = await suspendOrganisation(service, { acting, isSuspended: is_frozen === 1, from })
    return suspended.ok ? done({ is_frozen }) : refuseAs(suspended)
  },

  closeSubject: async ({ verify_ticket: ticket }, { service, account, session, acting, from }) => {
    const person = { account, session }
    const closed = await closeOrganisation(service, { person, acting, ticket, from })
    if (closed.ok) return done({ closes_at: new Date(closed.closesAt).toISOString(), time_zone: closed.timeZone })
    if (closed.code === 'subject_frozen') return refuse(closed.code, { by: closed.by })
    if (closed.code === 'second_verification_required') return refuseStaleProof(service, person, 'closing')
    return closed.code === 'permission_required' ? refuse(closed.code, { needed: 'manager' }) : refuse(closed.code, {})
  },

  reopenSubject: async (_input, { service, acting, from }) => {
    const reopened = await reopenOrganisation(service, { acting, from })
    if (reopened.ok) return done({})
    return reopened.code === 'permission_required'
      ? refuse(reopened.code, { needed: 'manager' })
      : refuse(reopened.code, {})
  },
} satisfies Handling
